import { useEffect, useState, type ReactNode } from 'react';
import { accountEndpoints } from '#contract/account/account/account.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useLanguageOfAccount } from '#web/features/account/profile/account-language.ts';
import { call } from '#web/lib/api/api.ts';
import { AccountMenu } from './account-menu.tsx';
import { SiteMenu } from './site-menu.tsx';

/**
 * The menu of a page for everybody: the account's for a signed-in person, and a visitor's on narrow screens. The account
 * is asked for without the cache of the account's pages, which would lead to sign-in after a refusal.
 */
export function BareMenu({ isPerson }: { readonly isPerson: boolean }): ReactNode {
  const [account, setAccount] = useState<AccountView | null>();
  useEffect(() => {
    if (!isPerson) return;
    call(accountEndpoints.metainfo).then(setAccount, () => setAccount(null));
  }, [isPerson]);
  useLanguageOfAccount(isPerson && Boolean(account), setAccount);
  return isPerson && account !== null ? <AccountMenu account={account} /> : <SiteMenu />;
}
