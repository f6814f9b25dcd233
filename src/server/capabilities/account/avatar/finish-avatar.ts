import { limits } from '#contract/limits.ts';
import { avatarUrl, avatarFile, avatarSizes, type AvatarSize } from '#server/core/account/accounts/profile-image.ts';
import { replaceProfileImage } from '#server/core/account/accounts/profile-image.repository.ts';
import type { Audit, Origin } from '#server/core/protection/audit/audit.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { claimUpload } from './uploads.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';
import { newId, sha256 } from '#server/platform/ids.ts';
import { NotAPicture, squareImages } from '#server/platform/image/square-image.ts';
import type { WorkQueue } from '#server/platform/image/work-queue.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface FinishAvatarDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly audit: Audit;
  /** Limits the number of pictures decoded at a time. */
  readonly pictures: WorkQueue;
}

export interface FinishAvatarInput {
  readonly sign: string;
  readonly origin: Pick<Origin, 'clientIp' | 'requestId'>;
}

/**
 * Makes the uploaded picture the account's avatar and returns its URL.
 *
 * Turn in the queue → spend the ticket → decode and draw again → files, durably → one transaction: the account points at
 * them, audit → remove the old files. A crash between two steps leaves unused files, which `removeOrphans` finds, and
 * never a pointer to a missing file.
 *
 * @throws {Refusal} tokenError, avatarRefused, unavailable (the ticket is still good), unauthorized when the account is
 * going
 */
export async function finishAvatar(deps: FinishAvatarDeps, session: SignedIn, input: FinishAvatarInput): Promise<string> {
  const { base, previous } = await deps.pictures.run(async () => {
    const made = await drawAvatar(deps, session, input.sign);
    return publishAvatar(deps, { ...input, session, base: made });
  });
  // A failure is harmless from here on: the job for orphans removes the files.
  if (previous !== null) await removeAvatar(deps.blobs, previous).catch(() => undefined);
  return avatarUrl(base);
}

/** Spends the ticket and stores the picture in all sizes under a new name. */
async function drawAvatar(deps: FinishAvatarDeps, session: SignedIn, sign: string): Promise<string> {
  const file = await claimFile(deps, session, sign);
  return storeAvatar(deps.blobs, await takePicture(deps.blobs, file, { sizes: avatarSizes }));
}

/** @throws {Refusal} tokenError, avatarRefused */
async function claimFile({ db, clock }: Pick<FinishAvatarDeps, 'db' | 'clock'>, { accountId, sessionId }: SignedIn, sign: string) {
  const claimed = await claimUpload(db, { ticketHash: sha256(sign), accountId, sessionId, at: clock.now() });
  if (claimed === undefined) throw new Refusal('tokenError', { reason: 'sign' });
  if (claimed.file === null) throw new Refusal('avatarRefused', { reason: 'nothing was uploaded' });
  return claimed.file;
}

/**
 * Spends the ticket of an upload for a logo and draws it: a square WebP of this edge in pixels.
 * @throws {Refusal} tokenError, avatarRefused, unavailable (the ticket is still good)
 */
export async function drawLogo(
  deps: Pick<FinishAvatarDeps, 'db' | 'clock' | 'blobs' | 'pictures'>,
  session: SignedIn,
  { sign, edge }: { readonly sign: string; readonly edge: number },
): Promise<Buffer> {
  const drawn = await deps.pictures.run(async () => {
    const file = await claimFile(deps, session, sign);
    return takePicture(deps.blobs, file, { sizes: [edge], maxBytes: limits.logoMaxBytes, webp: true });
  });
  const logo = drawn.get(edge);
  if (logo === undefined) throw new Error('The logo was not drawn.');
  return logo;
}

/** Stores a picture in all sizes under a new name and returns the name. */
export async function storeAvatar(blobs: BlobStore, pictures: ReadonlyMap<AvatarSize, Buffer>): Promise<string> {
  const base = newId();
  try {
    for (const [size, bytes] of pictures) await blobs.put(avatarFile(base, size), bytes);
  } catch (error) {
    await removeAvatar(blobs, base).catch(() => undefined);
    throw error;
  }
  return base;
}

/** Reads the upload as squares and removes the upload in any case. */
async function takePicture<Size extends number>(
  blobs: BlobStore,
  file: string,
  {
    sizes,
    maxBytes = limits.avatarMaxBytes,
    webp = false,
  }: { readonly sizes: readonly Size[]; readonly maxBytes?: number; readonly webp?: boolean },
) {
  try {
    const bytes = await blobs.readUpload(file, maxBytes);
    if (bytes === undefined) throw new NotAPicture('nothing was uploaded, or too much');
    return await squareImages(bytes, sizes, { webp });
  } catch (error) {
    if (error instanceof NotAPicture) throw new Refusal('avatarRefused', { reason: error.message });
    throw error;
  } finally {
    // A failure is harmless: the job for orphans removes the file.
    await blobs.removeUpload(file).catch(() => undefined);
  }
}

interface Publication extends FinishAvatarInput {
  readonly session: SignedIn;
  readonly base: string;
}

async function publishAvatar({ db, audit, blobs, clock }: FinishAvatarDeps, { session, base, origin }: Publication) {
  const { accountId, sessionId } = session;
  const replaced = await db.tx(async () => {
    const found = await replaceProfileImage(db, { accountId, base, at: clock.now() });
    if (found !== undefined) await audit.record({ event: 'avatar.changed', accountId, sessionId, origin });
    return found;
  });
  // Only here, where certainly nothing was written: after a failed commit the account may point at the files.
  if (replaced === undefined) {
    await removeAvatar(blobs, base);
    throw new Refusal('unauthorized', { reason: 'the account is not active' });
  }
  return { base, previous: replaced.previous };
}

export async function removeAvatar(blobs: BlobStore, base: string): Promise<void> {
  for (const size of avatarSizes) await blobs.remove(avatarFile(base, size));
}
