import { isInternal, isRandom, isSecret, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Tickets for one upload each (contract 5), bound to account and session. */
export interface UploadsTable {
  /** Identifies the upload in its URL. */
  id: string;
  /** SHA-256 of the ticket that finishes the upload. */
  ticket_hash: string;
  account_id: string;
  session_id: Guarded<string>;
  created_at: number;
  expires_at: number;
  /** Location of the bytes in the store; null until uploaded, when they pass through this server. */
  file: Guarded<string | null>;
  used_at: Guarded<number | null>;
}

export const uploads = table<UploadsTable>()({
  name: 'uploads',
  key: ['id'],
  sweep: 'by capabilities/account/avatar/remove-orphans.ts',
  erase: { rows: 'go', of: 'account_id' },
  restore: 'void',
  merge: 'keep',
  session: { session_id: 'moves' },
  data: { topic: 'short', basis: 'contract', until: 'short', since: 'created_at' },
  columns: {
    id: isRandom,
    ticket_hash: isSecret,
    account_id: isInternal,
    session_id: 'derived from uploads',
    created_at: 'in the export as uploads, a time',
    expires_at: 'derived from uploads',
    file: 'in the export as uploads',
    used_at: 'in the export as uploads, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    uploads: UploadsTable;
  }
}
