import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** Progress of the import of a file. */
export interface LegacyImportsTable {
  /** SHA-256 of the file, base64url. */
  id: string;
  lines_done: number;
  imported: number;
  updated: number;
  unchanged: number;
  refused: number;
  started_at: number;
  finished_at: number | null;
}

export const legacyImports = table<LegacyImportsTable>()({
  name: 'legacy_imports',
  key: ['id'],
  sweep: 'never, because they say how far a file has come',
  erase: 'of nobody, because they say how far a file has come',
  restore: 'keep, because the import continues from there',
  merge: 'keep',
  columns: {
    id: isBookkeeping,
    lines_done: isBookkeeping,
    imported: isBookkeeping,
    updated: isBookkeeping,
    unchanged: isBookkeeping,
    refused: isBookkeeping,
    started_at: isBookkeeping,
    finished_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    legacy_imports: LegacyImportsTable;
  }
}
