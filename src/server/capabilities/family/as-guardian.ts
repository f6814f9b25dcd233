import { childrenOfGuardian, guardiansOfChild, type GuardianRefusal } from '#contract/vocabulary/children.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { guardianshipsOf } from '#server/core/children/guardianships.repository.ts';
import { hasAgeFrom } from '#server/core/children/birthdays.ts';
import type { Db } from '#server/core/database.ts';
import { day, hour } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';

const ofAge = 18;
/** A guardian's account is older than this: nobody makes one for the occasion. */
const oldEnoughMs = 7 * day;
/** Nor one that was just recovered, perhaps by somebody else. */
const afterRecoveryMs = 72 * hour;

interface Pair {
  readonly guardian: Account;
  readonly child: Account;
  readonly at: number;
}

/**
 * Whether an account may be the guardian of a child. This is a reasonable effort, no proof of parenthood.
 * @throws {Refusal} notAsGuardian (3023) with the reason
 */
export async function refuseAsGuardian(db: Db, pair: Pair): Promise<void> {
  const because = unfit(pair) ?? (await fullOf(db, pair));
  if (because !== undefined) throw new Refusal('notAsGuardian', { data: { because } });
}

function unfit({ guardian, child, at }: Pair): GuardianRefusal | undefined {
  if (guardian.id === child.id) return 'samePerson';
  if (isUnderAge(guardian, at)) return 'underAge';
  if (guardian.recovery !== null && at < guardian.recovery.at + afterRecoveryMs) return 'recovered';
  return at < guardian.createdAt + oldEnoughMs ? 'tooNew' : undefined;
}

/** An account that was never asked is as old as its profile says; one without a birthday is taken for an adult's. */
function isUnderAge({ age: { band }, birthday, region }: Account, at: number): boolean {
  if (band !== '') return band !== 'adult' && !(birthday !== null && hasAgeFrom(birthday, ofAge, region || 'DE') <= at);
  return birthday !== null && hasAgeFrom(birthday, ofAge, region || 'DE') > at;
}

/** A repeat by the same guardian takes no place. */
async function fullOf(db: Db, { guardian, child }: Pair): Promise<GuardianRefusal | undefined> {
  const guardians = await guardianshipsOf(db, 'child_id', child.id);
  if (guardians.some(({ guardian_id }) => guardian_id === guardian.id)) return undefined;
  const agreed = guardians.filter(({ state }) => state === 'agreed');
  const children = await guardianshipsOf(db, 'guardian_id', guardian.id);
  return agreed.length >= guardiansOfChild || children.length >= childrenOfGuardian ? 'full' : undefined;
}
