import { confirmationText, exceptionText, type ShownConfirmation, type ShownException } from '#contract/operations/desk/asked-text.ts';
import { confirmMinutes, exceptionMinutes } from '#contract/operations/desk/desk-exceptions.words.ts';
import { confirmException, reviewException } from '#server/core/operations/desk/desk-exceptions.guarded.ts';
import { findException, insertException, type DeskException } from '#server/core/operations/desk/desk-exceptions.repository.ts';
import { minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { actAtDesk, requireProof } from './desk-act.ts';
import type { AtDesk, PersonDeps } from '../session/at-desk.ts';
import { checkCeremony, type CeremonyDeps, type Shown } from '../session/ceremony.ts';
import { readWhy } from '../person/find-person.ts';
import { openedLook } from '../person/person-cards.ts';
import { raiseAlarm } from './raise-alarm.ts';

export interface ExceptionDeps extends PersonDeps {
  readonly signing: CeremonyDeps;
}

/**
 * Asks for exceptional access to the account of a look. The asker signs it. All leads and auditors are notified of it at
 * once.
 * @throws {Refusal} passkeyRefused, passkeyUnknown, stepCodeWrong, deskChanged, caseNeeded, ownAccount
 */
export async function askException(
  deps: ExceptionDeps,
  at: AtDesk,
  { look, caseRef, text, nonce, ...shown }: ShownException & Shown,
): Promise<{ readonly id: string; readonly until: number }> {
  const { account } = await openedLook(deps, at, look);
  const why = readWhy(deps, { reason: 'emergency', caseRef });
  const { db, clock, keyring } = deps.store;
  const { member } = at.session;
  const id = newId();
  const signed = await checkCeremony(deps.signing, at, exceptionText({ look, caseRef, text, nonce }), shown);
  const now = clock.now();
  const until = now + confirmMinutes * minute;
  await actAtDesk(deps, at, { act: 'exception.ask', accountId: account.id, ...why }, async () => {
    await signed.note();
    const none = { confirmed_by: '', confirmed_at: null, confirmed_with: null, reviewed_by: '', reviewed_at: null };
    const row = { id, account_id: account.id, member, case_ref: caseRef, sealed: keyring.seal('rights-message', text.trim()) };
    await insertException(db, {
      ...row,
      asked_at: now,
      expires_at: until,
      state: 'asked',
      asked_with: keyring.seal('rights-message', signed.kept),
      ...none,
    });
    const detail = { exception: id, operator: member, reason: why.reason, case: caseRef };
    await deps.journal.audit.record({ event: 'desk.exception-asked', accountId: account.id, origin: at.origin, detail });
    await raiseAlarm(deps, { kind: 'exception', about: at.session, caseRef });
  });
  return { id, until };
}

/**
 * Opens the exceptional access of another member for half an hour.
 * @throws {Refusal} passkeyRefused, passkeyUnknown, stepCodeWrong; ownAccount for who asked, or whose account it is;
 *   deskChanged once it is over
 */
export async function confirmExceptionOf(
  deps: ExceptionDeps,
  at: AtDesk,
  { id, show, ...shown }: { readonly id: string; readonly show: (row: DeskException) => Promise<ShownConfirmation> } & Shown,
): Promise<{ readonly until: number }> {
  const { db, clock, keyring } = deps.store;
  const row = await findException(db, id);
  if (row === undefined) throw new Refusal('deskChanged', { reason: 'no such exception' });
  if (row.member === at.session.member) throw new Refusal('ownAccount', { reason: 'who asked' });
  const signed = await checkCeremony(deps.signing, at, confirmationText(await show(row)), shown);
  const now = clock.now();
  const until = now + exceptionMinutes * minute;
  const { member: operator, account_id: accountId, case_ref: caseRef } = row;
  const order = { act: 'exception.confirm', accountId, reason: 'emergency', caseRef } as const;
  const isConfirmed = await actAtDesk(deps, at, order, async () => {
    if (!(await confirmException(db, { id, by: at.session.member, at: now, until, with: keyring.seal('rights-message', signed.kept) })))
      return false;
    await signed.note();
    const detail = { exception: id, operator, second: at.session.member, reason: 'emergency', case: caseRef, via: 'desk' };
    await deps.journal.audit.record({ event: 'desk.exception', accountId, origin: at.origin, detail });
    return true;
  });
  if (!isConfirmed) throw new Refusal('deskChanged', { reason: 'it is over' });
  return { until };
}

/**
 * Notes that an auditor has looked at it, once it is over.
 * @throws {Refusal} deskChanged for one that is open still, was reviewed, or has this member in it
 */
export async function reviewExceptionOf(deps: PersonDeps, at: AtDesk, id: string): Promise<void> {
  requireProof(deps, at);
  const { db, clock } = deps.store;
  const row = await findException(db, id);
  if (row === undefined) throw new Refusal('deskChanged', { reason: 'no such exception' });
  const { account_id: accountId, case_ref: caseRef } = row;
  const isDone = await actAtDesk(deps, at, { act: 'exception.review', reason: 'emergency', caseRef }, async () => {
    if (!(await reviewException(db, { id, by: at.session.member, at: clock.now() }))) return false;
    const detail = { exception: id, operator: at.session.member, reason: 'emergency', case: caseRef, via: 'desk' };
    await deps.journal.audit.record({ event: 'desk.exception-reviewed', accountId, origin: at.origin, detail });
    return true;
  });
  if (!isDone) throw new Refusal('deskChanged', { reason: 'not one to review' });
}
