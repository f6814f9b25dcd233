import type { Selectable } from 'kysely';
import type { RequestOutcome, RequestState } from '#contract/vocabulary/rights-requests.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { RightsRequestsTable } from './rights-requests.table.ts';

export type RightsRequest = Selectable<RightsRequestsTable>;

export const openStates = ['received', 'waiting'] as const satisfies readonly RequestState[];

/** Ends an open request with an answer, or because its person withdrew it: true for one caller. */
export async function endRequest(
  db: Db,
  id: string,
  {
    state,
    outcome,
    law,
    at,
  }: { readonly state: 'answered' | 'withdrawn'; readonly outcome: RequestOutcome | null; readonly law: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('rights_requests')
      .set({ state, outcome, law, answered_at: at })
      .where('id', '=', id)
      .where('state', 'in', openStates)
      .executeTakeFirstOrThrow(),
  );
}

/** Says whose turn it is in an open request: false for one that has ended. */
export async function turnRequest(db: Db, id: string, state: (typeof openStates)[number]): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('rights_requests')
      .set({ state })
      .where('id', '=', id)
      .where('state', 'in', openStates)
      .executeTakeFirstOrThrow(),
  );
}

/** Extends an open request once, before its date: true for one caller. */
export async function extendRequest(db: Db, id: string, { dueAt, at }: { readonly dueAt: number; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('rights_requests')
      .set({ due_at: dueAt, extended: 1, told: 1 })
      .where('id', '=', id)
      .where('state', 'in', openStates)
      .where('extended', '=', 0)
      .where('due_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes that the desk is notified of a step: true for one of several servers. */
export async function noteTold(db: Db, id: string, step: number): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('rights_requests')
      .set({ told: step })
      .where('id', '=', id)
      .where('state', 'in', openStates)
      .where('told', '<', step)
      .executeTakeFirstOrThrow(),
  );
}
