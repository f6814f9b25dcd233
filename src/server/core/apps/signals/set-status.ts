import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { signalLifeMs } from './fan-out.ts';
import { setStreamStatus } from './signals.guarded.ts';
import type { SignalRows } from './signals.repository.ts';
import type { Stream } from './stream.ts';

interface StatusDeps {
  readonly db: Db;
  readonly rows: SignalRows;
  readonly at: number;
}

/**
 * Pauses or resumes a stream from our side, and tells its receiver (SSF 1.0 section 8.1.5). A stream that has that status
 * already stays as it is. In the caller's transaction.
 */
export async function changeStatus(
  { db, rows, at }: StatusDeps,
  stream: Stream,
  { status, reason }: { readonly status: 'enabled' | 'paused'; readonly reason: string },
): Promise<void> {
  if (stream.status === status) return;
  await setStreamStatus(db, { id: stream.id, status, reason });
  await tellStatus({ rows, at }, stream, status);
}

/** Puts the event that also passes a paused stream; an address that never answered to a verification gets none. */
export async function tellStatus(
  { rows, at }: Pick<StatusDeps, 'rows' | 'at'>,
  { id, kind, verifiedAt }: Stream,
  status: 'enabled' | 'paused',
): Promise<void> {
  if (kind !== 'poll' && verifiedAt === null) return;
  const content = { members: { status } };
  await rows.insert({ id: newId(), streamId: id, accountId: null, event: 'stream-updated', content, at, expiresAt: at + signalLifeMs });
}
