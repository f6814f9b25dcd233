import type { Readable } from 'node:stream';
import { limits } from '#contract/limits.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { receiveUpload } from './uploads.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isAwaited } from './uploads.repository.ts';

export interface ReceiveAvatarDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: BlobStore;
}

export interface IncomingAvatar {
  readonly id: string;
  readonly bytes: Readable;
  /** The length that the sender declares. */
  readonly length: number | undefined;
}

/**
 * Stores the bytes of an upload once, without looking at them before finishing. A broken upload may be sent again.
 * @throws {Refusal} tokenError, payloadTooLarge; notFound if the store receives its uploads itself
 */
export async function receiveAvatar(
  { db, clock, blobs }: ReceiveAvatarDeps,
  { accountId, sessionId }: SignedIn,
  { id, bytes, length }: IncomingAvatar,
): Promise<void> {
  if (blobs.receive === undefined) throw new Refusal('notFound', { reason: 'uploads go to the store' });
  const holder = { id, accountId, sessionId };
  if (!(await isAwaited(db, { ...holder, at: clock.now() }))) throw new Refusal('tokenError', { reason: 'upload' });
  if (length !== undefined && length > limits.avatarMaxBytes) throw new Refusal('payloadTooLarge', { reason: 'upload' });
  const file = await blobs.receive(bytes, limits.avatarMaxBytes);
  let isOurs = false;
  try {
    isOurs = await receiveUpload(db, { ...holder, file, at: clock.now() });
  } finally {
    if (!isOurs) await blobs.removeUpload(file);
  }
  // Another upload was faster, or the ticket was used or has expired in the meantime.
  if (!isOurs) throw new Refusal('tokenError', { reason: 'upload' });
}
