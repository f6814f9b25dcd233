import type { Db } from '#server/core/database.ts';
import type { ExportRow } from './exports.guarded.ts';

/** The copies of an account, the newest first. */
export async function listExports(
  db: Db,
  { accountId, since }: { readonly accountId: string; readonly since: number },
): Promise<readonly ExportRow[]> {
  return db
    .q()
    .selectFrom('exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .limit(200)
    .execute();
}

/** Of files in the store: those that a copy has, or that a builder may be writing. */
export async function usedFiles(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.q().selectFrom('exports').select('file').where('file', 'in', files).where('state', '=', 'ready').execute();
  return new Set(rows.flatMap(({ file }) => (file === null ? [] : [file])));
}
