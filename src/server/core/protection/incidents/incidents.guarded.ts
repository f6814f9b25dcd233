import type { IncidentState } from '#contract/protection/freeze/incidents.words.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Freezes an account: true for the one caller that found it without a freeze. */
export async function setFrozen(db: Db, { accountId, at }: { readonly accountId: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set({ frozen_at: at })
      .where('id', '=', accountId)
      .where('state', '<>', 'purged')
      .where('frozen_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Ends the freeze of an account: true for exactly one caller. */
export async function endFrozen(db: Db, accountId: string): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set({ frozen_at: null })
      .where('id', '=', accountId)
      .where('frozen_at', 'is not', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Moves an incident on: true for the one caller that found it in one of these states. */
export async function moveIncident(
  db: Db,
  { id, from, to, at }: { readonly id: string; readonly from: readonly IncidentState[]; readonly to: IncidentState; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('incidents')
      .set({ state: to, closed_at: to === 'closed' ? at : null })
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes the contact that gets no acting links any more. */
export async function muteContact(db: Db, { id, muted }: { readonly id: string; readonly muted: string }): Promise<void> {
  await unguarded(db).updateTable('incidents').set({ muted }).where('id', '=', id).execute();
}
