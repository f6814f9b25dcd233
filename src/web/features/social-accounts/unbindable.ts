import { socialAccountsEndpoints } from '#contract/endpoints/social-accounts.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { call } from '#web/lib/api.ts';
import { translate } from '#web/lib/i18n.tsx';
import type { Unbindable } from '#web/widgets/sign-in/unbinding.ts';

/** A social account can be unbound if a phone or an email remains (ADR 24). */
export function unbindable(platform: Platform): Unbindable {
  return {
    isLast: ({ encryptPhoneNumber, encryptEmail }) => encryptPhoneNumber === '' && encryptEmail === '',
    need: { action: 'unbindSocial', target: platform },
    unbind: () => call(socialAccountsEndpoints.unbindPlatform, { body: { platform } }),
    doneText: () => translate('unbind.ok', { platform: translate(`social.${platform}`) }),
  };
}
