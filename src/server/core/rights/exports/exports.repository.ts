import { fileOfPart } from '#server/platform/blob/sealed-file.ts';
import type { ExportState } from '#contract/rights/exports/exports.words.ts';
import type { Db } from '#server/core/database/db.ts';
import type { ExportRow } from './exports.guarded.ts';

/** The copies that an account holds, of its own data and of its children's, the newest first. */
export async function listExports(
  db: Db,
  { holder, since }: { readonly holder: string; readonly since: number },
): Promise<readonly ExportRow[]> {
  return db
    .q()
    .selectFrom('exports')
    .selectAll()
    .where((eb) => eb.or([eb('asked_by', '=', holder), eb.and([eb('asked_by', '=', ''), eb('account_id', '=', holder)])]))
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .limit(200)
    .execute();
}

/** Those of these parts whose copy is ready. */
export async function namedParts(db: Db, parts: readonly string[]): Promise<ReadonlySet<string>> {
  const files = new Set(parts.flatMap((part) => fileOfPart(part) ?? []));
  const rows = await db
    .q()
    .selectFrom('exports')
    .select('file')
    .where('file', 'in', [...files, ''])
    .where('state', '=', 'ready')
    .execute();
  const used = new Set(rows.map(({ file }) => file ?? undefined));
  return new Set(parts.filter((part) => fileOfPart(part) !== undefined && used.has(fileOfPart(part))));
}

/** The newest thousand copies of all accounts, or those in one state. */
export async function listNewestExports(
  db: Db,
  state: ExportState | undefined,
): Promise<readonly Pick<ExportRow, 'id' | 'state' | 'requested_at' | 'bytes' | 'downloads'>[]> {
  const query = db.q().selectFrom('exports').select(['id', 'state', 'requested_at', 'bytes', 'downloads']);
  return (state === undefined ? query : query.where('state', '=', state))
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(1000)
    .execute();
}
