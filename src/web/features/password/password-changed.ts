import type { AccountView } from '#contract/schemas/account.ts';
import { translate } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';

/** What follows a change: proofs of identity are void, the other devices signed out; this session goes on (contract 5). */
export function passwordChanged(): void {
  accountCache.setQueryData<AccountView>(accountKey, (account) => account && { ...account, password_empty: false, verifiedUntil: null });
  notify({ kind: 'success', text: translate('rs.ok.pw') });
}
