import { birthdayRules } from '#contract/rules/birthday.ts';
import { required } from '#contract/rules/rule.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import { keepStood } from '#server/core/account/former-choices/former-choices.repository.ts';
import { takeAllBack, type TakeBackDeps } from '#server/core/account/choices/take-back.ts';
import { wayOf } from '#server/core/account/choices/way-of.ts';
import { writeProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import { nextAgeReminder } from '#server/core/account/agreements/asked-age.ts';
import { giveAge, putAgeOff } from '#server/core/rights/family/children.guarded.ts';
import { textField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { Store } from '#server/core/store.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { tellOfDate, type TellOfDateDeps } from './tell-of-date.ts';

export interface AnswerAgeDeps extends TakeBackDeps, TellOfDateDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly identity: Pick<Identity, 'ageGate' | 'agreements' | 'separate'>;
  readonly evidence: Pick<Evidence, 'proofs'>;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
}

/**
 * Takes the birthday of an account that has come without the age gate of its region: once, so that a second answer makes
 * nobody older. A birthday in the profile that is a child's counts before the answer. Of others nothing but the group is kept.
 * Consents of a child without a guardian are withdrawn. A freeze takes the answer back.
 * @throws {Refusal} badRequest for a text that is no day of a life, notFound for an account that is not asked, verificationNeeded
 */
export async function answerAge(deps: AnswerAgeDeps, { session, visit }: Person, typed: string): Promise<'continue' | 'guardian'> {
  const {
    store: { db, clock },
    identity: { ageGate, agreements },
    journal: { audit },
  } = deps;
  const { account, accountId, sessionId } = session;
  const at = clock.now();
  if (account.age.band !== '') return account.age.band === 'child' ? 'guardian' : 'continue';
  if (agreements.askedUntil(account, at) === undefined) throw new Refusal('notFound', { reason: 'no age gate' });
  const today = new Date(at).toISOString().slice(0, 10);
  const { birthday } = checkFields({ birthday: textField([required, ...birthdayRules], typed, { today }) });
  const own = account.birthday === null ? undefined : ageGate.aged(account.birthday, account.region);
  const age = own?.child === undefined ? ageGate.aged(birthday, account.region) : own;
  const need = { action: 'answerAge' } as const;
  await deps.evidence.proofs.require(session, need);
  await db.tx(async () => {
    await deps.evidence.proofs.redeem(session, need);
    await keepStood(db, accountId, at);
    if (!(await giveAge(db, accountId, age))) return;
    await audit.record({ event: 'age.checked', accountId, sessionId, origin: visit });
    if (age.child === undefined) return;
    await takeAllBack(deps, { account, sessionId, visit, channel: 'gate', way: wayOf(session) });
    // The withdrawal of a sensitive birthday has erased it; the gate needs it.
    await writeProfileItems(db, accountId, { birthday: age.child.birthday });
    await audit.record({ event: 'child.limited', accountId, sessionId, origin: visit, counts: ['children.begun'] });
    await tellOfDate(deps, account, { event: 'childDue', at: age.child.dueAt });
  });
  return age.child === undefined ? 'continue' : 'guardian';
}

/**
 * Puts the question off for a week, and never beyond its date. Returns the moment of the next question.
 * @throws {Refusal} notFound when nothing is asked, or its date has passed
 */
export async function putAgeQuestionOff(
  { store: { db, clock }, identity: { agreements } }: AnswerAgeDeps,
  { session }: Person,
): Promise<number> {
  const { account, accountId } = session;
  const at = clock.now();
  const until = agreements.askedUntil(account, at);
  if (until === undefined || at >= until) throw new Refusal('notFound', { reason: 'nothing to put off' });
  const remindAt = nextAgeReminder(account, { at, until });
  await putAgeOff(db, { accountId, at, remindAt });
  return remindAt;
}
