import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { LegacyRecord } from '#server/core/account/legacy/legacy-account.ts';
import type { Contact } from '#server/core/account/identifiers/contact.ts';
import { supportLink, type TokenLink } from '#server/core/sign-in/links/mail-link.ts';
import { contactsOf, type Cause, type Notices } from '#server/core/protection/notices/notices.ts';

export interface OwnersNotice {
  readonly event: Extract<ChangeEvent, 'upgraded' | 'merged' | 'mergeUndone'>;
  /** After the change: for its number. */
  readonly account: Account;
  /** Before the change: for its contacts. */
  readonly before: Account;
  readonly record: LegacyRecord;
  /** Undoes the merge. */
  readonly link?: TokenLink;
  readonly visit: Cause;
}

/**
 * Tells the contacts of both sides once each, so that neither loses anything unnoticed. In the caller's transaction. Those
 * only of the legacy side, which nobody has proven here, get no link that acts.
 */
export async function tellOwners(
  { journal: { notices } }: { readonly journal: { readonly notices: Notices } },
  { event, account, before, record, link, visit }: OwnersNotice,
): Promise<void> {
  const notice = { account, event, from: visit.clientIp };
  const own = contactsOf(before);
  for (const to of own) await notices.sendChange({ ...notice, to, ...(link && { link, linkKind: 'separate' }) });
  for (const to of legacyContacts(record)) {
    const isOwn = own.some(({ address }) => address.toLowerCase() === to.address.toLowerCase());
    if (!isOwn) await notices.sendChange({ ...notice, to, link: supportLink, linkKind: 'contact' });
  }
}

/** Contacts that the old system had verified. */
function legacyContacts({ phone, email, phoneIsVerified, emailIsVerified }: LegacyRecord): readonly Contact[] {
  return [
    ...(email !== null && emailIsVerified ? [{ channel: 'email', address: email } as const] : []),
    ...(phone !== null && phoneIsVerified ? [{ channel: 'sms', address: phone } as const] : []),
  ];
}
