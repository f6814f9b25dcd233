import { tables, type Db } from '#server/core/database.ts';
import { eraseTombstones } from '#server/core/legacy/legacy-accounts.repository.ts';
import { day, minute, type Clock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { sweep } from '#server/platform/db/table-lives.ts';

/** Rules of the minute are followed every minute, all others every hour. */
const minutesBetween = 60;

/** What an operator may set. */
export interface RowRetention {
  /** How long a session's row stays after it ran out. */
  readonly sessionDays?: number;
}

/** Removes, in small batches, what has had its time (`sweep` of each table). Returns how many rows went. */
export async function removeStaleRows(db: Db, at: number, retention: RowRetention = {}): Promise<number> {
  const removed = await sweep(db, tables, { every: 'hour', at, retention: { ...retention } });
  await eraseTombstones(db, at - day);
  return removed + (await removeShortLivedRows(db, at));
}

/** Removes, in small batches, what lives for minutes and anybody can make. Returns how many rows went. */
export async function removeShortLivedRows(db: Db, at: number): Promise<number> {
  return sweep(db, tables, { every: 'minute', at });
}

/** Removes stale rows every hour, and short-lived ones every minute. */
export function staleRowJob({ db, clock, retention }: { readonly db: Db; readonly clock: Clock; readonly retention: RowRetention }): Job {
  let minutes = 0;
  return {
    everyMs: minute,
    failure: 'removing stale rows failed',
    run() {
      minutes += 1;
      const at = clock.now();
      return minutes % minutesBetween === 0 ? removeStaleRows(db, at, retention) : removeShortLivedRows(db, at);
    },
  };
}
