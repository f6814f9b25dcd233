import { table } from '#server/platform/db/tables/table.ts';

/** One release of agreements: never changed, never removed. Times are milliseconds. */
export interface PublicationsTable {
  /** From 1, without gaps. */
  number: number;
  origin: 'built-in' | 'operator';
  published_at: number;
  effective_at: number;
  /** Until when people may put it off; null for one that asks nobody. */
  later_until: number | null;
}

const isPublic = 'not personal, because it is a text for everybody';

export const publications = table<PublicationsTable>()({
  name: 'publications',
  key: ['number'],
  sweep: 'never, because people have accepted them',
  erase: 'of nobody, because they are texts for everybody',
  restore: 'keep, because people have accepted them',
  merge: 'keep',
  columns: { number: isPublic, origin: isPublic, published_at: isPublic, effective_at: isPublic, later_until: isPublic },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    publications: PublicationsTable;
  }
}
