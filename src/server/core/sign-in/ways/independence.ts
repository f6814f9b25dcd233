import { wayRows } from '#contract/sign-in/ways/ways.words.ts';
import { day } from '#server/platform/clock.ts';
import { standingOf, type Standing, type Way, type WayId } from './way.ts';

/** From nothing to everything. What each opens is decided in `decisions.ts`. */
export const independences = ['none', 'single', 'shared', 'independent'] as const;

export type Independence = (typeof independences)[number];

/** A browser counts when it has been known for so long. */
const browserAgeMs = 7 * day;

/** The ways of an account at a moment, former ones included. */
export interface KnownWays {
  readonly known: ReadonlyMap<WayId, Way>;
  readonly now: number;
}

/**
 * How much the ways that were shown say together. The only code that counts ways. What somebody who froze the account has
 * named as stolen counts one step less: it opens nothing at once, and a thief's lie keeps nobody out for good (ADR 112).
 */
export function independence(shown: readonly Way[], { known, now }: KnownWays): Independence {
  const counting = shown.filter((way) => way.kind !== 'browser' || now - way.addedAt >= browserAgeMs);
  const standings = counting.map((way) => standingOf(way, known, now)).filter(({ isSpent }) => !isSpent);
  const sure = together(standings.filter(({ isNamed }) => !isNamed));
  const oneLess = independences[independences.indexOf(together(standings)) - 1] ?? 'none';
  return independences.indexOf(oneLess) > independences.indexOf(sure) ? oneLess : sure;
}

function together(standings: readonly Standing[]): Independence {
  let isShared = false;
  for (const [index, one] of standings.entries()) {
    for (const other of standings.slice(index + 1)) {
      if (!areTwo(one, other)) continue;
      if (areApart(one, other)) return 'independent';
      isShared ||= !restsOnBrowser(one) && !restsOnBrowser(other);
    }
  }
  if (isShared) return 'shared';
  return standings.some(opensClaims) ? 'single' : 'none';
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

function restsOnBrowser({ kind, rootKind }: Standing): boolean {
  return kind === 'browser' || rootKind === 'browser';
}

/** One that stands for a password says no more than the password. */
function opensClaims({ kind, rootKind }: Standing): boolean {
  return wayRows[kind].opensClaims && wayRows[rootKind].opensClaims;
}
