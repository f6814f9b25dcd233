import type { Region } from '#contract/vocabulary/regions.ts';
import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** The regions with an age gate, each since the first start with it. Milliseconds. */
export interface AgeGatesTable {
  region: Region;
  since: number;
}

export const ageGates = table<AgeGatesTable>()({
  name: 'age_gates',
  key: ['region'],
  sweep: 'by core/account/age/age-gates.repository.ts',
  erase: 'of nobody, because they are settings of the operator',
  restore: 'keep, because people have been asked since',
  merge: 'keep',
  columns: { region: isBookkeeping, since: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    age_gates: AgeGatesTable;
  }
}
