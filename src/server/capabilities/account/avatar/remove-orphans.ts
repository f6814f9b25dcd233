import { setImmediate as nextTurn } from 'node:timers/promises';
import { avatarBase } from '#server/core/account/accounts/profile-image.ts';
import { usedProfileImages } from '#server/core/account/accounts/profile-image.repository.ts';
import type { BlobStore, StoredBlob } from '#server/platform/blob/blob-store.ts';
import { hour, minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { deleteUploads } from './uploads.repository.ts';

export interface RemoveOrphansDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
}

/** Younger files may belong to a running request. */
const graceMs = hour;
const batch = 200;

/**
 * Removes leftovers of crashes and aborted uploads: unfinished uploads, avatars without an account, and expired
 * tickets. Returns the number of removed files.
 */
export async function removeOrphans({ db, blobs }: RemoveOrphansDeps, at: number): Promise<number> {
  const before = at - graceMs;
  let removed = 0;
  for await (const { name, changedAt } of blobs.uploads()) {
    if (changedAt > before) continue;
    await blobs.removeUpload(name);
    removed += 1;
  }
  for await (const files of batches(blobs.list())) {
    const old = files.flatMap(({ name, changedAt }) => (changedAt > before ? [] : [{ name, base: avatarBase(name) ?? '' }]));
    if (old.length === 0) continue;
    const used = await usedProfileImages(db, [...new Set(old.map(({ base }) => base))]);
    for (const { name, base } of old) {
      if (used.has(base)) continue;
      await blobs.remove(name);
      removed += 1;
    }
    await nextTurn();
  }
  while ((await deleteUploads(db, { before, limit: batch })) === batch) await nextTurn();
  return removed;
}

async function* batches(blobs: AsyncIterable<StoredBlob>): AsyncIterable<readonly StoredBlob[]> {
  let files: StoredBlob[] = [];
  for await (const blob of blobs) {
    files.push(blob);
    if (files.length < batch) continue;
    yield files;
    files = [];
  }
  yield files;
}

/** Looks for orphans a minute after the start, then every six hours. */
export function orphanJob(deps: RemoveOrphansDeps & { readonly clock: Clock; readonly log: Pick<Log, 'info'> }): Job {
  return {
    firstAfterMs: minute,
    everyMs: 6 * hour,
    failure: 'orphaned files could not be removed',
    async run() {
      const removed = await removeOrphans(deps, deps.clock.now());
      if (removed > 0) deps.log.info({ removed }, 'orphaned files were removed');
    },
  };
}
