import { mkdir, open, opendir, readdir, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeDataDir } from '#server/platform/db/data-dir.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { checkedName, isDay, type BlobStore, type DiscardedBlob, type StoredBlob, type Trash } from './blob-store.ts';

export interface FolderStoreOptions {
  readonly root: string;
  /** The URL on this site for the PUT of an upload. */
  readonly uploadUrl: (id: string) => string;
}

/** Uploads are refused before the disk is full: the rest is reserved for the database. */
const reservedBytes = 64 * 1024 * 1024;

/**
 * Files in a local folder: `files/` (in 4,096 subfolders by the first two characters), `uploads/`, `trash/` by days,
 * `installation` as their mark, and `partial/` for writes in progress. All on one file system, so that a rename makes a
 * file exist.
 */
export function openFolderStore({ root, uploadUrl }: FolderStoreOptions): BlobStore {
  const files = join(root, 'files');
  const received = join(root, 'uploads');
  const partial = join(root, 'partial');
  const mark = join(root, 'installation');
  for (const folder of [files, received, partial]) makeDataDir(folder);

  const folderOf = (name: string) => join(files, checkedName(name).slice(0, 2));

  async function putDurably(path: string, bytes: Uint8Array): Promise<void> {
    const written = join(partial, newId());
    try {
      await writeDurably(written, bytes);
      await moveDurably(written, path);
    } catch (error) {
      await rm(written, { force: true });
      throw refusalFor(error);
    }
  }

  return {
    beginUpload: async ({ id }) => ({ url: uploadUrl(id), file: undefined }),

    async receive(bytes, maxBytes) {
      await refuseWhenFull(root);
      const name = newId();
      const path = join(partial, name);
      try {
        await writeStream(path, bytes, maxBytes);
        await rename(path, join(received, name));
        return name;
      } catch (error) {
        await rm(path, { force: true });
        throw refusalFor(error);
      }
    },

    async readUpload(file, maxBytes) {
      const path = join(received, checkedName(file));
      const { size } = (await orUndefined(stat(path))) ?? { size: Number.POSITIVE_INFINITY };
      return size > maxBytes ? undefined : orUndefined(readFile(path));
    },

    async removeUpload(file) {
      for (const folder of [received, partial]) await rm(join(folder, checkedName(file)), { force: true });
    },

    async *uploads() {
      yield* filesIn(received);
      yield* filesIn(partial);
    },

    put: (name, bytes) => putDurably(join(folderOf(name), name), bytes),

    read: (name) => orUndefined(readFile(join(folderOf(name), name))),

    publicUrl: undefined,

    remove: (name) => rm(join(folderOf(name), name), { force: true }),

    async *list() {
      for await (const folder of await opendir(files)) {
        if (folder.isDirectory()) yield* filesIn(join(files, folder.name));
      }
    },

    mark: {
      read: async () => orUndefined(readFile(mark, 'utf8')),
      write: (text) => putDurably(mark, Buffer.from(text)),
    },

    trash: openTrash(join(root, 'trash'), (name) => join(folderOf(name), name)),

    place: `the folder ${root}`,
  };
}

/** Files by the day on which they came, as `<day>/<name>`. */
function openTrash(trash: string, pathOf: (name: string) => string): Trash {
  const inTrash = ({ name, day }: DiscardedBlob) => join(trash, day, checkedName(name));
  return {
    put: async (blob) => orUndefined(moveDurably(pathOf(blob.name), inTrash(blob))),
    takeBack: async (blob) => orUndefined(moveDurably(inTrash(blob), pathOf(blob.name))),
    async remove(blob) {
      await rm(inTrash(blob), { force: true });
      // The last one of its day.
      await rmdir(join(trash, blob.day)).catch(() => undefined);
    },
    async *list() {
      const days = (await orUndefined(readdir(trash))) ?? [];
      for (const day of days.filter(isDay)) for await (const { name } of filesIn(join(trash, day))) yield { name, day };
    },
  };
}

async function writeStream(path: string, bytes: Readable, maxBytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let total = 0;
    // Keep the request open so that the refusal can be sent.
    const chunks: AsyncIterable<Buffer> = bytes.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      total += chunk.length;
      if (total > maxBytes) throw new Refusal('payloadTooLarge', { reason: 'upload' });
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves a file to a folder that is made for it. */
async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(dirname(folder));
  await rename(from, to);
  await syncFolder(folder);
}

/** A rename survives a power cut only when its folder is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* filesIn(folder: string): AsyncIterable<StoredBlob> {
  for await (const entry of await opendir(folder)) {
    // Removed by another process between listing and reading.
    const found = entry.isFile() ? await orUndefined(stat(join(folder, entry.name))) : undefined;
    if (found !== undefined) yield { name: entry.name, changedAt: found.mtimeMs };
  }
}

async function refuseWhenFull(root: string): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize < reservedBytes) throw new Refusal('unavailable', { reason: 'less than 64 MiB left on the disk of DATA_DIR' });
}

function refusalFor(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Refusal('unavailable', { reason: code });
  // The errors of a request whose sender has gone.
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return new Refusal('badRequest', { reason: 'the upload broke off' });
  return error;
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
