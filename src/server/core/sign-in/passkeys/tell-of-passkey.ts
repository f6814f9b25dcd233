import { catalogues } from '#messages/catalogues.ts';
import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { contactsOf, type Cause, type Notices } from '#server/core/protection/notices/notices.ts';

/** Tells every phone and email of the account about one of its passkeys. In the caller's transaction. */
export async function tellOfPasskey(
  { notices }: { readonly notices: Pick<Notices, 'sendChange'> },
  told: {
    readonly account: Account;
    readonly event: Extract<ChangeEvent, `passkey${string}`>;
    readonly passkey: { readonly name: string };
    readonly by: Cause;
  },
): Promise<void> {
  const { account, event, passkey } = told;
  const { clientIp: from } = told.by;
  const name = passkey.name || catalogues[account.language].mail.unnamedPasskey;
  for (const to of contactsOf(account)) await notices.sendChange({ account, event, to, values: { name }, from, by: told.by });
}
