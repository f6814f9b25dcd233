import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

export interface NewDeskSession {
  readonly id: string;
  readonly account_id: string;
  readonly member: string;
  readonly role_since: number;
  readonly credential_epoch: number;
  readonly thumbprint: string;
  readonly proof_at: number;
  readonly expires_at: number;
  readonly network: string;
}

/** Begins a session in the caller's transaction and ends the one before: whether there was one. */
export async function beginDeskSession(db: Db, session: NewDeskSession, at: number): Promise<boolean> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('desk_sessions')
    .set({ ended_at: at })
    .where('account_id', '=', session.account_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  await unguarded(db)
    .insertInto('desk_sessions')
    .values({ ...session, made_at: at, seen_at: at, ended_at: null })
    .execute();
  return numUpdatedRows > 0n;
}

/** True for the one caller that ends it. */
export async function endDeskSession(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('desk_sessions')
      .set({ ended_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Moves the time of the last call forward, unless the session has ended meanwhile. */
export async function touchDeskSession(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await unguarded(db)
    .updateTable('desk_sessions')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('seen_at', '<', at)
    .execute();
}

/** Notes that the member of a live session has proven to be it again, perhaps from another network. */
export async function proveDeskSession(
  db: Db,
  { id, proofAt, network, at }: { readonly id: string; readonly proofAt: number; readonly network: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('desk_sessions')
      .set({ proof_at: proofAt, network, seen_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}
