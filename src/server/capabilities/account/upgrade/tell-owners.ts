import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { LegacyRecord } from '#server/core/account/legacy/legacy-account.ts';
import type { Contact } from '#server/core/account/identifiers/contact.ts';
import { contactsOf, type Cause, type MailLink, type Notices } from '#server/core/protection/notices/notices.ts';

export interface OwnersNotice {
  readonly event: Extract<ChangeEvent, 'upgraded' | 'merged' | 'mergeUndone'>;
  /** After the change: for its number. */
  readonly account: Account;
  /** Before the change: for its contacts. */
  readonly before: Account;
  readonly record: LegacyRecord;
  readonly link?: MailLink;
  readonly visit: Cause;
}

/**
 * Tells the contacts of both sides once each, so that neither loses anything unnoticed. In the caller's transaction.
 */
export async function tellOwners(
  { notices }: { readonly notices: Notices },
  { event, account, before, record, link, visit }: OwnersNotice,
): Promise<void> {
  const { phone, email, phoneIsVerified, emailIsVerified } = record;
  const legacy = contactsOf({ phone: phoneIsVerified ? phone : null, emailShown: emailIsVerified ? email : null });
  for (const to of distinct([...contactsOf(before), ...legacy])) {
    const notice = { account, event, to, language: visit.lang, from: visit.clientIp };
    await notices.sendChange({ ...notice, ...(link === undefined ? {} : { link, linkKind: 'separate' }) });
  }
}

function distinct(contacts: readonly Contact[]): readonly Contact[] {
  const spelling = ({ address }: Contact) => address.toLowerCase();
  return contacts.filter((contact, index) => contacts.findIndex((other) => spelling(other) === spelling(contact)) === index);
}
