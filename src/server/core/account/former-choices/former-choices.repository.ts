import { chosenColumns, type ChosenColumns } from '#server/core/account/accounts/accounts.guarded.ts';
import { identifierRows, type IdentifierRow } from '#server/core/account/accounts/identifiers.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';

export const chosenNames = ['username', 'nickname'] as const;

export interface Stood {
  readonly columns: ChosenColumns;
  readonly names: readonly Omit<IdentifierRow, 'account_id'>[];
}

/** Keeps what stands now, in the transaction of the choice and before it. */
export async function keepStood(db: Db, accountId: string, at: number): Promise<void> {
  const columns = await db.q().selectFrom('accounts').select(chosenColumns).where('id', '=', accountId).executeTakeFirstOrThrow();
  const names = (await identifierRows(db, accountId)).flatMap(({ account_id: _owner, ...row }) =>
    chosenNames.some((name) => name === row.kind) ? [row] : [],
  );
  const stood: Stood = { columns, names };
  await db
    .q()
    .insertInto('former_choices')
    .values({ id: newId(), account_id: accountId, stood_until: at, stood: JSON.stringify(stood) })
    .execute();
}

/** Value at a moment; undefined where nothing was chosen since. */
export async function findStood(db: Db, { accountId, since }: { readonly accountId: string; readonly since: number }) {
  const row = await db
    .q()
    .selectFrom('former_choices')
    .select('stood')
    .where('account_id', '=', accountId)
    .where('stood_until', '>=', since)
    .orderBy('stood_until')
    .limit(1)
    .executeTakeFirst();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keepStood` writes it
  return row && (JSON.parse(row.stood) as Stood);
}

/** Forgets what a freeze has put back. */
export async function dropStood(db: Db, { accountId, since }: { readonly accountId: string; readonly since: number }): Promise<void> {
  await db.q().deleteFrom('former_choices').where('account_id', '=', accountId).where('stood_until', '>=', since).execute();
}
