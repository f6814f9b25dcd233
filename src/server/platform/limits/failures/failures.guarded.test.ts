import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { race, wins } from '#server/testing/lives/races.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { admitTry, type BlockSchedule, clearFailures, readFailures, recordFailure } from './failures.guarded.ts';

let database: TestDatabase;
let db: Db;
const at = 1_800_000_000_000;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(async () => {
  await database.close();
});

describe('failures', () => {
  const schedule: BlockSchedule = [
    [10, minute],
    [11, 2 * minute],
    [12, 4 * minute],
  ];
  const rule = () => ({ key: newId(), at, windowMs: 15 * minute, schedule });

  it('are all counted when simultaneous', async () => {
    const failure = rule();
    const results = await race(100, async () => recordFailure(db, { ...failure, schedule: [] }));
    expect(new Set(results.map(({ failures }) => failures)).size).toBe(100);
    expect(await readFailures(db, failure.key)).toEqual({ failures: 100, firstAt: at, blockedUntil: 0 });
  });

  it('block for increasing times', async () => {
    const failure = rule();
    const blocks: number[] = [];
    for (let i = 0; i < 13; i++) {
      blocks.push((await recordFailure(db, failure)).blockedUntil);
    }
    expect(blocks).toEqual([...Array.from({ length: 9 }, () => 0), at + minute, at + 2 * minute, at + 4 * minute, at + 4 * minute]);
  });

  it('block from the first one on when the schedule starts there', async () => {
    expect(await recordFailure(db, { ...rule(), schedule: [[1, minute]] })).toEqual({
      failures: 1,
      firstAt: at,
      blockedUntil: at + minute,
    });
  });

  it('are forgotten one window after the first, but not before one window after the last block', async () => {
    const failure = { ...rule(), schedule: [[2, 10 * minute]] } as const;
    await recordFailure(db, { ...failure, schedule: [] });
    expect(await recordFailure(db, { ...failure, schedule: [], at: at + 15 * minute })).toEqual({
      failures: 1,
      firstAt: at + 15 * minute,
      blockedUntil: 0,
    });
    expect((await recordFailure(db, { ...failure, at: at + 20 * minute })).blockedUntil).toBe(at + 30 * minute);
    expect((await recordFailure(db, { ...failure, at: at + 44 * minute })).failures).toBe(3);
    expect((await recordFailure(db, { ...failure, at: at + 90 * minute })).failures).toBe(1);
  });

  it('are forgotten after a success', async () => {
    const failure = rule();
    await recordFailure(db, failure);
    await clearFailures(db, failure.key);
    expect(await readFailures(db, failure.key)).toBeUndefined();
  });

  it('admit exactly as many tries as the schedule, whatever the concurrency', async () => {
    const failure = rule();
    const results = await race(100, async () => admitTry(db, failure));
    expect(wins(results.map(({ admitted }) => admitted))).toBe(10);
    expect(results.filter(({ admitted }) => !admitted).every(({ blockedUntil }) => blockedUntil === at + minute)).toBe(true);
    const later = await race(16, async () => admitTry(db, { ...failure, at: at + minute }));
    expect(wins(later.map(({ admitted }) => admitted))).toBe(1);
    expect(await readFailures(db, failure.key)).toEqual({ failures: 11, firstAt: at, blockedUntil: at + 3 * minute });
  });

  it('count no try inside a transaction, which could give it back', async () => {
    await expect(db.tx(async () => admitTry(db, rule()))).rejects.toThrow('inside a transaction');
  });
});
