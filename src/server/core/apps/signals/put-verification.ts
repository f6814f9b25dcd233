import type { Db } from '#server/core/database/db.ts';
import { minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { signalLifeMs } from './fan-out.ts';
import { askVerification } from './signals.guarded.ts';
import type { SignalRows } from './signals.repository.ts';

/** Between two verifications of a stream. */
export const verificationMs = minute;

/**
 * Puts a verification instead of one that waits, in the caller's transaction: however often a stream changes its
 * address, one goes in a minute; that of a new stream is not counted. True where it goes now, and false where it waits.
 */
export async function putVerification(
  { db, rows, at }: { readonly db: Db; readonly rows: SignalRows; readonly at: number },
  streamId: string,
  { isFirst = false, members = {} }: { readonly isFirst?: boolean; readonly members?: Readonly<Record<string, string>> } = {},
): Promise<boolean> {
  const isNow = isFirst || (await askVerification(db, { id: streamId, at, intervalMs: verificationMs }));
  await rows.dropWaiting(streamId, 'verification');
  const notBefore = isNow ? at : at + verificationMs;
  const row = { id: newId(), streamId, accountId: null, event: 'verification', content: { members } };
  await rows.insert({ ...row, at, notBefore, expiresAt: at + signalLifeMs });
  return isNow;
}
