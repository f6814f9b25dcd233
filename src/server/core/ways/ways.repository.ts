import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { WaysMetaTable } from './ways-meta.table.ts';

export type WayRow = Selectable<WaysMetaTable>;

/** The SQL on `ways_meta`. */
export interface WayRows {
  of(accountId: string): Promise<readonly WayRow[]>;
  put(row: WayRow): Promise<void>;
}

export function createWayRows(db: Db): WayRows {
  const ofAccount = db.prepare<{ account: string }, WayRow>((q, param) =>
    q.selectFrom('ways_meta').selectAll().where('account_id', '=', param('account')),
  );
  return {
    of: (accountId) => ofAccount({ account: accountId }),

    async put({ account_id, way, ...rest }) {
      await db
        .q()
        .insertInto('ways_meta')
        .values({ account_id, way, ...rest })
        .onConflict((conflict) => conflict.columns(['account_id', 'way']).doUpdateSet(rest))
        .execute();
    },
  };
}
