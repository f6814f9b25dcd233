import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { day } from '#server/platform/clock.ts';
import { isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Ways that stood in an account and stand no more (`core/sign-in/ways/former-ways.ts`). */
export interface FormerWaysTable {
  id: string;
  account_id: string;
  /** Kind and moment, as in `ways_meta`. */
  way: string;
  family: WayKind;
  /** Sealed value of the way: an address, a password hash. */
  sealed: string;
  /** Keyed hash of a phone, an email or an id at a platform, or ''. */
  was: string;
  added_at: number;
  root: string;
  left_at: number;
  left_by: 'removed' | 'replaced' | 'put-out';
  /** Roots of the ways that took it out, as JSON. */
  left_roots: string;
  /** Session that made the change, or ''. */
  session: string;
  outcome: Guarded<'restored' | 'dropped' | null>;
  /** Later than `left_at` where a freeze keeps it longer: its days count from this moment. */
  kept_at: Guarded<number, number | undefined>;
  /** Until then it counts as one that the account has, because another root took it out; null for the others. */
  taken_until: Guarded<number | null>;
}

export const formerWays = table<FormerWaysTable>()({
  name: 'former_ways',
  key: ['id'],
  sweep: [{ past: ['left_at', 'kept_at'], graceMs: 45 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because it is what its owner recovers with',
  merge: 'add',
  session: { session: 'stays, because it says in which session the change was' },
  data: { topic: 'security', basis: 'security', until: 'swept', since: 'left_at' },
  columns: {
    id: 'derived from formerWays',
    account_id: isInternal,
    way: 'in the export as formerWays',
    family: 'in the export as formerWays',
    sealed: 'sealed as formerWays',
    was: 'derived from formerWays',
    added_at: 'in the export as formerWays, a time',
    root: 'derived from formerWays',
    left_at: 'in the export as formerWays, a time',
    left_by: 'in the export as formerWays',
    left_roots: 'derived from formerWays',
    session: 'derived from formerWays',
    outcome: 'in the export as formerWays',
    kept_at: 'derived from formerWays',
    taken_until: 'derived from formerWays',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    former_ways: FormerWaysTable;
  }
}
