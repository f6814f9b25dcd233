import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { TrialsTable } from './trials.table.ts';

export type TrialRow = Selectable<TrialsTable>;

/** The SQL on trials of developers. The answer of a sign-in is taken in `trials.guarded.ts`. */
export interface Trials {
  /** Runs of an account that have not ended. */
  live(of: { readonly accountId: string; readonly at: number }): Promise<readonly TrialRow[]>;
  /** Runs of everybody that have not ended. */
  allLive(at: number): Promise<readonly TrialRow[]>;
  find(of: {
    readonly id: string;
    readonly accountId: string;
    readonly visitor: string;
    readonly at: number;
  }): Promise<TrialRow | undefined>;
  findByState(of: {
    readonly stateHash: string;
    readonly accountId: string;
    readonly visitor: string;
    readonly at: number;
  }): Promise<TrialRow | undefined>;
  add(run: TrialRow): Promise<void>;
  write(run: Pick<TrialRow, 'id' | 'sealed'>): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createTrials(db: Db): Trials {
  const live = (accountId: string, at: number) =>
    db.q().selectFrom('trials').selectAll().where('account_id', '=', accountId).where('expires_at', '>', at);
  return {
    live: ({ accountId, at }) => live(accountId, at).execute(),
    allLive: (at) => db.q().selectFrom('trials').selectAll().where('expires_at', '>', at).execute(),
    find: ({ id, accountId, visitor, at }) => live(accountId, at).where('id', '=', id).where('visitor', '=', visitor).executeTakeFirst(),
    findByState: ({ stateHash, accountId, visitor, at }) =>
      live(accountId, at).where('state_hash', '=', stateHash).where('visitor', '=', visitor).executeTakeFirst(),
    async add(run) {
      await db.q().insertInto('trials').values(run).execute();
    },
    async write({ id, sealed }) {
      await db.q().updateTable('trials').set({ sealed }).where('id', '=', id).execute();
    },
    async remove(id) {
      await db.q().deleteFrom('trials').where('id', '=', id).execute();
    },
  };
}
