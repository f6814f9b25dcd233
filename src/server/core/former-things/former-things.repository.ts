import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { PasskeyRow } from '#server/core/passkeys/passkeys.repository.ts';
import type { TotpSecretsTable } from '#server/core/second-step/totp-secrets.table.ts';

export type TotpRow = Selectable<TotpSecretsTable>;

interface OwnThing {
  readonly accountId: string;
  readonly id: string;
}

/** An authenticator app that is a second step. */
export async function findApp(db: Db, { accountId, id }: OwnThing): Promise<TotpRow | undefined> {
  return db
    .q()
    .selectFrom('totp_secrets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('pending_until', 'is', null)
    .executeTakeFirst();
}

export async function findPasskey(db: Db, { accountId, id }: OwnThing): Promise<PasskeyRow | undefined> {
  return db.q().selectFrom('passkeys').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** False where it stands already. */
export async function insertApp(db: Db, row: TotpRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .q()
    .insertInto('totp_secrets')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False where somebody has it by now. */
export async function insertPasskey(db: Db, row: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .q()
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
