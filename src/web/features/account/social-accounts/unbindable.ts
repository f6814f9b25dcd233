import { socialAccountsEndpoints } from '#contract/account/social-accounts/social-accounts.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, type Translate } from '#web/lib/texts/i18n.tsx';
import type { Unbindable } from '#web/widgets/sign-in/unbinding.ts';

/** A social account can be unbound if a phone or an email remains (ADR 24). */
export function unbindablePlatform(platform: Platform): Unbindable {
  const names = (t: Translate) => ({ platform: t(`social.${platform}`) });
  return {
    title: (t) => t('unbind.h', names(t)),
    lead: (t) => t('unbind.b', names(t)),
    verb: 'btn.unbind',
    isLast: ({ encryptPhoneNumber, encryptEmail }) => encryptPhoneNumber === '' && encryptEmail === '',
    lastLead: 'unbind.last',
    first: 'phone',
    need: { action: 'unbindSocial', target: platform },
    unbind: () => call(socialAccountsEndpoints.unbindPlatform, { body: { platform } }),
    doneText: () => translate('unbind.ok', names(translate)),
  };
}
