import type { LegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import { contentHashesOf, sourceHashesOf, storeLegacy } from '#server/core/account/legacy/stored-legacy.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { createImportRows, type ImportedAccount, type ImportRow, type ImportRows, type KnownAccount } from './imports.repository.ts';
import { readLegacyRow, RowRefused, type LegacyRow } from './legacy-row.ts';

export interface ImportLegacyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly legacyAccounts: LegacyAccounts;
}

/** Progress of an import: every line is one of the four. */
export interface ImportProgress {
  readonly lines: number;
  readonly imported: number;
  readonly updated: number;
  /** Includes accounts upgraded or merged since: an import never touches a tombstone. */
  readonly unchanged: number;
  readonly refused: number;
}

/** A refused row: the number of its line, from 1, and the reasons. */
export type ImportRefusal = Readonly<{ line: number; reason: string }>;

export interface ImportLegacyInput {
  /** SHA-256 of the file: an interrupted import continues with the same file where it was. */
  readonly fileId: string;
  /** The lines of the file, from its first. */
  readonly lines: AsyncIterable<string>;
  readonly onProgress: (progress: ImportProgress) => void;
}

/**
 * Lines per transaction, repeated after an interruption. Keys are hashes, so each row touches pages all over the
 * indexes: small transactions write the same pages again and again, large ones delay a running server's writes (here a
 * third of a second).
 */
const batchLines = 2000;

/** Refusals are read in batches of this size: a file may hold nothing else. */
const refusalsAtOnce = 1000;

/**
 * Imports legacy accounts. The same row is taken once, in whatever file it comes; a changed row replaces the imported
 * one until the account is upgraded. A refused row is noted with its reasons and does not stop the import. `isNew` is
 * false for a file that was imported to its end before: nothing was done.
 */
export async function importLegacy(
  deps: ImportLegacyDeps,
  { fileId, lines, onProgress }: ImportLegacyInput,
): Promise<ImportProgress & { readonly isNew: boolean }> {
  const { db, clock } = deps;
  const rows = createImportRows(db);
  const before = await db.tx(() => rows.begin(fileId, clock.now()));
  let done = before.lines_done;
  let progress: ImportRow | undefined;
  const take = async (batch: readonly string[], isLast: boolean) => {
    progress = await db.tx(() => takeBatch(deps, rows, { fileId, firstLine: done + 1, batch, isLast }));
    done = progress.lines_done;
    onProgress(progressOf(progress));
  };
  let line = 0;
  let batch: string[] = [];
  for await (const text of lines) {
    line += 1;
    if (line <= done) continue;
    batch.push(text);
    if (batch.length === batchLines) await take(batch.splice(0), false);
  }
  await take(batch, true);
  if (!progress) throw new Error('an import ended without its last batch');
  return { ...progressOf(progress), isNew: before.finished_at === null };
}

/** The refused rows of a file, in the order of their lines. */
export async function* readRefusals({ db }: Pick<ImportLegacyDeps, 'db'>, fileId: string): AsyncGenerator<ImportRefusal> {
  const rows = createImportRows(db);
  let line = 0;
  for (;;) {
    const some = await rows.refusals(fileId, { after: line, atMost: refusalsAtOnce });
    yield* some;
    line = some.at(-1)?.line ?? line;
    if (some.length < refusalsAtOnce) return;
  }
}

interface Batch {
  readonly fileId: string;
  readonly firstLine: number;
  readonly batch: readonly string[];
  readonly isLast: boolean;
}

async function takeBatch(deps: ImportLegacyDeps, rows: ImportRows, { fileId, firstLine, batch, isLast }: Batch): Promise<ImportRow> {
  const at = deps.clock.now();
  const before = await rows.begin(fileId, at);
  if (before.lines_done !== firstLine - 1) throw new Error('another process is importing this file');
  const counts = { imported: before.imported, updated: before.updated, unchanged: before.unchanged, refused: before.refused };
  const read = batch.map((text) => readLine(deps, fileId, text));
  const known = await rows.findBySource(read.flatMap((row) => (typeof row === 'string' ? [] : row.sources)));
  const bySource = new Map<string, KnownAccount>(known.map((account) => [account.source_hash, account]));
  const findKnown = ({ sources }: ReadLine) => sources.map((source) => bySource.get(source)).find((account) => account !== undefined);
  const inserted: (ImportedAccount & { readonly id: string })[] = [];
  const taken: LegacyRow[] = [];
  const refused: ImportRefusal[] = [];
  for (const [index, row] of read.entries()) {
    const became = typeof row === 'string' ? undefined : whatBecomes(findKnown(row), row);
    if (typeof row === 'string' || became === undefined) {
      counts.refused += 1;
      refused.push({ line: firstLine + index, reason: typeof row === 'string' ? row : 'id: exists' });
      continue;
    }
    const found = findKnown(row);
    const id = found?.id ?? newId();
    if (became === 'imported') inserted.push({ ...row.account, id });
    if (became === 'updated') await rows.update(id, row.account);
    if (became !== 'unchanged') {
      bySource.set(row.account.source_hash, { id, state: 'waiting', released: 0, ...row.account });
      taken.push(row);
    }
    counts[became] += 1;
  }
  await rows.refuse(fileId, refused);
  await rows.insert(inserted, at);
  await deps.legacyAccounts.noteOffers(await rows.accountsWith(contactsOf(taken)));
  const finishedAt = isLast ? at : null;
  const after = { ...before, ...counts, lines_done: before.lines_done + batch.length, finished_at: before.finished_at ?? finishedAt };
  await rows.note(after);
  return after;
}

/** A row with its stored form. */
interface ReadLine extends LegacyRow {
  readonly account: ImportedAccount;
  /** Possible stored hashes of its id and its content, if it exists already. */
  readonly sources: readonly string[];
  readonly contents: readonly string[];
}

/** The row, or the reason for its refusal. */
function readLine({ keyring }: ImportLegacyDeps, fileId: string, text: string): ReadLine | string {
  try {
    const row = readLegacyRow(text);
    const account = { ...storeLegacy(keyring, row), import_id: fileId };
    return { ...row, account, sources: sourceHashesOf(keyring, row.record.number), contents: contentHashesOf(keyring, row) };
  } catch (error) {
    if (error instanceof RowRefused) return error.message;
    throw error;
  }
}

/**
 * Undefined for the second row of one id in a file. An upgrade, merge or release after the import is newer than any
 * file.
 */
function whatBecomes(found: KnownAccount | undefined, { account, contents }: ReadLine): 'imported' | 'updated' | 'unchanged' | undefined {
  if (!found) return 'imported';
  if (contents.includes(found.content_hash)) return 'unchanged';
  if (found.import_id === account.import_id) return undefined;
  return found.state !== 'waiting' || found.released > 0 ? 'unchanged' : 'updated';
}

function contactsOf(rows: readonly LegacyRow[]): Readonly<Record<'phone' | 'email', readonly string[]>> {
  return {
    phone: rows.flatMap(({ record }) => record.phone ?? []),
    email: rows.flatMap(({ record }) => record.email?.toLowerCase() ?? []),
  };
}

function progressOf({ lines_done: lines, imported, updated, unchanged, refused }: ImportRow): ImportProgress {
  return { lines, imported, updated, unchanged, refused };
}
