import type { Db } from '#server/core/database/db.ts';
import { eraseTombstones } from '#server/core/account/legacy/legacy-accounts.repository.ts';
import { notHeld } from '#server/core/account/holds/holds.repository.ts';
import { day, minute, type Clock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { sweep } from '#server/platform/db/tables/table-lives.ts';

/** Rules of the minute run every minute, all others every hour. */
const minutesBetween = 60;

/** Settings of an operator. */
export interface RowRetention {
  /** Time that a session's row stays after its expiry. */
  readonly sessionDays?: number;
}

/** Removes expired rows in small batches (`sweep` of each table). Returns their number. */
export async function removeStaleRows(db: Db, at: number, retention: RowRetention = {}): Promise<number> {
  const removed = await sweep(db, { every: 'hour', at, retention: { ...retention }, unlessKept: notHeld });
  await eraseTombstones(db, { at, before: at - day });
  return removed + (await removeShortLivedRows(db, at));
}

/** Removes expired rows that live for minutes and that anybody can create, in small batches. Returns their number. */
export async function removeShortLivedRows(db: Db, at: number): Promise<number> {
  return sweep(db, { every: 'minute', at, unlessKept: notHeld });
}

/** Removes stale rows every hour, and short-lived ones every minute. */
export function staleRowJob({ db, clock, retention }: { readonly db: Db; readonly clock: Clock; readonly retention: RowRetention }): Job {
  let minutes = 0;
  return {
    everyMs: minute,
    removes: { rows: 'because their own dates have passed', held: 'stay' },
    failure: 'removing stale rows failed',
    run() {
      minutes += 1;
      const at = clock.now();
      return minutes % minutesBetween === 0 ? removeStaleRows(db, at, retention) : removeShortLivedRows(db, at);
    },
  };
}
