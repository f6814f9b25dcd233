import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { WaysMetaTable } from './ways-meta.table.ts';

export type WayRow = Selectable<WaysMetaTable>;

/** The SQL on `ways_meta`. */
export interface WayRows {
  of(accountId: string): Promise<readonly WayRow[]>;
  put(row: WayRow): Promise<void>;
}

type PutRow = { readonly [Column in keyof WayRow]: WayRow[Column] };

export function createWayRows(db: Db): WayRows {
  const ofAccount = db.prepare<{ account: string }, WayRow>((q, param) =>
    q.selectFrom('ways_meta').selectAll().where('account_id', '=', param('account')),
  );
  const putRow = db.prepare<PutRow, unknown>((q, param) => {
    const rest = {
      added_at: param('added_at'),
      vouched_by: param('vouched_by'),
      own_root_at: param('own_root_at'),
    };
    return q
      .insertInto('ways_meta')
      .values({ account_id: param('account_id'), way: param('way'), ...rest })
      .onConflict((conflict) => conflict.columns(['account_id', 'way']).doUpdateSet(rest));
  });
  return {
    of: (accountId) => ofAccount({ account: accountId }),

    async put(row) {
      await putRow(row);
    },
  };
}
