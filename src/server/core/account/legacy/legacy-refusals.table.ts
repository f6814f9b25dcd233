import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** A refused row of an imported file, and the reason: names of fields and rules, never a value. */
export interface LegacyRefusalsTable {
  import_id: string;
  line: number;
  reason: string;
}

export const legacyRefusals = table<LegacyRefusalsTable>()({
  name: 'legacy_refusals',
  key: ['import_id', 'line'],
  sweep: 'never, because an operator reads them',
  erase: 'of nobody, because they are lines of a file, without a value',
  restore: 'keep, because the import continues from there',
  merge: 'keep',
  columns: { import_id: isBookkeeping, line: isBookkeeping, reason: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    legacy_refusals: LegacyRefusalsTable;
  }
}
