import { childrenOfGuardian, guardiansOfChild, type GuardianRefusal } from '#contract/vocabulary/children.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { guardianshipsOf } from '#server/core/rights/family/guardianships.repository.ts';
import type { AgeGate } from '#server/core/account/age/age-gate.ts';
import { hasAgeFrom } from '#server/core/account/age/birthdays.ts';
import type { Db } from '#server/core/database/db.ts';
import { day, hour } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';

const ofAge = 18;
const longestYearMs = 366 * day;
/** A guardian's account is older than this: nobody makes one for the occasion. */
const oldEnoughMs = 7 * day;
/** Nor one that was just recovered, perhaps by somebody else. */
const afterRecoveryMs = 72 * hour;

interface AsGuardianDeps {
  readonly db: Db;
  readonly ageGate: Pick<AgeGate, 'yearsToAge'>;
}

/** Whether the owner of the account with this number is an adult, if the operator knows. */
export type GuardianCheck = (who: { readonly number: string; readonly phone: string | null }) => Promise<boolean>;

interface Pair {
  readonly guardian: Account;
  readonly child: Account;
  readonly at: number;
}

/**
 * Whether an account may be the guardian of a child. This is a reasonable effort, no proof of parenthood.
 * @throws {Refusal} notAsGuardian (3023) with the reason
 */
export async function refuseAsGuardian({ db, ageGate }: AsGuardianDeps, pair: Pair): Promise<void> {
  const because = unfit(pair, ageGate) ?? (await fullOf(db, pair));
  if (because !== undefined) throw new Refusal('notAsGuardian', { reason: because, data: { because } });
}

function unfit({ guardian, child, at }: Pair, ageGate: AsGuardianDeps['ageGate']): GuardianRefusal | undefined {
  if (guardian.id === child.id) return 'samePerson';
  if (isUnderAge(guardian, at, ageGate)) return 'underAge';
  if (guardian.recovery !== null && at < guardian.recovery.at + afterRecoveryMs) return 'recovered';
  return at < guardian.createdAt + oldEnoughMs ? 'tooNew' : undefined;
}

/**
 * An account that was never asked is as old as its profile says; one without a birthday is taken for an adult's. Of a
 * minor no birthday is kept, and the one of the profile is what its owner writes: the years since the gate count.
 */
function isUnderAge(
  { age: { band, grownAt }, birthday, region, createdAt }: Account,
  at: number,
  { yearsToAge }: AsGuardianDeps['ageGate'],
): boolean {
  if (band === 'child') return true;
  if (band === 'minor') return at < (grownAt ?? createdAt) + yearsToAge * longestYearMs;
  if (band === 'adult') return false;
  return birthday !== null && hasAgeFrom(birthday, ofAge, region || 'DE') > at;
}

/**
 * Asks the operator's own check of adults, before anything is locked. Without an answer nobody becomes a guardian.
 * @throws {Refusal} notAsGuardian (3023), temporarilyUnavailable
 */
export async function refuseUnverified(
  { checkGuardian }: { readonly checkGuardian: GuardianCheck | undefined },
  { number, phone }: Account,
): Promise<void> {
  if (checkGuardian !== undefined && !(await checkGuardian({ number, phone })))
    throw new Refusal('notAsGuardian', { reason: 'the check of the operator', data: { because: 'unverified' } });
}

/** A repeat by the same guardian takes no place. A guardian who withdrew has lost theirs, but still has the child in their list. */
async function fullOf(db: Db, { guardian, child }: Pair): Promise<GuardianRefusal | undefined> {
  const guardians = await guardianshipsOf(db, 'child_id', child.id);
  const known = guardians.find(({ guardian_id }) => guardian_id === guardian.id);
  if (known?.state === 'agreed') return undefined;
  const agreed = guardians.filter(({ state }) => state === 'agreed');
  const children = await guardianshipsOf(db, 'guardian_id', guardian.id);
  const hasNoPlace = known === undefined && children.length >= childrenOfGuardian;
  return agreed.length >= guardiansOfChild || hasNoPlace ? 'full' : undefined;
}
