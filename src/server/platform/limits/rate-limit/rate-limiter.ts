import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { rateWindows, type RateWindow } from './rate-windows.repository.ts';

/** One place to be taken in one limit. */
export interface Take {
  /** Names the limited action and its subject. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
}

export type TakeResult = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

/**
 * Sliding windows shared by all instances (contract 7). The estimate of a request uses two fixed windows: all of the
 * current one, and the overlapping part of the previous one. A limit of N admits N at any concurrency.
 */
export interface RateLimiter {
  /** Takes a place in every limit or in none, in their order: a client's own limits before shared ones. Each has its own key. */
  take(takes: readonly Take[]): Promise<TakeResult>;
  /**
   * Like `take`, for frequent, cheap reads: counts up to a quarter of each limit only in this process, without a write,
   * then shares the count. Each further instance can admit up to a quarter more.
   */
  takeRead(takes: readonly Take[]): Promise<TakeResult>;
  /** The current answer of `take`. Takes nothing, so that others may take the place meanwhile. */
  look(takes: readonly Take[]): Promise<TakeResult>;
  /** The number of taken places, without taking one: a fraction, because the previous window counts partly. */
  used(key: string, windowMs: number): Promise<number>;
  /** Removes expired windows. */
  readonly job: Job;
}

interface LocalCount {
  readonly windowStart: number;
  readonly windowMs: number;
  count: number;
  /** Resolves when the shared windows include the local count; undefined before sharing. */
  shared: Promise<void> | undefined;
}

/** A refusal remembered by this process: its end, and the expected time of the next place. Milliseconds. */
interface Refused {
  readonly limit: number;
  readonly since: number;
  readonly until: number;
  readonly freeAt: number;
}

/** Returns a place that was taken in vain. */
type GiveBack = () => Promise<unknown> | undefined;

const sweepMs = minute;
const sweepRows = 500;
/**
 * The longest time for which a refusal is remembered. Time alone frees no place before the announced moment; another
 * instance may give one back, which this one learns a second later.
 */
const refusalMs = 1000;
/** Maximum number of remembered refusals; beyond it, the shared windows are asked. */
const refusalsMax = 10_000;

export interface RateLimiterOptions {
  readonly db: Db;
  readonly clock: Clock;
  /** Delay of an answer that repeats a remembered refusal, so that a caller in a loop leaves the process to others. */
  readonly pauseMs?: number;
}

export function createRateLimiter({ db, clock, pauseMs = 0 }: RateLimiterOptions): RateLimiter {
  const windows = rateWindows(db);
  const local = new Map<string, LocalCount>();
  const refusals = new Map<string, Refused>();
  /** How many places this process has given back: a refusal that was found beside one may no longer hold. */
  let givenBack = 0;

  /** Takes the places that are free. */
  async function takeShared(wanted: readonly Take[], at: number): Promise<readonly GiveBack[]> {
    if (new Set(wanted.map(({ key }) => key)).size < wanted.length) throw new Error('a take names a key twice');
    if (wanted.length === 0 || wanted.some(({ limit }) => limit < 1)) return [];
    const taken = await windows.take(
      wanted.map(({ key, limit, windowMs }) => ({ ...windowAt(at, windowMs), key, places: 1, allowed: limit * windowMs })),
    );
    return taken.map(
      ({ key, window_start: start }) =>
        () =>
          windows.giveBack({ key, start }).finally(() => {
            givenBack += 1;
            refusals.delete(key);
          }),
    );
  }

  /** A recent refusal that still holds: repeated requests cost no statement. */
  function refusedLately(takes: readonly Take[], at: number): TakeResult | undefined {
    if (refusals.size === 0) return undefined;
    for (const { key, limit } of takes) {
      const known = refusals.get(key);
      if (known === undefined || known.limit < limit) continue;
      if (at >= known.since && at < known.until) return refused(known.freeAt - at);
      refusals.delete(key);
    }
    return undefined;
  }

  function remember(key: string, refusal: Refused): void {
    if (refusals.size < refusalsMax) refusals.set(key, refusal);
  }

  /**
   * Takes a place in this process while a quarter of the limit is unused; 'shared' when the shared windows must decide.
   */
  function takeHere({ key, limit, windowMs }: Take, at: number): GiveBack | 'shared' {
    const count = countHere(key, windowAt(at, windowMs));
    if (count.shared !== undefined || (count.count + 1) * 4 > limit) return 'shared';
    count.count += 1;
    return () => {
      // Shared meanwhile: the shared windows must give it back.
      if (count.shared !== undefined) return count.shared.then(() => windows.giveBack({ key, start: count.windowStart }));
      count.count -= 1;
      return undefined;
    };
  }

  function countHere(key: string, { start, window }: { readonly start: number; readonly window: number }): LocalCount {
    const known = local.get(key);
    if (known?.windowStart === start) return known;
    const count = { windowStart: start, windowMs: window, count: 0, shared: undefined };
    local.set(key, count);
    return count;
  }

  /** From here on every read uses the shared windows. They first get the number admitted here, even above the limit. */
  async function takeOneRead(wanted: Take, at: number): Promise<GiveBack | undefined> {
    const { key, windowMs } = wanted;
    const count = countHere(key, windowAt(at, windowMs));
    count.shared ??= share(key, count, at);
    await count.shared;
    const [place] = await takeShared([wanted], at);
    return place;
  }

  async function share(key: string, count: LocalCount, at: number): Promise<void> {
    const allowed = Number.MAX_SAFE_INTEGER;
    try {
      if (count.count > 0) await windows.take([{ ...windowAt(at, count.windowMs), key, places: count.count, allowed }]);
    } catch (error) {
      count.shared = undefined;
      throw error;
    }
  }

  /** Time until a take would be admitted; 0 or less if it would be now. Milliseconds. */
  async function waitFor({ key, limit, windowMs }: Take, at: number): Promise<number> {
    const [row] = await windows.read({ ...windowAt(at, windowMs), key });
    if (limit < 1) return windowMs;
    return row === undefined ? 0 : retryAfterMs(row, { limit, windowMs, at });
  }

  /**
   * A client over its own limit takes no shared place. Only takes of the moment in which a limit is reached may hold others
   * until they give them back.
   */
  async function takeAll(
    takes: readonly Take[],
    take: (wanted: readonly Take[], at: number) => Promise<readonly GiveBack[]>,
  ): Promise<TakeResult> {
    const at = clock.now();
    const known = refusedLately(takes, at);
    if (known !== undefined) {
      if (pauseMs > 0) await pause(pauseMs, undefined, { ref: false });
      return known;
    }
    const givenBackBefore = givenBack;
    const held = await take(takes, at);
    if (held.length === takes.length) return { ok: true };
    for (const back of held) await back();
    const waits = await Promise.all(takes.map(async (each) => ({ ...each, waitMs: await waitFor(each, at) })));
    const waitMs = Math.max(...waits.map((each) => each.waitMs));
    const full = waits.find((each) => each.waitMs > 0);
    // Others that were refused may have held the last place for a moment.
    if (full !== undefined && givenBack === givenBackBefore + held.length)
      remember(full.key, { limit: full.limit, since: at, until: at + Math.min(full.waitMs, refusalMs), freeAt: at + waitMs });
    return refused(waitMs);
  }

  /** Like `takeShared`, in this process while a quarter of a limit is unused. */
  async function takeReads(takes: readonly Take[], at: number): Promise<readonly GiveBack[]> {
    const held: GiveBack[] = [];
    for (const wanted of takes) {
      const here = takeHere(wanted, at);
      // A local count needs no turn of the event loop.
      const giveBack = here === 'shared' ? await takeOneRead(wanted, at) : here;
      if (giveBack === undefined) break;
      held.push(giveBack);
    }
    return held;
  }

  async function sweep(): Promise<void> {
    const at = clock.now();
    for (const [key, { windowStart, windowMs }] of local) {
      if (windowStart + windowMs <= at) {
        local.delete(key);
      }
    }
    for (const [key, { until }] of refusals) {
      if (until <= at) refusals.delete(key);
    }
    while ((await windows.sweep({ at, rows: sweepRows })).length === sweepRows) {
      await nextTurn();
    }
  }

  return {
    take: (takes) => takeAll(takes, takeShared),
    takeRead: (takes) => takeAll(takes, takeReads),
    async look(takes) {
      const at = clock.now();
      const waitMs = Math.max(0, ...(await Promise.all(takes.map((wanted) => waitFor(wanted, at)))));
      return waitMs > 0 ? refused(waitMs) : { ok: true };
    },
    async used(key, windowMs) {
      const { start, elapsed, window } = windowAt(clock.now(), windowMs);
      const [row] = await windows.read({ key, start, window });
      if (row === undefined) return 0;
      const { window_start, current, previous } = standing(row, start, windowMs);
      return current + previous * (window_start > start ? 1 : (window - elapsed) / window);
    },
    job: {
      everyMs: sweepMs,
      removes: { rows: 'because their window is over', held: 'go, because they are counts' },
      failure: 'windows of limits that are over could not be removed',
      run: sweep,
    },
  };
}

function refused(waitMs: number): TakeResult {
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

function windowAt(at: number, windowMs: number): { start: number; elapsed: number; window: number } {
  const elapsed = at % windowMs;
  return { start: at - elapsed, elapsed, window: windowMs };
}

/**
 * The meaning of a row for a window that starts at `start`. After a backward step of the clock by up to a window, a row
 * of the future keeps counting there, so that no place is given twice. A row further away is stale.
 */
function standing(row: RateWindow, start: number, windowMs: number): RateWindow {
  if (row.window_start >= start && row.window_start <= start + windowMs) {
    return row;
  }
  const isPrevious = row.window_start < start && row.window_start >= start - windowMs;
  return { window_start: start, current: 0, previous: isPrevious ? row.current : 0 };
}

/** The time until the next place is free, if no other take comes first: never more than two windows. */
function retryAfterMs(row: RateWindow, { limit, windowMs, at }: { limit: number; windowMs: number; at: number }): number {
  const { window_start, current, previous } = standing(row, windowAt(at, windowMs).start, windowMs);
  if (current >= limit) {
    return window_start + windowMs + windowMs * Math.max(0, 1 - (limit - 1) / current) - at;
  }
  return previous === 0 ? 0 : window_start + windowMs * (1 - (limit - current - 1) / previous) - at;
}
