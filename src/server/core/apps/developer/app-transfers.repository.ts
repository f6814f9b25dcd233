import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { AppTransfersTable } from './app-transfers.table.ts';

export type AppTransfer = Selectable<AppTransfersTable>;

/** The SQL on offers of apps. Their ends are in `app-transfers.guarded.ts`. */
export interface AppTransfers {
  /** The offer of an app that still stands. */
  findOpen(of: { readonly clientId: string; readonly at: number }): Promise<AppTransfer | undefined>;
  /** An offer to this account that still stands. */
  findFor(of: { readonly id: string; readonly accountId: string; readonly at: number }): Promise<AppTransfer | undefined>;
  listFor(of: { readonly accountId: string; readonly at: number }): Promise<readonly AppTransfer[]>;
  add(transfer: AppTransfer): Promise<void>;
  eraseAccount(accountId: string): Promise<void>;
}

export function createAppTransfers(db: Db): AppTransfers {
  const open = (at: number) => db.q().selectFrom('app_transfers').selectAll().where('state', '=', 'open').where('expires_at', '>', at);
  return {
    findOpen: ({ clientId, at }) => open(at).where('client_id', '=', clientId).executeTakeFirst(),
    findFor: ({ id, accountId, at }) => open(at).where('id', '=', id).where('to_id', '=', accountId).executeTakeFirst(),
    listFor: ({ accountId, at }) => open(at).where('to_id', '=', accountId).orderBy('expires_at').execute(),
    async add(transfer) {
      await db.q().insertInto('app_transfers').values(transfer).execute();
    },
    async eraseAccount(accountId) {
      await db
        .q()
        .deleteFrom('app_transfers')
        .where((eb) => eb.or([eb('to_id', '=', accountId), eb('from_id', '=', accountId)]))
        .execute();
    },
  };
}
