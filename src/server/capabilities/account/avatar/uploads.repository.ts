import { notHeld } from '#server/core/account/holds/holds.repository.ts';
import type { Db } from '#server/core/database/db.ts';

export interface NewUpload {
  readonly id: string;
  readonly ticketHash: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly file: string | null;
  readonly at: number;
  readonly expiresAt: number;
}

export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  await db
    .q()
    .insertInto('uploads')
    .values({
      id: upload.id,
      ticket_hash: upload.ticketHash,
      account_id: upload.accountId,
      session_id: upload.sessionId,
      created_at: upload.at,
      expires_at: upload.expiresAt,
      file: upload.file,
      used_at: null,
    })
    .execute();
}

export interface UploadHolder {
  readonly id: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly at: number;
}

/** Whether this upload may receive bytes: a live ticket in its holder's hand, and nothing received yet. */
export async function isAwaited(db: Db, { id, accountId, sessionId, at }: UploadHolder): Promise<boolean> {
  const row = await db
    .q()
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .where('file', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

interface EndedUploads {
  readonly at: number;
  readonly before: number;
  readonly limit: number;
}

/** Deletes at most `limit` tickets that ended before then; returns their number. */
export async function deleteUploads(db: Db, { at, before, limit }: EndedUploads): Promise<number> {
  const { numDeletedRows } = await db
    .q()
    .deleteFrom('uploads')
    .where('id', 'in', (eb) =>
      eb.selectFrom('uploads').select('id').where('expires_at', '<=', before).where(notHeld('uploads.account_id', at)).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function findProfileImage(db: Db, accountId: string): Promise<string | null> {
  const row = await db.q().selectFrom('accounts').select('profile_image').where('id', '=', accountId).executeTakeFirst();
  return row?.profile_image ?? null;
}

/** Locations of the received uploads of an account. */
export async function findUploadFiles(db: Db, accountId: string): Promise<readonly string[]> {
  const rows = await db.q().selectFrom('uploads').select('file').where('account_id', '=', accountId).execute();
  return rows.flatMap(({ file }) => (file === null ? [] : [file]));
}

/** Selects the files of uploads that have a row. */
export async function namedUploads(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const rows = await db.q().selectFrom('uploads').select('file').where('file', 'in', files).execute();
  return new Set(rows.flatMap(({ file }) => file ?? []));
}
