import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { rootKeys } from '#server/core/operations/keys/root-keys.table.ts';
import { checkSqlite, copySqlite, countRows, rowsIn } from '#server/platform/db/sqlite/sqlite-backup.ts';
import { refuseOther } from '#server/migrations/open-database.ts';
import { isOfRecord, migrationRecord } from '#server/platform/db/migrate.ts';
import { sqliteFile } from '#server/platform/db/open-database.ts';
import { AdminError } from '#server/admin/admin-command.ts';

/** A folder with `cedar.db`, the avatars, and this object as `manifest.json`. */
export interface Manifest {
  readonly format: 1;
  /** ISO 8601. */
  readonly madeAt: string;
  /** Path in the folder → SHA-256, base64url. */
  readonly files: Readonly<Record<string, string>>;
  /** Table → number of rows. */
  readonly rows: Readonly<Record<string, number>>;
  /** The names of the migrations that the database has had. */
  readonly migrations: readonly string[];
  /** The names of the root keys that the backup requires. */
  readonly keys: readonly string[];
}

const manifestFile = 'manifest.json';
/** The path in DATA_DIR and in the backup; unfinished uploads are left out. */
const avatars = join('avatars', 'files');

/**
 * Backs up the SQLite database and the avatars beside a running server. Copies avatars before and after the database,
 * so that all referenced ones are included; unreferenced ones are removed as orphans after a restore.
 * @throws {AdminError} when the folder exists
 */
export async function writeBackup({
  dataDir,
  folder,
  at,
}: {
  readonly dataDir: string;
  readonly folder: string;
  readonly at: number;
}): Promise<Manifest> {
  if (await exists(folder)) throw new AdminError(`${folder} exists already: a backup is a new folder.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const source = join(dataDir, avatars);
  await copyFolder(source, join(partial, avatars));
  await copySqlite(dataDir, join(partial, sqliteFile));
  await copyFolder(source, join(partial, avatars));
  const files: Record<string, string> = {};
  for await (const path of filesIn(partial)) files[relative(partial, path)] = await digestOf(path);
  const file = join(partial, sqliteFile);
  const manifest: Manifest = {
    format: 1,
    madeAt: new Date(at).toISOString(),
    files,
    rows: countRows(file),
    migrations: rowsIn(file, migrationRecord).map(({ name }) => String(name)),
    keys: rootKeysIn(file),
  };
  await writeFile(join(partial, manifestFile), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
  await rename(partial, folder);
  await syncFolder(dirname(folder));
  return manifest;
}

/**
 * Copies a backup to a data directory without a database. Compares every file with the manifest, and lets SQLite check
 * the database.
 * @throws {AdminError} when there is a database, or the backup is damaged
 * @throws {DatabaseUnusable} when this version cannot open the database of the backup
 */
export async function restoreBackup(folder: string, dataDir: string): Promise<Manifest> {
  if (await exists(join(dataDir, sqliteFile))) throw new AdminError(`${dataDir} has a database: restore into an empty directory.`);
  const manifest = await readManifest(folder);
  const { rows: counted, migrations } = manifest;
  refuseOther({ tables: Object.keys(counted).filter((name) => !isOfRecord(name)), migrations });
  for (const [path, digest] of Object.entries(manifest.files)) {
    const from = join(folder, path);
    const to = join(dataDir, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    if (!(await exists(from))) throw new AdminError(`${from} is missing: the backup is not whole.`);
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    if ((await digestOf(to)) !== digest) throw new AdminError(`${from} is not as it was written: the backup is not whole.`);
  }
  const problems = checkSqlite(join(dataDir, sqliteFile));
  if (problems.length > 0) throw new AdminError(`The database of the backup is broken: ${problems.slice(0, 5).join('; ')}.`);
  const rows = countRows(join(dataDir, sqliteFile));
  for (const [table, count] of Object.entries(manifest.rows)) {
    if (rows[table] !== count) throw new AdminError(`${table} has ${rows[table] ?? 'no'} rows and had ${count}: the backup is not whole.`);
  }
  return manifest;
}

/** @throws {AdminError} for a folder that is no backup, or one of another version */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file, checked below
    const manifest = JSON.parse(await readFile(join(folder, manifestFile), 'utf8')) as Manifest;
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- another version may have written another format
    if (manifest.format === 1) return manifest;
  } catch (error) {
    throw new AdminError(`${folder} is not a backup: ${manifestFile} cannot be read.`, { cause: error });
  }
  throw new AdminError(`${folder} is a backup of another version.`);
}

async function copyFolder(from: string, to: string): Promise<void> {
  if (!(await exists(from))) return;
  for await (const path of filesIn(from)) {
    const copy = join(to, relative(from, path));
    // The file with a given name never changes.
    if (await exists(copy)) continue;
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await copyFile(path, copy, constants.COPYFILE_FICLONE).catch((error: unknown) => {
      // Replaced or erased meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder, { recursive: true })) if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('base64url');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The names of the root keys used in a database file. */
function rootKeysIn(file: string): readonly string[] {
  return rowsIn(file, rootKeys.name)
    .filter(({ ended_at: endedAt }) => endedAt === null)
    .toSorted((a, b) => Number(a['position']) - Number(b['position']))
    .map(({ name }) => String(name));
}
