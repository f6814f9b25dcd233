import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { openFolderStore } from '#server/platform/blob/folder-store.ts';
import { openS3Store, type S3Settings } from '#server/platform/blob/s3-store.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readMark } from '#server/platform/installation/belonging.ts';
import { readInstallation } from '#server/platform/installation/installation.repository.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';
import { startProgress } from '#server/admin/progress.ts';

type Deps = Pick<AdminDeps, 'db'> & { readonly config: Pick<AdminDeps['config'], 'dataDir' | 'objectStorage'> };

/** Folders of DATA_DIR, and what the bucket calls them. */
const moved = [
  ['avatars', 'avatars'],
  ['copies', 'sealed files'],
] as const;

/**
 * `copy-files-to s3 [--confirm]`: copies the files of DATA_DIR to the bucket of the settings, beside a running server or
 * without one. Without `--confirm` it only looks. Each file is read back and compared; one that is there already is not
 * copied again, so that it can be run as often as one likes. Nothing is removed.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], { db, config }: Deps): Promise<number> {
  const options = { confirm: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  if (positionals[1] !== 's3' || positionals.length > 2) throw new AdminError(adminHelp);
  const { dataDir, objectStorage } = config;
  if (objectStorage === undefined)
    throw new AdminError('Give this command the settings of the bucket: S3_ENDPOINT, S3_BUCKET and its keys.');
  const { id } = await readInstallation(db);
  for (const [folder, holds] of moved) {
    const root = join(dataDir, folder);
    if (!existsSync(root)) continue;
    const from = openFolderStore({ root, uploadUrl: (name) => name });
    const to = openBucket(objectStorage, holds);
    const marks = [await readMark(from), await readMark(to)];
    const strange = marks.find((mark) => mark !== undefined && mark.installation !== id);
    if (marks[0] === undefined || strange !== undefined) {
      const whose = strange === undefined ? 'no installation yet: start the server once' : `the installation ${strange.installation}`;
      throw new AdminError(`${strange === marks[1] && strange !== undefined ? to.place : from.place} belongs to ${whose}.`);
    }
    console.log(await copyStore(from, to, values.confirm));
  }
  if (!values.confirm) console.log('Nothing was copied yet: add --confirm to copy.');
  else console.log('Set the S3_… settings, restart, and run this once more for files that were added meanwhile. Then the folders can go.');
  return 0;
}

function openBucket(settings: S3Settings, holds: 'avatars' | 'sealed files'): BlobStore {
  return openS3Store({ ...settings, holds, clock: systemClock });
}

async function copyStore(from: BlobStore, to: BlobStore, confirm: boolean): Promise<string> {
  const names = (await Array.fromAsync(from.list())).map(({ name }) => name);
  const there = new Set((await Array.fromAsync(to.list())).map(({ name }) => name));
  const text = `${from.place}: ${names.length} files, of which ${names.filter((name) => there.has(name)).length} are in ${to.place}`;
  if (!confirm) return text;
  // First, so that a run that ends early is known again.
  if ((await to.mark.read()) === undefined) await to.mark.write((await from.mark.read()) ?? '');
  const progress = startProgress(names.length);
  let copied = 0;
  for (const [done, name] of names.entries()) {
    const bytes = await from.read(name);
    // Replaced or erased meanwhile.
    if (bytes === undefined) continue;
    const found = there.has(name) ? await to.read(name) : undefined;
    if (found?.equals(bytes) !== true) {
      await to.put(name, bytes);
      if ((await to.read(name))?.equals(bytes) !== true)
        throw new AdminError(`${name} is not in ${to.place} as it was written: run this again.`);
      copied += 1;
    }
    progress.show(done + 1, `${copied} copied`);
  }
  progress.end();
  return `${text}; ${copied} were copied, and all are the same.`;
}
