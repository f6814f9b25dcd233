import type { Carrier } from '#contract/sign-in/ways/ways.words.ts';
import type { Independence } from './independence.ts';
import type { WayId } from './way.ts';

/** The ways that were shown for a change, together. */
export interface Taking {
  readonly independence: Independence;
  readonly roots: readonly WayId[];
  readonly carriers: readonly Carrier[];
  readonly sessionId: string;
  /** Hash of the cookie, or ''. */
  readonly browser: string;
}

/** A change by one way, of which no more is known. */
export const takenByOne: Taking = { independence: 'single', roots: [], carriers: [], sessionId: '', browser: '' };

/** What an audit row of a change says of its proofs: their roots and carriers, never a value. */
export function provenBy({ roots, carriers }: Taking): { readonly roots: string; readonly carriers: string } {
  return { roots: roots.toSorted().join(' '), carriers: carriers.toSorted().join(' ') };
}
