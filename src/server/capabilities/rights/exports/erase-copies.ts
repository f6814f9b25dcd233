import type { Db } from '#server/core/database/db.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import { revokeExports } from '#server/core/rights/exports/exports.guarded.ts';
import { usedFiles } from '#server/core/rights/exports/exports.repository.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { fileOfPart, removeSealed } from '#server/platform/blob/sealed-file.ts';
import { hour, minute, type Clock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';

interface FileDeps {
  readonly db: Db;
  readonly files: BlobStore;
}

/** Erases the copies of an account: their keys, their files, and with the tables their rows. */
export function copyErasure({ db, files }: FileDeps): ErasedModule {
  return {
    kind: 'copies',
    count: () => Promise.resolve(0),
    async eraseFiles(accountId) {
      for (const { file, parts } of await revokeExports(db, accountId)) if (file !== null) await removeSealed(files, { name: file, parts });
    },
  };
}

/** Younger parts may belong to a copy that is being built: longer than its lease. */
const graceMs = hour;

/** Removes parts that no copy has: of builders that died, and of copies that ended in a crash. Returns their number. */
export async function removeStrayParts({ db, files }: FileDeps, at: number): Promise<number> {
  let removed = 0;
  for await (const { name, changedAt } of files.list()) {
    if (changedAt > at - graceMs) continue;
    const file = fileOfPart(name);
    if (file !== undefined && (await usedFiles(db, [file])).has(file)) continue;
    await files.remove(name);
    removed += 1;
  }
  // What a builder was writing when it died.
  for await (const { name, changedAt } of files.uploads()) {
    if (changedAt > at - graceMs) continue;
    await files.removeUpload(name);
    removed += 1;
  }
  return removed;
}

export function strayPartsJob(deps: FileDeps & { readonly clock: Clock }): Job {
  return {
    firstAfterMs: 2 * minute,
    everyMs: hour,
    failure: 'stray parts of copies could not be removed',
    run: () => removeStrayParts(deps, deps.clock.now()),
  };
}
