import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { ProofMethod } from '#contract/vocabulary/identity-proof.ts';
import { day } from '#server/platform/clock.ts';
import type { Account, Recovery } from './account.ts';

/** A way to sign in that stood in the account when it was recovered, and had not for long. */
export interface AddedWay {
  readonly type: 'phone' | 'email' | Platform;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

/** What was added this short a time before a recovery is shown, and this long after it. Milliseconds. */
const reviewPeriodMs = 30 * day;

/**
 * The ways to sign in that were added in the 30 days before the account was recovered, for the 30 days after it: whoever had got into the
 * account may have left one as a way back. What proved the recovery is its owner's, and what they added afterwards too.
 */
export function addedLately({ recovery, phoneAddedAt, emailAddedAt, socials }: Account, now: number): readonly AddedWay[] {
  if (recovery === null || recovery.isReviewed || now >= recovery.at + reviewPeriodMs) return [];
  const ways = [
    { type: 'phone' as const, addedAt: phoneAddedAt },
    { type: 'email' as const, addedAt: emailAddedAt },
    ...socials.map(({ platform, boundAt }) => ({ type: platform, addedAt: boundAt })),
  ];
  return ways.flatMap(({ type, addedAt }) =>
    addedAt !== null && type !== recovery.by && isAddedShortlyBefore(recovery, addedAt) ? [{ type, addedAt }] : [],
  );
}

/**
 * Whether a phone or email that came to the account at `addedAt` may be an intruder's: added shortly before the last recovery, and younger
 * than what proved that. What is older may be the owner's, and whoever recovered the intruder.
 */
export function isSuspect({ recovery }: Pick<Account, 'recovery'>, addedAt: number): boolean {
  return recovery !== null && isAddedShortlyBefore(recovery, addedAt) && addedAt > recovery.since;
}

/**
 * Whether a method proves somebody who did not come by a way that was added lately: what proved the recovery, the password that the recovery
 * has set, and a phone or email that is older than the list. What came after the recovery proves nothing here, because whoever came by an
 * added way may have brought it.
 */
export function isBeyondSuspicion({ recovery, passwordChangedAt, phoneAddedAt, emailAddedAt }: Account, method: ProofMethod): boolean {
  if (recovery === null) return true;
  const since = { password: passwordChangedAt, phone: phoneAddedAt, email: emailAddedAt }[method];
  if (since === null || since > recovery.at) return false;
  return method === 'password' || method === recovery.by || !isAddedShortlyBefore(recovery, since);
}

function isAddedShortlyBefore(recovery: Recovery, addedAt: number): boolean {
  return addedAt > recovery.at - reviewPeriodMs && addedAt <= recovery.at;
}
