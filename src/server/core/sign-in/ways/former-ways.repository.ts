import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { FormerWaysTable } from './former-ways.table.ts';

export type FormerWayRow = Selectable<FormerWaysTable>;

/**
 * Most former ways of an account. Void ones go first, then those that their own root took out, the one that was added last
 * first: a thief who adds and removes ways again and again pushes out nothing that was there before.
 */
export const formerWaysPerAccount = 40;

/** The SQL on `former_ways`. Their outcome is in `former-ways.guarded.ts`. */
export interface FormerWayRows {
  insert(row: Insertable<FormerWaysTable>): Promise<void>;
  /** Ways that left after this moment and are not void. */
  of(accountId: string, after: number): Promise<readonly FormerWayRow[]>;
  /** Accounts whose former phone or email has one of these hashes, the one that had it last first. */
  accountsWith(hashes: readonly string[], after: number): Promise<readonly Pick<FormerWayRow, 'id' | 'account_id'>[]>;
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
        .orderBy((eb) => eb.case().when('outcome', 'is', null).then(0).else(1).end())
        .orderBy((eb) => eb.case().when('taken_until', 'is', null).then(1).else(0).end())
        .orderBy('added_at')
        .orderBy('id')
        .limit(100)
        .offset(formerWaysPerAccount);
      await db.q().deleteFrom('former_ways').where('id', 'in', older).execute();
    },

    of: (account, after) => ofAccount({ account, after }),

    accountsWith: (hashes, after) =>
      db
        .q()
        .selectFrom('former_ways')
        .select(['id', 'account_id'])
        .where('was', 'in', [...hashes])
        .where((eb) => eb.or([eb('left_at', '>', after), eb('kept_at', '>', after)]))
        .where('outcome', 'is', null)
        .orderBy('left_at', 'desc')
        .orderBy('id')
        .execute(),
  };
}
