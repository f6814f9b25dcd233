import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { TokenLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { contactsOf, type Cause } from '#server/core/protection/notices/notices.ts';

export interface TellOwnerDeps {
  readonly evidence: Evidence;
  readonly journal: Journal;
}

/**
 * Tells every phone and email of an account in deletion the date and the way to keep it, each with its own ticket. In
 * the caller's transaction, after the change of epoch that the ticket must outlive.
 */
export async function tellOfDeletion(
  { evidence: { pageTickets, publicUrl }, journal: { notices } }: TellOwnerDeps,
  {
    account,
    event,
    dueAt,
    receipt,
    by,
  }: {
    readonly account: Account;
    readonly event: Extract<ChangeEvent, 'deletionRequested' | 'deletionReminder'>;
    readonly dueAt: number;
    /** For the message of the request. */
    readonly receipt?: TokenLink;
    readonly by: Cause;
  },
): Promise<void> {
  for (const to of contactsOf(account)) {
    const link = await pageTickets.issueMailed(account.id, dueAt);
    const values = { date: dueAt, ...(receipt && { receipt: publicUrl + (to.channel === 'sms' ? receipt.short : receipt.path) }) };
    await notices.sendChange({ account, event, to, values, link, linkKind: 'withdraw', from: by.clientIp });
  }
}
