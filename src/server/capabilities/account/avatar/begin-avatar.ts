import { limits } from '#contract/limits.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { day, minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';
import { newId, newToken, sha256 } from '#server/platform/ids.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { countedFor, limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { insertUpload } from './uploads.repository.ts';

export interface BeginAvatarDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly blobs: BlobStore;
  readonly rateFactor: number;
}

export interface BegunAvatar {
  readonly sign: string;
  readonly uploadUrl: string;
  readonly maxBytes: number;
}

const ticketLifeMs = 10 * minute;
const uploadsPerDay = 10;

/**
 * Issues a ticket for one upload, valid for this session and for ten minutes. Neither the upload URL without
 * the session nor the ticket in another one can finish the upload.
 * @throws {Refusal} tooFrequent; badRequest if the store needs the size and it is missing
 */
export async function beginAvatar(
  { db, clock, limiter, blobs, rateFactor }: BeginAvatarDeps,
  { accountId, sessionId }: SignedIn,
  {
    filetype,
    size,
    counted = 'avatars',
    browser,
  }: {
    readonly browser: string | undefined;
    readonly filetype: string;
    readonly size?: number | undefined;
    readonly counted?: 'avatars' | 'logos';
  },
): Promise<BegunAvatar> {
  const key = limitKey(counted, await countedFor(db, { accountId, browser }));
  const taken = await limiter.take([{ key, limit: uploadsPerDay * rateFactor, windowMs: day }]);
  if (!taken.ok) throw new Refusal('tooFrequent', { reason: 'uploads of the account', retryAfter: taken.retryAfterSeconds });
  const at = clock.now();
  const expiresAt = at + ticketLifeMs;
  const id = newId();
  const sign = newToken();
  const maxBytes = limits.avatarMaxBytes;
  const contentType = filetype.endsWith('png') ? 'image/png' : filetype.endsWith('webp') ? 'image/webp' : 'image/jpeg';
  const { url, file = null } = await blobs.beginUpload({ id, contentType, bytes: size, expiresAt });
  await insertUpload(db, { id, ticketHash: sha256(sign), accountId, sessionId, file, at, expiresAt });
  return { sign, uploadUrl: url, maxBytes };
}
