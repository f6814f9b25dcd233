import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { PasskeyRow } from '#server/core/sign-in/passkeys/passkeys.repository.ts';
import type { RecoveryCodesTable } from '#server/core/sign-in/two-step/recovery-codes.table.ts';
import type { TotpSecretsTable } from '#server/core/sign-in/two-step/totp-secrets.table.ts';

export type TotpRow = Selectable<TotpSecretsTable>;

export type CodeRow = Selectable<RecoveryCodesTable>;

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

/** The codes of one sheet that are not used. */
export async function findPaper(
  db: Db,
  { accountId, madeAt }: { readonly accountId: string; readonly madeAt: number },
): Promise<readonly CodeRow[]> {
  return db
    .q()
    .selectFrom('recovery_codes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('made_at', '=', madeAt)
    .where('used_at', 'is', null)
    .where('pending_until', 'is', null)
    .orderBy('n')
    .execute();
}

/** False where another sheet stands. */
export async function insertPaper(db: Db, accountId: string, codes: readonly CodeRow[]): Promise<boolean> {
  const standing = db.q().selectFrom('recovery_codes').select('n').where('account_id', '=', accountId).where('pending_until', 'is', null);
  if (codes.length === 0 || (await standing.limit(1).execute()).length > 0) return false;
  await db
    .q()
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ ...code, account_id: accountId, used_at: null, pending_until: null, session_id: null })))
    .execute();
  return true;
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
