import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { WayId } from '#server/core/ways/way.ts';
import { contactsOf, type Cause, type Notices } from './notices.ts';

/**
 * Tells of an event that is usual: by mail, and by SMS an account without an email. Changes of ways in are told to every
 * contact (`tellOwner`).
 */
export async function tellOfUse(
  { journal: { notices } }: { readonly journal: { readonly notices: Pick<Notices, 'sendChange'> } },
  { account, event, by, ways, target = '' }: ToldUse,
): Promise<void> {
  const [to] = contactsOf(account);
  if (to === undefined) return;
  const { lang: language, clientIp: from } = by;
  await notices.sendChange({ account, event, to, language, values: { target }, from, by, ways });
}

export interface ToldUse {
  readonly account: Account;
  readonly event: Extract<ChangeEvent, 'newBrowser' | 'appAllowed'>;
  readonly by: Cause;
  readonly ways: readonly WayId[];
  /** The browser, or the name of the app. */
  readonly target?: string;
}

/** Tells every phone and email of the account, so that an intruder with one of them cannot hide the change. */
export async function tellOwner(
  { journal: { notices } }: { readonly journal: { readonly notices: Pick<Notices, 'sendChange'> } },
  {
    account,
    event,
    by,
    ways = [],
    target,
  }: Omit<ToldUse, 'event' | 'ways'> & { readonly event: ChangeEvent; readonly ways?: readonly WayId[] },
): Promise<void> {
  const { lang: language, clientIp: from } = by;
  const values = target === undefined ? {} : { values: { target } };
  for (const to of contactsOf(account)) await notices.sendChange({ account, event, to, language, ...values, from, by, ways });
}
