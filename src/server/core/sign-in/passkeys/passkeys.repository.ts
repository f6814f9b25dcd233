import type { Selectable } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { PasskeysTable } from './passkeys.table.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

/** The SQL on `passkeys` and `user_handles`. Uses and removals are in `passkeys.guarded.ts`. */
export interface PasskeyRows {
  byCredential(rpId: string, credentialId: string): Promise<PasskeyRow | undefined>;
  ofAccount(accountId: string): Promise<readonly PasskeyRow[]>;
  /** False when there is one with this credential id. */
  insert(row: Insertable<PasskeysTable>): Promise<boolean>;
  /** False when the account has no such passkey. */
  rename(passkey: { readonly accountId: string; readonly id: string; readonly name: string }): Promise<boolean>;
  /** Undefined for an account that never had a passkey. */
  handleOf(accountId: string): Promise<string | undefined>;
  /** Keeps the handle, unless the account has one. */
  keepHandle(accountId: string, handle: string): Promise<void>;
  /** How many passkeys were made for another domain. */
  countOfOthers(rpId: string): Promise<number>;
}

export function createPasskeyRows(db: Db): PasskeyRows {
  const byCredential = db.prepare<{ rp_id: string; credential_id: string }, PasskeyRow>((q, param) =>
    q.selectFrom('passkeys').selectAll().where('rp_id', '=', param('rp_id')).where('credential_id', '=', param('credential_id')),
  );
  const handleOf = db.prepare<{ account_id: string }, { readonly handle: string }>((q, param) =>
    q.selectFrom('user_handles').select('handle').where('account_id', '=', param('account_id')),
  );

  return {
    async byCredential(rpId, credentialId) {
      const [row] = await byCredential({ rp_id: rpId, credential_id: credentialId });
      return row;
    },

    ofAccount: (accountId) =>
      db.q().selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('created_at').orderBy('id').execute(),

    async insert(row) {
      const { numInsertedOrUpdatedRows } = await db
        .q()
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.columns(['rp_id', 'credential_id']).doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async rename({ accountId, id, name }) {
      const { numUpdatedRows } = await db
        .q()
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async handleOf(accountId) {
      const [row] = await handleOf({ account_id: accountId });
      return row?.handle;
    },

    async keepHandle(accountId, handle) {
      await db
        .q()
        .insertInto('user_handles')
        .values({ account_id: accountId, handle })
        .onConflict((conflict) => conflict.column('account_id').doNothing())
        .execute();
    },

    async countOfOthers(rpId) {
      const row = await db
        .q()
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
        .where('rp_id', '!=', rpId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}
