import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { longPeriodMs } from './way.ts';
import type { Account, Recovery } from '#server/core/account/accounts/account.ts';

/** A sign-in method that was new when the account was recovered. */
export interface AddedWay {
  readonly type: 'phone' | 'email' | 'passkey' | Platform;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

/**
 * Shows additions from this period before a recovery, for this period after it: a theft of 30 days and the longest wait
 * of its owner fit into it.
 */
const reviewPeriodMs = longPeriodMs;

/**
 * Sign-in methods added in the 45 days before a recovery, shown for 45 days after it, because an intruder may have left
 * one as a way back. Excludes the contact that proved the recovery, and additions after the recovery: both are the
 * owner's.
 */
export function addedLately({ recovery, phoneAddedAt, emailAddedAt, socials, passkeys }: Account, now: number): readonly AddedWay[] {
  if (recovery === null || recovery.isReviewed || now >= recovery.at + reviewPeriodMs) return [];
  const ways = [
    { type: 'phone' as const, addedAt: phoneAddedAt },
    { type: 'email' as const, addedAt: emailAddedAt },
    ...socials.map(({ platform, boundAt }) => ({ type: platform, addedAt: boundAt })),
    // One line for all: their page has a list.
    ...passkeys
      .filter(({ addedAt }) => isAddedShortlyBefore(recovery, addedAt))
      .slice(0, 1)
      .map(({ addedAt }) => ({ type: 'passkey' as const, addedAt })),
  ];
  return ways.flatMap(({ type, addedAt }) =>
    addedAt !== null && type !== recovery.by && isAddedShortlyBefore(recovery, addedAt) ? [{ type, addedAt }] : [],
  );
}

/**
 * Whether a phone or email added at `addedAt` may be an intruder's: added shortly before the last recovery, and newer
 * than the contact that proved it. An older one may be the owner's, and the recovery the intruder's.
 */
export function isSuspect({ recovery }: Pick<Account, 'recovery'>, addedAt: number): boolean {
  return recovery !== null && isAddedShortlyBefore(recovery, addedAt) && addedAt > recovery.since;
}

/**
 * Whether a way excludes an intruder with a recently added contact: the contact that proved the recovery, the password
 * set by the recovery, and what is older than the list. What was added after the recovery proves nothing here, because
 * an intruder may have added it.
 */
export function isBeyondSuspicion(
  { recovery }: Pick<Account, 'recovery'>,
  { kind, addedAt }: { readonly kind: WayKind; readonly addedAt: number },
): boolean {
  if (recovery === null) return true;
  if (addedAt > recovery.at) return false;
  return kind === 'password' || kind === recovery.by || !isAddedShortlyBefore(recovery, addedAt);
}

function isAddedShortlyBefore(recovery: Recovery, addedAt: number): boolean {
  return addedAt > recovery.at - reviewPeriodMs && addedAt <= recovery.at;
}
