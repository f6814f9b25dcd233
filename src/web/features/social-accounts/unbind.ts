import { useState } from 'react';
import { socialAccountsEndpoints } from '#contract/endpoints/social-accounts.ts';
import type { AccountView } from '#contract/schemas/account.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { call } from '#web/lib/api.ts';
import { translate } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import type { RefusalError } from '#web/lib/refusal-error.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';

interface Unbinding {
  /** The last way in: it cannot be unbound. */
  readonly isLast: boolean;
  /**
   * Unbinds after an identity proof and confirms it. False if the proof was canceled.
   * @throws {RefusalError}
   */
  readonly unbind: () => Promise<boolean>;
  /** Handles 3006: the server may know better which one is the last way in. */
  readonly takeRefusal: (error: RefusalError) => boolean;
}

/** Unbinds a social account if a phone or an email remains (ADR 24). */
export function useUnbinding(platform: Platform, account: AccountView): Unbinding {
  const [isLast, setLast] = useState(() => account.encryptPhoneNumber === '' && account.encryptEmail === '');
  return {
    isLast,
    async unbind() {
      const changed = await withProof({ action: 'unbindSocial', target: platform }, () =>
        call(socialAccountsEndpoints.unbindPlatform, { body: { platform } }),
      );
      if (changed === undefined) return false;
      accountCache.setQueryData<AccountView>(accountKey, changed);
      notify({ kind: 'success', text: translate('unbind.ok', { platform: translate(`social.${platform}`) }) });
      return true;
    },
    takeRefusal({ refusal }) {
      if (refusal !== 'lastWayIn') return false;
      setLast(true);
      return true;
    },
  };
}
