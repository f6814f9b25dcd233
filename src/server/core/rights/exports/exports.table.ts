import type { ExportState } from '#contract/rights/exports/exports.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, isSecret, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Copies of people's data (`core/exports`). At most one of an account is under way for each who asks. */
export interface ExportsTable {
  id: string;
  account_id: string;
  /** The guardian that asked for it and as the only one may open it; '' for the account itself. */
  asked_by: string;
  /** queued → building → ready → expired; failed after three tries; canceled by its owner. */
  state: Guarded<ExportState>;
  /** Language of the page in the copy. */
  language: Language;
  requested_at: number;
  ready_at: Guarded<number | null>;
  expires_at: Guarded<number | null>;
  /** End of the lease of the instance that builds it, or of the wait before it. */
  leased_until: Guarded<number>;
  tries: Guarded<number>;
  /** Name of the sealed file, of which `parts` are in the store. */
  file: Guarded<string | null>;
  parts: Guarded<number>;
  /** Size and SHA-256 of the ZIP file. */
  bytes: Guarded<number>;
  sha256: Guarded<string | null>;
  /** Sealed key of the file. It goes before the file: what is left of the file then cannot be opened. */
  sealed_key: Guarded<string | null>;
  /** SHA-256 of the ticket of a download, base64url, with the session that may use it. */
  ticket_hash: Guarded<string | null>;
  ticket_session: Guarded<string | null>;
  ticket_until: Guarded<number | null>;
  ticket_uses: Guarded<number>;
  downloads: Guarded<number>;
  last_download_at: Guarded<number | null>;
}

/** Days for which a copy stays in the list of its owner. */
export const listedDays = 90;

export const exports = table<ExportsTable>()({
  name: 'exports',
  key: ['id'],
  sweep: [{ past: ['requested_at'], graceMs: listedDays * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'copies' },
  restore: 'void',
  merge: 'keep',
  session: { ticket_session: 'moves' },
  data: { topic: 'requests', basis: 'law', until: 'swept', since: 'requested_at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    asked_by: isInternal,
    state: 'in the export as copies',
    language: 'in the export as copies',
    requested_at: 'in the export as copies, a time',
    ready_at: 'in the export as copies, a time',
    expires_at: 'in the export as copies, a time',
    leased_until: isBookkeeping,
    tries: isBookkeeping,
    file: isRandom,
    parts: isBookkeeping,
    bytes: 'in the export as copies, a number',
    sha256: 'in the export as copies',
    sealed_key: isSecret,
    ticket_hash: isSecret,
    ticket_session: isSecret,
    ticket_until: isBookkeeping,
    ticket_uses: isBookkeeping,
    downloads: 'in the export as copies, a number',
    last_download_at: 'in the export as copies, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    exports: ExportsTable;
  }
}
