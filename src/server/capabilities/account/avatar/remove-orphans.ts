import { setImmediate as nextTurn } from 'node:timers/promises';
import { namedAvatars } from '#server/core/account/accounts/profile-image.repository.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { tidyStore, toldTidied, type Tidied } from '#server/platform/blob/tidy-store.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { hour, minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Doubt, Job } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { deleteUploads, namedUploads } from './uploads.repository.ts';

export interface RemoveOrphansDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
}

/** A younger ticket may belong to a running request. */
const graceMs = hour;
const batch = 200;
const everyMs = 6 * hour;

/** Puts away leftovers of crashes and aborted uploads: avatars without an account, unfinished uploads, and expired tickets. */
export async function removeOrphans({ db, blobs }: RemoveOrphansDeps, at: number): Promise<Tidied> {
  while ((await deleteUploads(db, { at, before: at - graceMs, limit: batch })) === batch) await nextTurn();
  return tidyStore(blobs, { files: (files) => namedAvatars(db, files), uploads: (files) => namedUploads(db, files) }, at);
}

interface OrphanJobDeps extends RemoveOrphansDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
  readonly doubt: Doubt;
}

/** Looks for orphans a minute after the start, then every six hours. Of all servers, the first one does it. */
export function orphanJob({ doubt, ...deps }: OrphanJobDeps): Job {
  return {
    firstAfterMs: minute,
    everyMs,
    failure: 'orphaned files could not be put away',
    removes: { files: 'because no account names them for a week', doubt, held: 'stay' },
    async run() {
      const at = deps.clock.now();
      if (!(await claimOnce(deps.db, { kind: 'orphans', id: String(Math.floor(at / everyMs)), at, expiresAt: at + everyMs }))) return;
      const tidied = toldTidied(await removeOrphans(deps, at));
      if (tidied !== undefined) deps.log.info(tidied, 'orphaned files were put away');
    },
  };
}
