import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

export interface UploadHolder {
  readonly accountId: string;
  readonly sessionId: string;
  readonly at: number;
}

/**
 * Notes the location of an upload's bytes: true only for the first upload by the ticket's holder while the ticket is
 * live.
 */
export async function receiveUpload(
  db: Db,
  { id, file, accountId, sessionId, at }: UploadHolder & { readonly id: string; readonly file: string },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('uploads')
      .set({ file })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('session_id', '=', sessionId)
      .where('file', 'is', null)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Spends the ticket of an upload for exactly one call of its holder, while it is live; `file` is null if nothing
 * arrived.
 */
export async function claimUpload(
  db: Db,
  { ticketHash, accountId, sessionId, at }: UploadHolder & { readonly ticketHash: string },
): Promise<{ readonly file: string | null } | undefined> {
  return await unguarded(db)
    .updateTable('uploads')
    .set({ used_at: at })
    .where('ticket_hash', '=', ticketHash)
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('file')
    .executeTakeFirst();
}
