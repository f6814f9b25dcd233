import type { Carrier } from '#contract/sign-in/ways/ways.words.ts';
import { independence, type Independence, type KnownWays } from './independence.ts';
import { standingOf, type Way, type WayId } from './way.ts';

/** The ways that were shown for a change, together. */
export interface Taking {
  readonly independence: Independence;
  readonly roots: readonly WayId[];
  readonly carriers: readonly Carrier[];
  readonly sessionId: string;
}

/** A change by something that is no way of the account. */
export const takenByOne: Taking = { independence: 'single', roots: [], carriers: [], sessionId: '' };

/** Combined statement of the ways that were shown for a change. */
export function takingOf(shown: readonly Way[], ways: KnownWays, sessionId = ''): Taking {
  const standings = shown.map((way) => standingOf(way, ways.known, ways.now));
  return {
    independence: independence(shown, ways),
    roots: [...new Set(standings.map(({ root }) => root))],
    carriers: [...new Set(standings.flatMap(({ carriers }) => [...carriers]))],
    sessionId,
  };
}

/** Statement of an audit row about the proofs of a change: their roots and carriers, never a value. */
export function provenBy({ roots, carriers }: Taking): { readonly roots: string; readonly carriers: string } {
  return { roots: roots.toSorted().join(' '), carriers: carriers.toSorted().join(' ') };
}
