/** The options of `npm run torture`. */
export interface TortureOptions {
  /** Seed of all random draws. It does not cover the scheduling of the machine's threads. */
  readonly seed: number;
  /** Power cuts. */
  readonly cuts: number;
  /** How often `kill` kills at least, on each database. */
  readonly kills: number;
  /** Acknowledged writes, for each database, after which `kill` ends; 0 for those of a minute. */
  readonly writes: number;
  /** Credentials that `revocation` revokes. */
  readonly revocations: number;
  /** Acts that `signals` tells of, over two instances. */
  readonly acts: number;
  /** Whether everything runs on a small scale. */
  readonly small: boolean;
  /** The version that `upgrade` replaces: a commit. */
  readonly from: string;
}

/** One promise that was put to the test. */
export interface Finding {
  readonly promise: string;
  readonly seen: string;
  readonly isKept: boolean;
  /** The same without the protection, where possible: a test that cannot fail shows nothing. */
  readonly control?: { readonly seen: string; readonly hasFailed: boolean };
}

/** Reports each finding as soon as it is known. */
export type Round = (options: TortureOptions) => AsyncGenerator<Finding>;

/** The machine lacks a requirement of a round; the message is one line. */
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
