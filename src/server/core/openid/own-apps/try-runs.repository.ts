import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { TryRunsTable } from './try-runs.table.ts';

export type TryRunRow = Selectable<TryRunsTable>;

/** The SQL on trials of developers. The answer of a sign-in is taken in `try-runs.guarded.ts`. */
export interface TryRuns {
  /** Runs of an account that have not ended. */
  live(of: { readonly accountId: string; readonly at: number }): Promise<readonly TryRunRow[]>;
  /** Runs of everybody that have not ended. */
  allLive(at: number): Promise<readonly TryRunRow[]>;
  find(of: {
    readonly id: string;
    readonly accountId: string;
    readonly visitor: string;
    readonly at: number;
  }): Promise<TryRunRow | undefined>;
  findByState(of: {
    readonly stateHash: string;
    readonly accountId: string;
    readonly visitor: string;
    readonly at: number;
  }): Promise<TryRunRow | undefined>;
  add(run: TryRunRow): Promise<void>;
  write(run: Pick<TryRunRow, 'id' | 'sealed'>): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createTryRuns(db: Db): TryRuns {
  const live = (accountId: string, at: number) =>
    db.q().selectFrom('try_runs').selectAll().where('account_id', '=', accountId).where('expires_at', '>', at);
  return {
    live: ({ accountId, at }) => live(accountId, at).execute(),
    allLive: (at) => db.q().selectFrom('try_runs').selectAll().where('expires_at', '>', at).execute(),
    find: ({ id, accountId, visitor, at }) => live(accountId, at).where('id', '=', id).where('visitor', '=', visitor).executeTakeFirst(),
    findByState: ({ stateHash, accountId, visitor, at }) =>
      live(accountId, at).where('state_hash', '=', stateHash).where('visitor', '=', visitor).executeTakeFirst(),
    async add(run) {
      await db.q().insertInto('try_runs').values(run).execute();
    },
    async write({ id, sealed }) {
      await db.q().updateTable('try_runs').set({ sealed }).where('id', '=', id).execute();
    },
    async remove(id) {
      await db.q().deleteFrom('try_runs').where('id', '=', id).execute();
    },
  };
}
