import { wayRows } from '#contract/sign-in/ways/ways.words.ts';
import { standingOf, type Standing, type Way, type WayId } from './way.ts';

/**
 * From nothing to everything: nothing; the password or a social account; one of any other kind; two with different roots
 * that one theft takes; two that it does not. What each opens is decided in `decisions.ts`.
 */
export const independences = ['none', 'weak', 'single', 'shared', 'independent'] as const;

export type Independence = (typeof independences)[number];

/** The ways of an account at a moment, former ones included. */
export interface KnownWays {
  readonly known: ReadonlyMap<WayId, Way>;
  readonly now: number;
}

/** How much the ways that were shown say together. The only code that counts ways, and it counts their roots. */
export function independence(shown: readonly Way[], { known, now }: KnownWays): Independence {
  const standings = shown.map((way) => standingOf(way, known, now)).filter(({ isSuspect }) => !isSuspect);
  let isShared = false;
  for (const [index, one] of standings.entries()) {
    for (const other of standings.slice(index + 1)) {
      if (!areTwo(one, other)) continue;
      if (areApart(one, other)) return 'independent';
      isShared = true;
    }
  }
  if (isShared) return 'shared';
  if (standings.some(opensClaims)) return 'single';
  return standings.length > 0 ? 'weak' : 'none';
}

/** How many roots that is, as stops and entries compare them. */
export function rootsIn(together: Independence): 0 | 1 | 2 {
  if (together === 'none') return 0;
  return together === 'shared' || together === 'independent' ? 2 : 1;
}

/** Two ways with one root, or of one family, are one. */
function areTwo(one: Standing, other: Standing): boolean {
  return one.root !== other.root && one.kind !== other.kind;
}

/** No thief takes both at once. */
function areApart(one: Standing, other: Standing): boolean {
  for (const carrier of one.carriers) if (other.carriers.has(carrier)) return false;
  return true;
}

/** One that stands for a password says no more than the password. */
function opensClaims({ kind, rootKind }: Standing): boolean {
  return wayRows[kind].opensClaims && wayRows[rootKind].opensClaims;
}
