import { noticeRows } from '#contract/protection/notices/notice-kinds.words.ts';
import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { Cause, Notices } from './notices.ts';

export interface TellOwnerDeps {
  readonly journal: { readonly notices: Pick<Notices, 'sendChange' | 'readersOf'> };
}

/** An event that its owner is told of. */
export interface ToldEvent {
  readonly account: Account;
  readonly event: ChangeEvent;
  readonly by: Cause;
  /** Ways that were shown for it, beside those of the session. */
  readonly ways?: readonly WayId[];
  /** The browser. */
  readonly target?: string;
  /** Name of an app or a person. */
  readonly name?: string;
  /** That is announced, in milliseconds. */
  readonly date?: number;
}

/**
 * Tells the owner. An alarm goes to every phone and email, so that an intruder with one of them cannot hide it; other notices
 * go as the account has chosen. Contacts that nobody has confirmed get alarms, but cannot answer them.
 */
export async function tellOwner(
  { journal: { notices } }: TellOwnerDeps,
  { account, event, by, ways = [], target, name, date }: ToldEvent,
): Promise<void> {
  const { clientIp: from } = by;
  const values = {
    values: { ...(target !== undefined && { target }), ...(name !== undefined && { name }), ...(date !== undefined && { date }) },
  };
  for (const to of await notices.readersOf(account, event)) await notices.sendChange({ account, event, to, ...values, from, by, ways });
  if (noticeRows[event].weight !== 'alarm') return;
  for (const { kind, shown } of account.unproven) {
    const to = { channel: kind === 'phone' ? 'sms' : 'email', address: shown } as const;
    await notices.sendChange({ account, event, to, ...values, from, link: supportLink, linkKind: 'contact' });
  }
}
