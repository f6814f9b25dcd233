import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { WayId } from '#server/core/ways/way.ts';
import { contactsOf, type Cause, type Notices } from './notices.ts';

/** Tells every phone and email of the account, so that an intruder with one of them cannot hide the change. */
export async function tellOwner(
  { journal: { notices } }: { readonly journal: { readonly notices: Pick<Notices, 'sendChange'> } },
  {
    account,
    event,
    by,
    ways = [],
  }: { readonly account: Account; readonly event: ChangeEvent; readonly by: Cause; readonly ways?: readonly WayId[] },
): Promise<void> {
  const { lang: language, clientIp: from } = by;
  for (const to of contactsOf(account)) await notices.sendChange({ account, event, to, language, from, by, ways });
}
