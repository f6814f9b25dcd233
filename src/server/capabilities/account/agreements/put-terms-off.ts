import { limits } from '#contract/limits.ts';
import type { PresentPerson } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { acceptedDocuments, type OwedTerms } from '#server/core/account/agreements/agreements.ts';
import { countLater, writeLedger } from '#server/core/account/agreements/consents.repository.ts';
import { putOff } from '#server/core/account/agreements/terms.guarded.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { wayOf } from '#server/core/account/choices/way-of.ts';

export interface AnswerTermsDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly journal: Journal;
}

/** A signed-in person who answers, and their request. */
export interface Answering {
  readonly session: PresentPerson['session'];
  readonly visit: Origin;
}

/**
 * Puts the answer to changed agreements off, for the account: 7 days, then 3, then a day each time, and never beyond the
 * publication's date. Returns the moment of the next question.
 * @throws {Refusal} agreementChanged when this publication is not the one that waits, or its date has passed
 */
export async function putTermsOff(deps: AnswerTermsDeps, { session, visit }: Answering, publication: number): Promise<number> {
  const {
    store: { db, clock },
    identity: { agreements },
    journal: { audit },
  } = deps;
  const { account, accountId, sessionId } = session;
  const at = clock.now();
  const owed = agreements.owedBy(account, at);
  if (owed?.publication.number !== publication || at >= owed.publication.laterUntil)
    throw new Refusal('agreementChanged', { reason: 'the publication cannot be put off', data: { agreements: owed?.versions ?? [] } });
  const remindAt = await nextReminder(db, { account, owed, at });
  await db.tx(async () => {
    if (!(await putOff(db, { accountId, publication, at, remindAt }))) return;
    const documents = acceptedDocuments(agreements, owed, account);
    await writeLedger(db, { accountId, at, act: 'later', channel: 'gate', way: wayOf(session), documents });
    await audit.record({ event: 'agreement.later', accountId, sessionId, origin: visit, detail: { publication: String(publication) } });
  });
  return remindAt;
}

/** When a postponement of this moment ends: that of the present one, if there is one. */
export async function nextReminder(
  db: Db,
  { account, owed, at }: { readonly account: Account; readonly owed: OwedTerms; readonly at: number },
): Promise<number> {
  const { number, effectiveAt, laterUntil } = owed.publication;
  const { laterFor, remindAt } = account.terms;
  if (laterFor === number && remindAt !== null && remindAt > at) return remindAt;
  const before = laterFor === number ? await countLater(db, account.id, effectiveAt) : 0;
  const days = limits.termsReminderDays[Math.min(before, limits.termsReminderDays.length - 1)] ?? 1;
  return Math.min(at + days * day, laterUntil);
}
