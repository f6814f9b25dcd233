import { limits } from '#contract/limits.ts';
import type { Db } from '#server/core/database/db.ts';
import { day, minute, second, type Clock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import {
  addFailures,
  addUsage,
  boundFailures,
  type AppFailure,
  type CountedFailure,
  type DayUsage,
  type UsageKind,
} from './app-activity.repository.ts';

/**
 * What apps do and what fails, gathered in memory and written every ten seconds, never in the request. A crash loses
 * the last ten seconds.
 */
export interface AppActivity {
  count(clientId: string, kind: UsageKind): void;
  fail(failure: AppFailure): void;
  /** Writes what was gathered. */
  flush(): Promise<void>;
  readonly job: Job;
}

/** Bytes of failures in memory between two writes; beyond, a failure is only counted. */
const memoryBytes = 256 * 1024;
/** Kinds of failures of an app in one minute; beyond, a failure is only counted. */
const kindsPerMinute = 40;
const failureDetailMax = 200;

/** Rows that stand: of one app, of one cause of it, and of the site. */
const failureBounds = { ofApp: 2000, ofCause: 500, ofSite: 200_000 } as const;

export function createAppActivity({ db, clock }: { readonly db: Db; readonly clock: Clock }): AppActivity {
  let failures = new Map<string, CountedFailure>();
  let kinds = new Map<string, number>();
  let usage = new Map<string, DayUsage>();
  let bytes = 0;

  function count(clientId: string, kind: UsageKind): void {
    const at = clock.now();
    const dayName = new Date(at).toISOString().slice(0, 10);
    const key = `${clientId} ${dayName}`;
    const endsAt = Date.parse(dayName) + day;
    const before = usage.get(key) ?? { clientId, day: dayName, endsAt, signIns: 0, newPeople: 0, refreshes: 0, failures: 0 };
    usage.set(key, { ...before, [kind]: before[kind] + 1 });
  }

  function fail(failure: AppFailure): void {
    count(failure.clientId, 'failures');
    const at = Math.floor(clock.now() / minute) * minute;
    const detail = failure.detail.slice(0, failureDetailMax);
    const key = JSON.stringify([failure.clientId, at, failure.endpoint, failure.error, failure.cause, detail]);
    const before = failures.get(key);
    if (before === undefined) {
      const minuteKey = `${failure.clientId} ${at}`;
      const seen = kinds.get(minuteKey) ?? 0;
      if (seen >= kindsPerMinute || bytes + key.length > memoryBytes) return;
      kinds.set(minuteKey, seen + 1);
      bytes += key.length;
    }
    failures.set(key, { ...failure, detail, minute: at, count: (before?.count ?? 0) + 1 });
  }

  async function flush(): Promise<void> {
    if (usage.size === 0) return;
    const [failed, used] = [[...failures.values()], [...usage.values()]];
    [failures, kinds, usage, bytes] = [new Map(), new Map(), new Map(), 0];
    await db.tx(async () => {
      await addUsage(db, used);
      await addFailures(db, failed);
    });
    await boundFailures(db, { bounds: failureBounds, clientIds: [...new Set(failed.map(({ clientId }) => clientId))] });
  }

  return {
    count,
    fail,
    flush,
    job: { everyMs: 10 * second, removes: 'nothing', failure: 'The activity of apps was not written.', run: flush },
  };
}

/** Failures older than this are not shown, even before the sweep. */
export const failuresSince = (at: number): number => at - limits.failureDays * day;
