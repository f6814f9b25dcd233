import type { Platform } from '#contract/vocabulary/platforms.ts';
import { catalogues } from '#messages/catalogues.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { contactsOf, type Cause, type Notices } from '#server/core/protection/notices/notices.ts';

/** Tells every phone and email of the account of an added or removed way to sign in. In the caller's transaction. */
export async function tellOfSocialAccount(
  { notices }: { readonly notices: Notices },
  {
    account,
    event,
    platform,
    by,
  }: {
    readonly account: Account;
    readonly event: 'socialBound' | 'socialUnbound';
    readonly platform: Platform;
    readonly by: Cause;
  },
): Promise<void> {
  const { clientIp: from } = by;
  const target = catalogues[account.language].controls[`social.${platform}`];
  for (const to of contactsOf(account)) await notices.sendChange({ account, event, to, values: { target }, from, by });
}
