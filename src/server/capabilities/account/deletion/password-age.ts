import { limits } from '#contract/limits.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { day } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';

type PasswordAge = Pick<Account, 'passwordChangedAt' | 'createdAt'>;

/**
 * The time from which the password no longer blocks a deletion: thirty days after its last change (spec 9), so that an
 * intruder cannot erase the account before its owner notices. Undefined if nothing blocks. The password of the
 * registration is no change.
 */
export function passwordBlocksUntil({ passwordChangedAt, createdAt }: PasswordAge, at: number): number | undefined {
  if (passwordChangedAt === null || passwordChangedAt === createdAt) return undefined;
  const eligibleAt = passwordChangedAt + limits.deletionPasswordAgeDays * day;
  return eligibleAt > at ? eligibleAt : undefined;
}

/** @throws {Refusal} passwordChangedRecently (3003) with `data.eligibleAt` */
export function refuseRecentPassword(account: PasswordAge, at: number): void {
  const eligibleAt = passwordBlocksUntil(account, at);
  if (eligibleAt !== undefined) throw new Refusal('passwordChangedRecently', { data: { eligibleAt: new Date(eligibleAt).toISOString() } });
}
