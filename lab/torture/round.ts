/** What `npm run torture` was asked for. */
export interface TortureOptions {
  /** Of everything that is drawn at random. When the machine's threads take turns is not in it. */
  readonly seed: number;
  /** Power cuts. */
  readonly cuts: number;
  /** How often `kill` kills at least, on each database. */
  readonly kills: number;
  /** Acknowledged writes, for each database, after which `kill` ends; 0 for those of a minute. */
  readonly writes: number;
  /** Credentials that `revocation` revokes. */
  readonly revocations: number;
  /** Whether little of everything is asked for. */
  readonly small: boolean;
  /** The version that `upgrade` replaces: a commit. */
  readonly from: string;
}

/** One promise that was put to the test. */
export interface Finding {
  readonly promise: string;
  readonly seen: string;
  readonly isKept: boolean;
  /** The same with the protection taken out, where it can be: a test that cannot fail shows nothing. */
  readonly control?: { readonly seen: string; readonly hasFailed: boolean };
}

/** Tells what it finds when it finds it. */
export type Round = (options: TortureOptions) => AsyncGenerator<Finding>;

/** The machine lacks what a round needs; the message is one line. */
export class Missing extends Error {}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function drawFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
