import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { FormerWaysTable } from './former-ways.table.ts';

export type FormerWayRow = Selectable<FormerWaysTable>;

/** An account keeps so many; the oldest goes. */
const perAccount = 40;

/** The SQL on `former_ways`. Their outcome is in `former-ways.guarded.ts`. */
export interface FormerWayRows {
  insert(row: Insertable<FormerWaysTable>): Promise<void>;
  /** Ways that left after this moment and are not void. */
  of(accountId: string, after: number): Promise<readonly FormerWayRow[]>;
  /** Accounts whose former phone or email has one of these hashes, the one that had it last first. */
  accountsWith(hashes: readonly string[], after: number): Promise<readonly { readonly account_id: string }[]>;
}

export function createFormerWayRows(db: Db): FormerWayRows {
  const ofAccount = db.prepare<{ account: string; after: number }, FormerWayRow>((q, param) =>
    q
      .selectFrom('former_ways')
      .selectAll()
      .where('account_id', '=', param('account'))
      .where((eb) => eb.or([eb('left_at', '>', param('after')), eb('kept_at', '>', param('after'))]))
      .where('outcome', 'is', null)
      .orderBy('left_at', 'desc')
      .orderBy('id'),
  );

  return {
    async insert(row) {
      await db.q().insertInto('former_ways').values(row).execute();
      const older = db
        .q()
        .selectFrom('former_ways')
        .select('id')
        .where('account_id', '=', row.account_id)
        .orderBy('left_at', 'desc')
        .orderBy('id')
        .limit(100)
        .offset(perAccount);
      await db.q().deleteFrom('former_ways').where('id', 'in', older).execute();
    },

    of: (account, after) => ofAccount({ account, after }),

    accountsWith: (hashes, after) =>
      db
        .q()
        .selectFrom('former_ways')
        .select('account_id')
        .where('was', 'in', [...hashes])
        .where((eb) => eb.or([eb('left_at', '>', after), eb('kept_at', '>', after)]))
        .where('outcome', 'is', null)
        .orderBy('left_at', 'desc')
        .orderBy('id')
        .execute(),
  };
}
