import { wayRows, type WayKind } from '#contract/vocabulary/ways.ts';
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

/** How much the ways that were shown say together. The only code that counts ways. */
export function independence(shown: readonly Way[], { known, now }: KnownWays): Independence {
  const counting = shown.filter((way) => way.kind !== 'browser' || now - way.addedAt >= browserAgeMs);
  const standings = counting.map((way) => standingOf(way, known, now)).filter(({ isSpent }) => !isSpent);
  const pairs = standings.flatMap((one, index) => standings.slice(index + 1).map((other) => [one, other] as const)).filter(areTwo);
  if (pairs.some(([one, other]) => ![...one.carriers].some((carrier) => other.carriers.has(carrier)))) return 'independent';
  if (pairs.some(([one, other]) => !restsOnBrowser(one) && !restsOnBrowser(other))) return 'shared';
  return standings.some(opensClaims) ? 'single' : 'none';
}

/** Two ways with one root, or of one family, are one. */
function areTwo([one, other]: readonly [Standing, Standing]): boolean {
  return one.root !== other.root && one.kind !== other.kind;
}

function restsOnBrowser({ kind, rootKind }: Standing): boolean {
  return kind === 'browser' || rootKind === 'browser';
}

/** One that stands for a password says no more than the password. */
function opensClaims({ kind, rootKind }: Standing): boolean {
  return ([kind, rootKind] satisfies WayKind[]).every((each) => wayRows[each].opensClaims);
}
