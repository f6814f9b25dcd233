import type { FreezeReason, FreezeSource, IncidentState } from '#contract/protection/freeze/incidents.words.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Freezes of accounts (`core/incidents`). At most one of an account is not closed. */
export interface IncidentsTable {
  id: string;
  account_id: string;
  state: Guarded<IncidentState>;
  opened_at: number;
  opened_by: FreezeSource;
  /** The event that the account disowned, or ''. */
  event: string;
  /** The list of the way back shows what changed from this moment on. */
  window_from: number;
  why: FreezeReason;
  /** Keyed hash of the phone or email by which it was opened, or ''. */
  opened_via: string;
  /** Keyed hash of the phone or email whose link froze the account while its owner did not, or ''. */
  muted: Guarded<string>;
  /** Values that it put back, by their `PutBack`, with spaces between. */
  put_back: string;
  closed_at: Guarded<number | null>;
  /** Name of the operator who froze it, or ''. */
  operator: string;
  case_ref: string;
}

export const incidents = table<IncidentsTable>()({
  name: 'incidents',
  key: ['id'],
  sweep: [{ past: ['closed_at'], graceMs: 180 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because what a thief held then is still held',
  merge: 'keep',
  data: { topic: 'security', basis: 'security', until: 'swept', since: 'opened_at' },
  columns: {
    id: 'derived from freezes',
    account_id: isInternal,
    state: 'in the export as freezes',
    opened_at: 'in the export as freezes, a time',
    opened_by: 'in the export as freezes',
    event: 'in the export as freezes',
    window_from: 'in the export as freezes, a time',
    why: 'in the export as freezes',
    opened_via: 'derived from freezes',
    muted: 'derived from freezes',
    put_back: 'in the export as freezes',
    closed_at: 'in the export as freezes, a time',
    operator: isBookkeeping,
    case_ref: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    incidents: IncidentsTable;
  }
}
