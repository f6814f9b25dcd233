import type { Strength } from '#contract/sign-in/ways/ways.words.ts';
import { day, hour } from '#server/platform/clock.ts';
import { independence, rootsIn, type Independence, type KnownWays } from './independence.ts';
import { kindOf, longPeriodMs, standingOf, type Way, type WayId, type WayState } from './way.ts';

/** Weight of an action: one way of this strength; on a protected account perhaps two. */
export interface ActionWeight {
  readonly strength: Strength;
  readonly onProtected: 'one' | 'two';
}

/** How long a claim waits where the ways that were shown are not independent, milliseconds. */
export type ClaimWaits = Readonly<Record<Exclude<Independence, 'none' | 'independent'>, number>>;

export const usualClaimWaits: ClaimWaits = { shared: 24 * hour, single: 72 * hour, weak: 7 * day };

/** The ways that were shown, among all of the account. */
export interface Evidence extends KnownWays {
  /** Waits of the installation; by default the usual ones. */
  readonly waitsMs?: ClaimWaits | undefined;
  readonly shown: readonly Way[];
  /** Ways that could be shown: an account without a strong way is served by its strongest. */
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

/** A visitor at the door of an account. */
export interface AtDoor extends Omit<Evidence, 'possible' | 'isProtected'> {
  /** False for an ordinary account that is not frozen, at a calm visit. */
  readonly isClosed: boolean;
}

/**
 * The one door of a protected or frozen account: two apart at once, less after a wait. Every way counts there that the
 * account has or had. An open account takes two together of which one is a contact that it has: what a way has added says no more
 * than the way.
 */
export function mayEnter({ shown, isClosed, ...known }: AtDoor): Verdict {
  const together = independence(shown, known);
  if (together === 'independent') return 'now';
  if (!isClosed && rootsIn(together) === 2 && shown.some((way) => isContact(way) && way.state === 'current')) return 'now';
  return afterWait(together, known);
}

/**
 * Whether the ways stop a wait: those that the account has, or that another root took out a moment ago, of as many roots
 * as opened it. The ways that opened it count too, so that its opener stops it by the same rule.
 */
export function mayStop(openers: number, { shown, ...known }: Pick<Evidence, 'shown' | keyof KnownWays>): boolean {
  const roots = rootsIn(independence(shown.filter(isPresent), known));
  return roots > 0 && roots >= openers;
}

/** Whether a way counts as one that the account has, in stops and before a new password: what another root took out still does. */
export function isPresent(way: Pick<Way, 'state'> | undefined): boolean {
  return way?.state === 'current' || way?.state === 'taken';
}

/** Whether a way freezes: any that the account has or had, unless somebody who got in put it out. */
export function mayFreeze({ state }: Pick<Way, 'state'>): boolean {
  return state !== 'out';
}

/** Whether a wait continues after an entry: it has more roots than the entry. */
export function outlasts({ openers, entry }: { readonly openers: number; readonly entry: number }): boolean {
  return openers > entry;
}

/** Evidence that took a way out. */
export interface TakenBy {
  readonly independence: Independence;
  readonly roots: readonly WayId[];
}

/** State of a way after an action took it out: its owner threw it out, its own root did, or perhaps somebody else. */
export function leavesAs(way: Way, by: TakenBy, { known, now }: KnownWays): Exclude<WayState, 'current' | 'out'> | 'void' {
  if (by.independence === 'independent') return 'void';
  return by.roots.includes(standingOf(way, known, now).root) ? 'former' : 'taken';
}

/** State of a way that an entry does not keep. */
export function unkeptIs(entry: Independence): Extract<WayState, 'out'> | 'void' {
  return entry === 'independent' ? 'void' : 'out';
}

/** A way that an entry keeps only if the person says so: it may be a thief's. */
export function isUnticked(way: Way, { shown, now }: { readonly shown: readonly Way[]; readonly now: number }): boolean {
  return now - way.addedAt < longPeriodMs && !shown.some(({ id }) => id === way.id);
}

/**
 * Whether the account has a way of a root that was not shown, those included that another root took out: a thief who
 * resets the password by a stolen phone still meets the password that was there.
 */
export function hasOtherRoot({ shown, possible, ...known }: Pick<Evidence, 'shown' | 'possible' | keyof KnownWays>): boolean {
  return possible.some((way) => isOtherRoot(way, { shown, ...known }));
}

/** Whether a way adds a root to those that were shown. One that proves nothing has none. */
export function isOtherRoot(way: Way, { shown, ...known }: Pick<Evidence, 'shown' | keyof KnownWays>): boolean {
  const counting = shown.filter((each) => independence([each], known) !== 'none');
  return counting.every((each) => rootsIn(independence([each, way], known)) === 2);
}

/** The remaining ways must sign in and recover: a code or a link by phone or email does both. */
export function leavesWayIn(remaining: readonly Pick<Way, 'id'>[]): boolean {
  return remaining.some(isContact);
}

/** Zero for a way that proves nothing. */
export function strengthOf(way: Way, { known, now }: KnownWays): Strength {
  const { isSuspect, strength } = standingOf(way, known, now);
  return isSuspect ? 0 : strength;
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
