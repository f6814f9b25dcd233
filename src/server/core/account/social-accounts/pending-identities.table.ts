import { isBookkeeping, isSecret, shortGraceMs, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** People who came back from a platform without an account here: the data behind `platform_key`. */
export interface PendingIdentitiesTable {
  /** SHA-256 of the key, base64url. */
  id: string;
  platform: string;
  visitor: string;
  /** Sealed JSON of key, identity and continue URL. */
  sealed: string;
  created_at: number;
  expires_at: number;
  used_at: Guarded<number | null>;
}

export const pendingIdentities = table<PendingIdentitiesTable>()({
  name: 'pending_identities',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: shortGraceMs, every: 'minute' }],
  erase: { rows: 'wait', reason: 'because they are of a browser, and sealed with a key that only it has' },
  restore: 'void',
  merge: 'keep',
  data: 'nothing, because nothing leads from them to an account',
  columns: {
    id: isSecret,
    platform: 'not personal, because nothing leads from it to an account',
    visitor: 'not personal, because nothing leads from it to an account',
    sealed: 'not personal, because nothing leads from it to an account',
    created_at: isBookkeeping,
    expires_at: isBookkeeping,
    used_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    pending_identities: PendingIdentitiesTable;
  }
}
