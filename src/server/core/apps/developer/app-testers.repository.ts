import type { Db } from '#server/core/database/db.ts';
import type { AppTesterState } from './app-testers.table.ts';

/** A person who may test an app, or is asked to. Times are milliseconds. */
export interface AppTester {
  readonly id: string;
  readonly clientId: string;
  readonly accountId: string | null;
  /** Sealed. */
  readonly typed: string;
  readonly state: AppTesterState;
  readonly invitedAt: number;
}

/** The SQL on testers. Answers of the invited are in `app-testers.guarded.ts`. */
export interface AppTesters {
  /** Oldest first. */
  list(clientId: string): Promise<readonly AppTester[]>;
  /** Invitations of an account that it has not refused. */
  ofAccount(accountId: string): Promise<readonly AppTester[]>;
  isTester(of: { readonly clientId: string; readonly accountId: string }): Promise<boolean>;
  find(id: string): Promise<AppTester | undefined>;
  add(tester: AppTester): Promise<void>;
  /** Returns the removed one. */
  remove(of: { readonly clientId: string; readonly id: string }): Promise<AppTester | undefined>;
  removeOf(clientId: string): Promise<void>;
  eraseAccount(accountId: string): Promise<void>;
}

export function createAppTesters(db: Db): AppTesters {
  const rows = () => db.q().selectFrom('app_testers').selectAll();
  return {
    async list(clientId) {
      return (await rows().where('client_id', '=', clientId).orderBy('invited_at').orderBy('id').execute()).map(toTester);
    },
    async ofAccount(accountId) {
      const found = await rows()
        .where('account_id', '=', accountId)
        .where('state', 'in', ['invited', 'accepted'])
        .orderBy('invited_at')
        .execute();
      return found.map(toTester);
    },
    async isTester({ clientId, accountId }) {
      const row = await rows()
        .where('client_id', '=', clientId)
        .where('account_id', '=', accountId)
        .where('state', '=', 'accepted')
        .executeTakeFirst();
      return row !== undefined;
    },
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toTester(row);
    },
    async add({ id, clientId, accountId, typed, state, invitedAt }) {
      await db
        .q()
        .insertInto('app_testers')
        .values({ id, client_id: clientId, account_id: accountId, typed, state, invited_at: invitedAt })
        .execute();
    },
    async remove({ clientId, id }) {
      const row = await db
        .q()
        .deleteFrom('app_testers')
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row && toTester(row);
    },
    async removeOf(clientId) {
      await db.q().deleteFrom('app_testers').where('client_id', '=', clientId).execute();
    },
    async eraseAccount(accountId) {
      await db.q().deleteFrom('app_testers').where('account_id', '=', accountId).execute();
    },
  };
}

function toTester(row: {
  readonly id: string;
  readonly client_id: string;
  readonly account_id: string | null;
  readonly typed: string;
  readonly state: AppTesterState;
  readonly invited_at: number;
}): AppTester {
  const { id, client_id: clientId, account_id: accountId, typed, state, invited_at: invitedAt } = row;
  return { id, clientId, accountId, typed, state, invitedAt };
}
