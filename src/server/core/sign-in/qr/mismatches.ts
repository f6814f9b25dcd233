import { qrLimits } from '#contract/sign-in/qr/qr.words.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import { limitKey, type CountedFor } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { hour, second } from '#server/platform/clock.ts';
import { readFailures, recordFailure, type FailureRule } from '#server/platform/limits/failures/failures.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Wrong numbers in an hour, whichever computer asked: one with a code in its browser, or one whose account service asked for a
 * desktop.
 */
function ruleOf(by: CountedFor, at: number): FailureRule {
  return { key: limitKey('qr', by), at, windowMs: hour, schedule: [[qrLimits.mismatches, hour]] };
}

/** @throws {Refusal} tooFrequent after too many wrong numbers */
export async function requireFewMismatches(db: Db, by: CountedFor, at: number): Promise<void> {
  const blockedUntil = (await readFailures(db, ruleOf(by, at).key))?.blockedUntil ?? 0;
  if (blockedUntil > at)
    throw new Refusal('tooFrequent', { retryAfter: Math.ceil((blockedUntil - at) / second), reason: 'too many wrong numbers' });
}

/** Counts a wrong number. In the caller's transaction. */
export async function recordMismatch(db: Db, by: CountedFor, at: number): Promise<void> {
  await recordFailure(db, ruleOf(by, at));
}

/** Whether the owner is told of a stopped sign-in (`qrRefused`): once an hour, so that nobody can be flooded. */
export async function mayTellOfRefusal({ limiter }: Pick<Gate, 'limiter'>, accountId: string): Promise<boolean> {
  return (await limiter.take([{ key: limitKey('qr-told', accountId), limit: 1, windowMs: hour }])).ok;
}
