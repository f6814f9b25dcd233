import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { SignalsTable } from './signals.table.ts';
import type { Stream } from './stream.ts';

/** A leased row. */
export type SignalRecord = Selectable<SignalsTable>;

/** Leases due events of a stream: two instances never hold the same one, and an expired lease may be taken. */
export async function leaseSignals(
  db: Db,
  of: { readonly streamId: string; readonly at: number; readonly until: number; readonly limit: number; readonly event?: string },
): Promise<SignalRecord[]> {
  const rows = await unguarded(db)
    .updateTable('signals')
    .set((eb) => ({ leased_until: of.until, tries: eb('tries', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('signals')
        .select('id')
        .where('stream_id', '=', of.streamId)
        .where('done_at', 'is', null)
        .where('not_before', '<=', of.at)
        .where('leased_until', '<=', of.at)
        .where('expires_at', '>', of.at)
        .$if(of.event !== undefined, (query) => query.where('event', '=', of.event ?? ''))
        .orderBy('not_before')
        .orderBy('id')
        .limit(of.limit)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.made_at - b.made_at);
}

/** Marks an event as taken by its receiver. It stays until `expiresAt`, for a replay. False if it was taken before. */
export async function finishSignal(
  db: Db,
  { id, streamId, at, expiresAt }: { readonly id: string; readonly streamId: string; readonly at: number; readonly expiresAt: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('signals')
      .set({ done_at: at, leased_until: 0, expires_at: expiresAt, failure: null })
      .where('id', '=', id)
      .where('stream_id', '=', streamId)
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Gives a leased event back for another try, unless another instance holds it by now. */
export async function retrySignal(
  db: Db,
  of: { readonly id: string; readonly leasedUntil: number; readonly notBefore: number; readonly failure: string },
): Promise<void> {
  await unguarded(db)
    .updateTable('signals')
    .set({ leased_until: 0, not_before: of.notBefore, failure: of.failure })
    .where('id', '=', of.id)
    .where('leased_until', '=', of.leasedUntil)
    .where('done_at', 'is', null)
    .execute();
}

/** Ends an event that its receiver has refused for good, as its acknowledgment with an error says (RFC 8936). */
export async function failSignal(
  db: Db,
  of: { readonly id: string; readonly streamId: string; readonly at: number; readonly expiresAt: number; readonly failure: string },
): Promise<void> {
  await unguarded(db)
    .updateTable('signals')
    .set({ done_at: of.at, leased_until: 0, expires_at: of.expiresAt, failure: of.failure })
    .where('id', '=', of.id)
    .where('stream_id', '=', of.streamId)
    .where('done_at', 'is', null)
    .execute();
}

/** Sends the kept events of a time again, under the same ids. Returns their number. */
export async function replaySignals(
  db: Db,
  of: { readonly streamId: string; readonly from: number; readonly to: number; readonly at: number; readonly expiresAt: number },
): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('signals')
    .set({ done_at: null, tries: 0, leased_until: 0, not_before: of.at, expires_at: of.expiresAt, failure: null })
    .where('stream_id', '=', of.streamId)
    .where('made_at', '>=', of.from)
    .where('made_at', '<', of.to)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Sets the status of a stream by its app or an operator; enabling it forgets its failures. False for an unknown one. */
export async function setStreamStatus(
  db: Db,
  { id, status, reason }: { readonly id: string; readonly status: Stream['status']; readonly reason: string },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('signal_streams')
      .set({ status, reason, ...(status === 'enabled' ? { failing_since: null } : {}) })
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
}

/** Pauses a stream that has failed since long before; true for one of all instances. */
export async function pauseFailing(
  db: Db,
  { id, since, reason }: { readonly id: string; readonly since: number; readonly reason: string },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('signal_streams')
      .set({ status: 'paused', reason })
      .where('id', '=', id)
      .where('status', '=', 'enabled')
      .where('failing_since', '<=', since)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes how the last try of a stream went. */
export async function noteStreamTry(
  db: Db,
  { id, at, isTaken }: { readonly id: string; readonly at: number; readonly isTaken: boolean },
): Promise<void> {
  const change = unguarded(db).updateTable('signal_streams').where('id', '=', id);
  if (isTaken) await change.set({ failing_since: null }).where('failing_since', 'is not', null).execute();
  else await change.set({ failing_since: at }).where('failing_since', 'is', null).execute();
}

/** Notes that the receiver has acknowledged a verification. */
export async function verifyStream(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await unguarded(db)
    .updateTable('signal_streams')
    .set({ verified_at: at })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute();
}

/** Forgets the verification: the stream has another address. */
export async function unverifyStream(db: Db, id: string): Promise<void> {
  await unguarded(db).updateTable('signal_streams').set({ verified_at: null, failing_since: null }).where('id', '=', id).execute();
}

/** Takes the one verification of an interval; false if the last one was asked for too recently. */
export async function askVerification(
  db: Db,
  { id, at, intervalMs }: { readonly id: string; readonly at: number; readonly intervalMs: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('signal_streams')
      .set({ asked_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', at - intervalMs)]))
      .executeTakeFirstOrThrow(),
  );
}
