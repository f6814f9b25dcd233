import type { Strength } from '#contract/sign-in/ways/ways.words.ts';
import { hour } from '#server/platform/clock.ts';
import { independence, type Independence, type KnownWays } from './independence.ts';
import { kindOf, longPeriodMs, standingOf, type Way, type WayId } from './way.ts';

/** What an action takes: one way of this strength, or on a protected account two. */
export interface ActionWeight {
  readonly strength: Strength;
  readonly onProtected: 'one' | 'two';
}

/** How long a claim waits where the ways that were shown are not independent, milliseconds. */
export type ClaimWaits = Readonly<Record<'shared' | 'single', number>>;

export const usualClaimWaits: ClaimWaits = { shared: 24 * hour, single: 72 * hour };

/** The ways that were shown, among all of the account. */
export interface Evidence extends KnownWays {
  /** Those of the installation; by default the usual ones. */
  readonly waitsMs?: ClaimWaits | undefined;
  readonly shown: readonly Way[];
  /** Those that could be shown: an account without a strong way is served by its strongest. */
  readonly possible: readonly Way[];
  readonly isProtected: boolean;
}

export type Verdict = 'now' | 'refused' | { readonly afterMs: number };

/** Whether the ways suffice for an action; on a protected account an action that takes two may wait as a claim. */
export function mayAct({ strength, onProtected }: ActionWeight, evidence: Evidence): Verdict {
  const together = independence(evidence.shown, evidence);
  if (together === 'independent') return 'now';
  if (evidence.isProtected && onProtected === 'two') return afterWait(together, evidence);
  const needed = Math.min(strength, strongest(evidence.possible, evidence));
  return evidence.shown.some((way) => strengthOf(way, evidence) >= needed) && needed > 0 ? 'now' : 'refused';
}

/**
 * Whether the ways recover the account: one is enough for an ordinary account, if it can receive a code or a link.
 */
export function mayRecover({ shown, isProtected, ...known }: Evidence): Verdict {
  const together = independence(shown, known);
  if (together === 'independent') return 'now';
  if (isProtected) return afterWait(together, known);
  return shown.some((way) => isContact(way) && !standingOf(way, known.known, known.now).isSpent) ? 'now' : 'refused';
}

/** A claim that waits. */
export interface OpenClaim {
  /** Of the ways that opened it. */
  readonly roots: ReadonlySet<WayId>;
  /** The way that is to go; undefined for a recovery. */
  readonly target: Way | undefined;
}

/**
 * Whether the ways stop a claim: one of another root does, but the way that is to go needs another beside it: a thief
 * would keep a stolen way by its own notice.
 */
export function mayStop({ roots, target }: OpenClaim, { shown, known, now }: Pick<Evidence, 'shown' | keyof KnownWays>): boolean {
  const standings = shown.map((way) => standingOf(way, known, now)).filter(({ isSpent, kind }) => !isSpent && kind !== 'browser');
  const goes = target && standingOf(target, known, now).root;
  return standings.some(({ root }) => !roots.has(root) && root !== goes);
}

/**
 * Whether a removed way goes on proving in a recovery for 45 days. One that two independent ways removed is void at
 * once: the owner threw it out.
 */
export function becomesFormer(removedBy: Independence): boolean {
  return removedBy !== 'independent';
}

/** A way that a recovery keeps only if the owner says so: it may be a thief's. */
export function isUnticked(way: Way, { shown, now }: { readonly shown: readonly Way[]; readonly now: number }): boolean {
  return now - way.addedAt < longPeriodMs && !shown.some(({ id }) => id === way.id);
}

/** The remaining ways must sign in and recover: a code or a link by phone or email does both. */
export function leavesWayIn(remaining: readonly Pick<Way, 'id'>[]): boolean {
  return remaining.some(isContact);
}

/** Zero for a way that proves nothing any more. */
export function strengthOf(way: Way, { known, now }: KnownWays): Strength {
  const { isSpent, strength } = standingOf(way, known, now);
  return isSpent ? 0 : strength;
}

function strongest(possible: readonly Way[], known: KnownWays): number {
  return Math.max(0, ...possible.map((way) => strengthOf(way, known)));
}

function afterWait(together: Exclude<Independence, 'independent'>, { waitsMs = usualClaimWaits }: Pick<Evidence, 'waitsMs'>): Verdict {
  return together === 'none' ? 'refused' : { afterMs: waitsMs[together] };
}

function isContact({ id }: Pick<Way, 'id'>): boolean {
  return ['phone', 'email'].includes(kindOf(id));
}
