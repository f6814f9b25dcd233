import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

export interface LeaseOrder {
  readonly queue: string;
  readonly item: string;
  readonly member: string;
  readonly at: number;
  readonly until: number;
}

/** Takes an item, or keeps it: false while another member has it. Exactly one of racing members gets it. */
export async function takeItem(db: Db, { queue, item, member, at, until }: LeaseOrder): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await unguarded(db)
    .insertInto('desk_leases')
    .values({ queue, item, member, until })
    .onConflict((conflict) =>
      conflict
        .columns(['queue', 'item'])
        .doUpdateSet({ member, until })
        .where((eb) => eb.or([eb('desk_leases.member', '=', member), eb('desk_leases.until', '<=', at)])),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Gives an item back: false if this member does not have it. */
export async function releaseItem(db: Db, { queue, item, member, at }: Omit<LeaseOrder, 'until'>): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('desk_leases')
      .set({ until: at })
      .where('queue', '=', queue)
      .where('item', '=', item)
      .where('member', '=', member)
      .where('until', '>', at)
      .executeTakeFirstOrThrow(),
  );
}
