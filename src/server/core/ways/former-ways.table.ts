import type { WayKind } from '#contract/vocabulary/ways.ts';
import { day } from '#server/platform/clock.ts';
import { isInternal, table, type Guarded } from '#server/platform/db/table.ts';

/** What stood in an account and stands no more (`core/ways/former-ways.ts`). */
export interface FormerWaysTable {
  id: string;
  account_id: string;
  /** Kind and moment, as in `ways_meta`. */
  way: string;
  family: WayKind;
  /** What it was, sealed: an address, a password hash. */
  sealed: string;
  /** Keyed hash of a phone or an email, or ''. */
  was: string;
  added_at: number;
  root: string;
  left_at: number;
  left_by: 'removed' | 'replaced' | 'set-aside';
  /** Roots of the ways that took it out, as JSON. */
  left_roots: string;
  /** Session that made the change, or ''. */
  session: string;
  /** Hash of the cookie of the browser that made the change, or ''. */
  browser: string;
  incident_id: string | null;
  outcome: Guarded<'restored' | 'dropped' | null>;
}

export const formerWays = table<FormerWaysTable>()({
  name: 'former_ways',
  key: ['id'],
  sweep: [{ past: ['left_at'], graceMs: 45 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because it is what its owner recovers with',
  merge: 'keep',
  columns: {
    id: 'derived',
    account_id: isInternal,
    way: 'in the export',
    family: 'in the export',
    sealed: 'derived',
    was: 'derived',
    added_at: 'in the export',
    root: 'derived',
    left_at: 'in the export',
    left_by: 'in the export',
    left_roots: 'derived',
    session: 'derived',
    browser: 'derived',
    incident_id: 'derived',
    outcome: 'in the export',
  },
});
