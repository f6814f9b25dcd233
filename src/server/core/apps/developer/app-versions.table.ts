import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/**
 * `draft`: not asked yet; `asked`: waits for the reviewer; the others are ends. A version without changes is the first
 * review of an app.
 */
export type AppVersionState = 'draft' | 'asked' | 'accepted' | 'refused' | 'withdrawn';

/** Changes of apps that wait for a review, beside the running version. */
export interface AppVersionsTable {
  id: string;
  client_id: string;
  /** JSON of the changed fields, at most 40 KB. */
  changes: Guarded<string>;
  state: Guarded<AppVersionState>;
  /** Reasons of the reviewer. */
  reasons: Guarded<string>;
  asked_at: Guarded<number | null>;
  answered_at: Guarded<number | null>;
  /** The client's id while the version is a draft or waits, so that there is one at a time. */
  open: Guarded<string | null>;
}

export const appVersions = table<AppVersionsTable>()({
  name: 'app_versions',
  key: ['id'],
  sweep: [{ past: ['answered_at'], graceMs: 365 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'by core/apps/clients/clients.repository.ts' },
  restore: 'keep, because they are what developers asked for and reviewers answered',
  merge: 'keep',
  data: {
    topic: 'apps',
    basis: 'contract',
    until: 'swept',
    of: { column: 'client_id', in: 'openid_clients', key: 'id', owner: 'owner_id' },
  },
  columns: {
    id: isRandom,
    client_id: 'in the export as ownAppReviews',
    changes: 'in the export as ownAppReviews',
    state: 'in the export as ownAppReviews',
    reasons: 'in the export as ownAppReviews',
    asked_at: 'in the export as ownAppReviews, a time',
    answered_at: 'in the export as ownAppReviews, a time',
    open: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    app_versions: AppVersionsTable;
  }
}
