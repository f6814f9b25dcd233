import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';

/** Follows a change: identity proofs are void and other devices are signed out; this session continues (contract 5). */
export function passwordChanged(): void {
  accountCache.setQueryData<AccountView>(
    accountKey,
    (account) => account && { ...account, password_empty: false, passwordNeeded: false, verifiedUntil: null },
  );
  notify({ kind: 'success', text: translate('rs.ok.pw') });
}
