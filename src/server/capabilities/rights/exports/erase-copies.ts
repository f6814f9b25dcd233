import type { Db } from '#server/core/database/db.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import { revokeExports } from '#server/core/rights/exports/exports.guarded.ts';
import { namedParts } from '#server/core/rights/exports/exports.repository.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { removeSealed } from '#server/platform/blob/sealed-file.ts';
import { tidyStore, type Tidied } from '#server/platform/blob/tidy-store.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { hour, minute, type Clock } from '#server/platform/clock.ts';
import type { Doubt, Job } from '#server/platform/jobs/jobs.ts';

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

/** Puts away parts that no copy has: of builders that died, and of copies that ended in a crash. */
export async function removeStrayParts({ db, files }: FileDeps, at: number): Promise<Tidied> {
  return tidyStore(files, { files: (parts) => namedParts(db, parts), uploads: () => Promise.resolve(new Set()) }, at);
}

export function strayPartsJob({ doubt, ...deps }: FileDeps & { readonly clock: Clock; readonly doubt: Doubt }): Job {
  return {
    firstAfterMs: 2 * minute,
    everyMs: hour,
    failure: 'stray parts of copies could not be put away',
    removes: { files: 'because no copy names them for a week', doubt, held: 'stay' },
    async run() {
      const at = deps.clock.now();
      const isFirst = await claimOnce(deps.db, { kind: 'stray parts', id: String(Math.floor(at / hour)), at, expiresAt: at + hour });
      if (isFirst) await removeStrayParts(deps, at);
    },
  };
}
