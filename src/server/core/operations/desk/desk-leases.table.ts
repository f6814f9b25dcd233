import { minute } from '#server/platform/clock.ts';
import { isBookkeeping, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Members at work on items of a queue (`./desk-leases.guarded.ts`). */
export interface DeskLeasesTable {
  queue: string;
  item: string;
  member: Guarded<string>;
  until: Guarded<number>;
}

export const deskLeases = table<DeskLeasesTable>()({
  name: 'desk_leases',
  key: ['queue', 'item'],
  sweep: [{ past: ['until'], graceMs: minute, every: 'hour' }],
  erase: 'of nobody, because an item is the id of an app, a request or a message',
  restore: 'void',
  merge: 'keep',
  columns: { queue: isBookkeeping, item: isRandom, member: isBookkeeping, until: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    desk_leases: DeskLeasesTable;
  }
}
