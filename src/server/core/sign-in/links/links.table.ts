import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';
import type { LinkKind } from './link-rows.ts';

/** Mailed links, each valid once (`core/links`). */
export interface LinksTable {
  /** SHA-256 of the token, base64url. */
  id: string;
  kind: LinkKind;
  /** '' for a link without an account, which never leaves the server. */
  account_id: string;
  /**
   * Epoch of the account when the link was made; after a change the link is invalid. Null for a kind that outlives
   * changes of credentials.
   */
  credential_epoch: number | null;
  /** Sealed JSON of target and payload. */
  sealed: string;
  created_at: number;
  expires_at: number;
  voided_at: Guarded<number | null>;
  used_at: Guarded<number | null>;
}

export const links = table<LinksTable>()({
  name: 'links',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'links' },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'short', basis: 'contract', until: 'short', since: 'created_at' },
  columns: {
    id: 'derived from links',
    kind: 'in the export as links',
    account_id: isInternal,
    credential_epoch: isBookkeeping,
    sealed: 'derived from links',
    created_at: 'in the export as links, a time',
    expires_at: 'derived from links',
    voided_at: isBookkeeping,
    used_at: 'in the export as links, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    links: LinksTable;
  }
}
