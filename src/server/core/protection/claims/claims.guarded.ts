import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ClaimState } from '#contract/protection/claims/claims.words.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import { day, hour } from '#server/platform/clock.ts';
import type { AccountClaimsTable } from './account-claims.table.ts';

export type ClaimRow = Selectable<AccountClaimsTable>;

/** How long a due claim waits for its opener. */
export const lapseMs = 7 * day;

/** Ends an open claim: true for exactly one caller. It may be due: stopping it beats finishing it. */
export async function endClaim(
  db: Db,
  { id, to, at }: { readonly id: string; readonly to: Extract<ClaimState, 'stopped' | 'void'>; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('account_claims')
      .set({ state: to, ended_at: at })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow(),
  );
}

/** Finishes a claim that is due: true for exactly one caller, and never in the millisecond in which it becomes due. */
export async function finishClaim(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('account_claims')
      .set({ state: 'done', ended_at: at })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('due_at', '<', at)
      .where('due_at', '>', at - lapseMs)
      .executeTakeFirstOrThrow(),
  );
}

/** Messages after the first: at half of the wait, an hour before its end, and at its end. */
export const claimSteps = [1, 2, 3] as const;

export type ClaimStep = (typeof claimSteps)[number];

/** Takes the next open claim whose message of this step is due, for exactly one caller. */
export async function takeClaimStep(
  db: Db,
  { step, at }: { readonly step: ClaimStep; readonly at: number },
): Promise<ClaimRow | undefined> {
  const isDue = {
    1: sql<boolean>`opened_at + due_at <= ${2 * at}`,
    2: sql<boolean>`due_at <= ${at + hour}`,
    3: sql<boolean>`due_at < ${at}`,
  }[step];
  return await unguarded(db)
    .updateTable('account_claims')
    .set({ told: step })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('account_claims')
        .select('id')
        .where('state', '=', 'open')
        .where('told', '<', step)
        .where(isDue)
        // Nothing is done to a frozen account: the act waits for its owner.
        .where((claim) =>
          claim.or([
            claim('kind', '=', 'recovery'),
            claim('account_id', 'not in', claim.selectFrom('accounts').select('id').where('frozen_at', 'is not', null)),
          ]),
        )
        .orderBy('due_at')
        .limit(1)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Ends a claim that nobody finished in time, for exactly one caller. */
export async function lapseClaim(db: Db, at: number): Promise<ClaimRow | undefined> {
  return await unguarded(db)
    .updateTable('account_claims')
    .set({ state: 'lapsed', ended_at: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('account_claims')
        .select('id')
        .where('state', '=', 'open')
        .where('due_at', '<=', at - lapseMs)
        .limit(1)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();
}
