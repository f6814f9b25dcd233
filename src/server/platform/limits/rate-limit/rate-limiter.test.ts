import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { createRateLimiter, type RateLimiter, type Take } from './rate-limiter.ts';

const minute = 60_000;
const start = 1_800_000_000_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database.close();
});

function open(db = database.db) {
  const clock = { at: start, now: () => clock.at };
  const limiter = createRateLimiter({ db, clock });
  const key = newId();
  const takeAll = async (count: number, limit: number, from = limiter): Promise<number> => {
    const results = await Promise.all(Array.from({ length: count }, async () => from.take([{ key, limit, windowMs: minute }])));
    return results.filter(({ ok }) => ok).length;
  };
  return { clock, limiter, key, takeAll };
}

describe('a limit', () => {
  it('of N admits N of a burst of ten times as many', async () => {
    const { takeAll } = open();
    expect(await takeAll(200, 20)).toBe(20);
    expect(await takeAll(1, 20)).toBe(0);
  });

  it('is shared by instances', async () => {
    const { takeAll, clock } = open();
    const other = await openDatabase({ ...database, pool: { max: 5, waitMs: 20_000 } });
    const second = createRateLimiter({ db: other, clock });
    const admitted = await Promise.all([takeAll(100, 20), takeAll(100, 20, second)]);
    expect(admitted[0] + admitted[1]).toBe(20);
    await other.close();
  });

  it('slides: the previous window counts by its overlapping part', async () => {
    const { takeAll, clock } = open();
    expect(await takeAll(20, 10)).toBe(10);
    clock.at = start + minute;
    expect(await takeAll(20, 10)).toBe(0);
    clock.at = start + minute + minute / 2;
    expect(await takeAll(20, 10)).toBe(5);
    clock.at = start + 3 * minute;
    expect(await takeAll(20, 10)).toBe(10);
  });

  it('reports when the next place is free', async () => {
    const { limiter, key, takeAll, clock } = open();
    await takeAll(10, 10);
    clock.at += 7000;
    const result = await limiter.take([{ key, limit: 10, windowMs: minute }]);
    expect(result).toEqual({ ok: false, retryAfterSeconds: 59 });
    clock.at += 58_999;
    expect(await takeAll(1, 10)).toBe(0);
    clock.at += 1;
    expect(await takeAll(1, 10)).toBe(1);
  });

  it('of zero admits nothing', async () => {
    const { limiter, key } = open();
    expect(await limiter.take([{ key, limit: 0, windowMs: minute }])).toEqual({ ok: false, retryAfterSeconds: 60 });
  });

  it('gives no place twice when the clock steps back', async () => {
    const { takeAll, clock } = open();
    await takeAll(10, 10);
    clock.at = start - 30_000;
    expect(await takeAll(5, 10)).toBe(0);
    clock.at = start + 30_000;
    expect(await takeAll(5, 10)).toBe(0);
  });

  it('does not block for long after the clock was far ahead once', async () => {
    const { takeAll, clock } = open();
    clock.at = start + 365 * 24 * 60 * minute;
    await takeAll(10, 10);
    clock.at = start;
    expect(await takeAll(20, 10)).toBe(10);
  });
});

describe('a refusal', () => {
  it('is remembered for a second: repeated requests cost no statement', async () => {
    const { limiter, key, takeAll, clock } = open();
    await takeAll(10, 10);
    expect(await takeAll(1, 10)).toBe(0);
    const forget = database.db.counters.prepare<{ key: string }, unknown>((q, param) =>
      q.deleteFrom('rate_windows').where('key', '=', param('key')),
    );
    // Like another instance that gives places back: this one sees it a second later.
    await forget({ key });
    expect(await limiter.take([{ key, limit: 10, windowMs: minute }])).toEqual({ ok: false, retryAfterSeconds: 66 });
    clock.at += 999;
    expect(await takeAll(1, 10)).toBe(0);
    clock.at += 1;
    expect(await takeAll(1, 10)).toBe(1);
  });

  it('does not apply to a higher limit, and ends with a place that is given back', async () => {
    const { limiter, key, takeAll } = open();
    await takeAll(10, 10);
    expect(await takeAll(1, 10)).toBe(0);
    expect(await takeAll(1, 11)).toBe(1);
    const other = { key: newId(), limit: 0, windowMs: minute };
    expect(await takeAll(1, 11)).toBe(0);
    expect(await limiter.take([{ key, limit: 12, windowMs: minute }, other])).toMatchObject({ ok: false });
    expect(await takeAll(1, 12)).toBe(1);
  });

  it('is repeated after a pause, the first time at once', async () => {
    // No timer of a real length: on a busy machine any turn of the event loop may be later than it.
    const clock = { now: () => start };
    const [patient, prompt] = [60 * minute, 0].map((pauseMs) => createRateLimiter({ db: database.db, clock, pauseMs }));
    for (const [limiter, expected] of [
      [patient, 'turn'],
      [prompt, 'refusal'],
    ] as const) {
      const take = [{ key: newId(), limit: 1, windowMs: minute }];
      await limiter?.take(take);
      expect(await limiter?.take(take)).toMatchObject({ ok: false });
      const repeated = limiter?.take(take).then(() => 'refusal');
      const turn = new Promise((resolve) => setImmediate(() => resolve('turn')));
      expect(await Promise.race([repeated, turn])).toBe(expected);
    }
  });
});

describe('several limits', () => {
  it('are taken all or none', async () => {
    const { limiter, clock } = open();
    const wide = { key: newId(), limit: 5, windowMs: minute };
    const narrow = { key: newId(), limit: 2, windowMs: 10 * minute };
    const results = await Promise.all(Array.from({ length: 6 }, async () => limiter.take([wide, narrow])));
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
    const rest = await Promise.all(Array.from({ length: 6 }, async () => limiter.take([wide])));
    expect(rest.filter(({ ok }) => ok)).toHaveLength(3);
    clock.at += 2 * minute;
    expect(await limiter.take([wide, narrow])).toMatchObject({ ok: false });
  });

  it('protect shared places from a client over its own limit', async () => {
    const { limiter } = open();
    const shared = { key: newId(), limit: 5, windowMs: minute };
    const spent = { key: newId(), limit: 1, windowMs: minute };
    expect(await limiter.take([spent])).toEqual({ ok: true });
    const others = Array.from({ length: 5 }, () => [{ key: newId(), limit: 1, windowMs: minute }, shared]);
    const [refused, admitted] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => limiter.take([spent, shared]))),
      Promise.all(others.map((takes) => limiter.take(takes))),
    ]);
    expect(refused.filter(({ ok }) => ok)).toEqual([]);
    expect(admitted.filter(({ ok }) => ok)).toHaveLength(5);
  });

  it('report for a joint refusal when the last of them is free', async () => {
    const { limiter } = open();
    const [first, second] = [minute, 10 * minute].map((windowMs) => ({ key: newId(), limit: 1, windowMs }));
    if (!first || !second) throw new Error('there are two limits');
    expect(await limiter.take([first, second])).toEqual({ ok: true });
    expect(await limiter.take([first, second])).toEqual({ ok: false, retryAfterSeconds: 20 * 60 });
  });

  it('can be checked for the result of a take without taking', async () => {
    const { limiter, clock } = open();
    const [narrow, wide] = [2, 5].map((limit) => ({ key: newId(), limit, windowMs: minute }));
    if (!narrow || !wide) throw new Error('there are two limits');
    for (let i = 0; i < 10; i++) expect(await limiter.look([wide, narrow])).toEqual({ ok: true });
    await limiter.take([narrow, wide]);
    await limiter.take([narrow, wide]);
    clock.at += 7000;
    const refused = { ok: false, retryAfterSeconds: 83 };
    expect([await limiter.look([wide, narrow]), await limiter.take([wide, narrow])]).toEqual([refused, refused]);
    expect(await limiter.look([wide])).toEqual({ ok: true });
    clock.at += 83_000;
    expect(await limiter.look([wide, narrow])).toEqual({ ok: true });
  });

  it('are taken at once in any order', async () => {
    const { limiter } = open();
    const takes = Array.from({ length: 4 }, () => ({ key: newId(), limit: 1000, windowMs: minute }));
    const results = await Promise.all(
      Array.from({ length: 100 }, async (_each, n) => limiter.take(n % 2 === 0 ? takes : takes.toReversed())),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(100);
    expect(await Promise.all(takes.map(({ key }) => limiter.used(key, minute)))).toEqual([100, 100, 100, 100]);
  });

  it('take no place before or after a full one', async () => {
    const { limiter } = open();
    const [first, full, last] = [5, 1, 5].map((limit) => ({ key: newId(), limit, windowMs: minute }));
    if (!first || !full || !last) throw new Error('there are three limits');
    await limiter.take([full]);
    expect(await limiter.take([first, full, last])).toMatchObject({ ok: false });
    const used = (of: RateLimiter) => Promise.all([first, full, last].map(({ key }) => of.used(key, minute)));
    expect(await used(limiter)).toEqual([0, 1, 0]);
    // Others remember nothing of the refusal, and meet the full one in one moment.
    const others = Array.from({ length: 20 }, () => open().limiter);
    const results = await Promise.all(others.map((other) => other.take([first, full, last])));
    expect(results.filter(({ ok }) => ok)).toEqual([]);
    expect(await used(limiter)).toEqual([0, 1, 0]);
  });

  it('have one key each: a repeated one is a fault of the caller, and takes nothing', async () => {
    const { limiter } = open();
    const [one, other] = [5, 5].map((limit) => ({ key: newId(), limit, windowMs: minute }));
    if (!one || !other) throw new Error('there are two limits');
    await expect(limiter.take([one, other, { ...one, windowMs: 10 * minute }])).rejects.toThrow('a take names a key twice');
    expect(await Promise.all([one, other].map(({ key }) => limiter.used(key, minute)))).toEqual([0, 0]);
  });

  it('admit if there are none', async () => {
    const { limiter } = open();
    expect(await limiter.take([])).toEqual({ ok: true });
  });
});

describe('frequent reads', () => {
  it('are admitted up to their limit, a quarter of it without a write', async () => {
    const { limiter, key } = open();
    const rows = async () =>
      database.db.counters.prepare<{ key: string }, { current: number }>((q, param) =>
        q.selectFrom('rate_windows').select('current').where('key', '=', param('key')),
      )({ key });
    const read = async (): Promise<boolean> => (await limiter.takeRead([{ key, limit: 40, windowMs: minute }])).ok;
    for (let i = 0; i < 10; i++) {
      expect(await read()).toBe(true);
    }
    expect(await rows()).toEqual([]);
    expect(await read()).toBe(true);
    expect(await rows()).toEqual([{ current: 11 }]);
    const rest = await Promise.all(Array.from({ length: 100 }, read));
    expect(rest.filter(Boolean)).toHaveLength(29);
  });

  it('are taken in all limits or in none, both local and shared ones', async () => {
    const { limiter } = open();
    const wide = { key: newId(), limit: 40, windowMs: minute };
    const narrow = { key: newId(), limit: 4, windowMs: minute };
    const read = async (...takes: readonly Take[]) => (await limiter.takeRead(takes)).ok;
    for (let i = 0; i < 20; i++) expect(await read(narrow, wide)).toBe(i < 4);
    // The reverse order: places of the wide limit are given back, before and after it is shared.
    for (let i = 0; i < 20; i++) expect(await read(wide, narrow)).toBe(false);
    for (let i = 0; i < 20; i++) expect(await read(wide)).toBe(true);
    for (let i = 0; i < 20; i++) expect(await read(wide, narrow)).toBe(false);
    for (let i = 0; i < 20; i++) expect(await read(wide)).toBe(i < 16);
  });

  it('restart in the next window', async () => {
    const { limiter, key, clock } = open();
    await Promise.all(Array.from({ length: 50 }, async () => limiter.takeRead([{ key, limit: 40, windowMs: minute }])));
    clock.at += 2 * minute;
    expect(await limiter.takeRead([{ key, limit: 40, windowMs: minute }])).toEqual({ ok: true });
  });
});

describe('any sequence of takes', () => {
  it('admits no more than its estimate, reports that, and admits a refused take at the announced time', async () => {
    const { limiter, clock } = open();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 40 }),
        async (limit, steps) => {
          const key = newId();
          clock.at = start;
          const admitted = new Map<number, number>();
          const estimates: number[] = [];
          const refusedAgain: number[] = [];
          const misread: number[] = [];
          for (const step of steps) {
            clock.at += step;
            const result = await limiter.take([{ key, limit, windowMs: minute }]);
            if (!result.ok) {
              clock.at += result.retryAfterSeconds * 1000;
              const again = await limiter.take([{ key, limit, windowMs: minute }]);
              refusedAgain.push(...(again.ok ? [] : [clock.at]));
            }
            const elapsed = clock.at % minute;
            const window = clock.at - elapsed;
            const current = (admitted.get(window) ?? 0) + 1;
            admitted.set(window, current);
            const estimate = (admitted.get(window - minute) ?? 0) * (1 - elapsed / minute) + current;
            estimates.push(estimate);
            misread.push(...(Math.abs((await limiter.used(key, minute)) - estimate) < 1e-6 ? [] : [clock.at]));
          }
          expect(refusedAgain).toEqual([]);
          expect(misread).toEqual([]);
          expect(Math.max(...estimates)).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: database.db.engine === 'sqlite' ? 100 : 20 },
    );
  });
});
