import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSteadyClock, day, hour, minute, type SteadyClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/observation/log.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import { resetReachedTime, startKeepingTime } from './kept-time.ts';

const noon = Date.UTC(2026, 0, 15, 12);

let database: TestDatabase;
const logged: unknown[] = [];
const log = createLog({ level: 'info', destination: { write: (line: string) => void logged.push(JSON.parse(line)) } });

beforeEach(async () => {
  database = await openTestDatabase();
  logged.length = 0;
});
afterEach(async () => {
  await database.close();
});

/** A server on a machine with an adjustable clock that starts at `at`. */
async function start(
  at: number,
): Promise<{ readonly clock: SteadyClock; readonly set: (to: number) => void; readonly keep: () => Promise<void> }> {
  let wall = at;
  const clock = createSteadyClock({ wall: () => wall, elapsed: () => 0 });
  const server = await startKeepingTime({ db: database.db, clock, log });
  return { clock, set: (to) => (wall = to), keep: () => server.keep() };
}

describe('the time of the servers on one database', () => {
  it('follows the machine on a fresh database', async () => {
    const { clock } = await start(noon);
    expect(clock.now()).toBe(noon);
    expect(logged).toEqual([]);
  });

  it('says when a start is weeks after the last use, because all that was due since ends', async () => {
    await start(noon);
    await start(noon + 20 * day);
    expect(logged).toEqual([]);
    await start(noon + 400 * day);
    expect(logged).toEqual([
      expect.objectContaining({ level: 'warn', lastUse: '2026-02-04T12:00:00.000Z', now: '2027-02-19T12:00:00.000Z' }),
    ]);
  });

  it('does not go back when a server starts after its clock was set back', async () => {
    await start(noon);
    const { clock } = await start(noon - hour);
    expect(clock.now()).toBe(noon);
    expect(logged).toEqual([expect.objectContaining({ level: 'warn', leadMs: hour })]);
  });

  it('follows the server that is ahead', async () => {
    const [behind, ahead] = [await start(noon), await start(noon + 5 * minute)];
    expect(behind.clock.now()).toBe(noon);
    await behind.keep();
    expect(behind.clock.now()).toBe(noon + 5 * minute);
    ahead.set(noon + 50 * minute);
    await ahead.keep();
    await behind.keep();
    expect(behind.clock.now()).toBe(noon + 50 * minute);
  });

  it('does not follow from hours behind, and logs it', async () => {
    const [right, wrong] = [await start(noon), await start(noon)];
    wrong.set(noon + 10 * hour);
    await wrong.keep();
    await right.keep();
    await right.keep();
    expect(right.clock.now()).toBe(noon);
    expect(logged).toEqual([expect.objectContaining({ level: 'error', others: '2026-01-15T22:00:00.000Z' })]);
  });

  it('logs when a machine has caught up', async () => {
    const { set, keep } = await start(noon);
    set(noon - minute);
    await keep();
    set(noon + minute);
    await keep();
    expect(logged).toEqual([expect.objectContaining({ level: 'warn', leadMs: minute }), expect.objectContaining({ level: 'info' })]);
  });

  it('keeps a server more than two hours behind from starting until the operator names the wrong clock', async () => {
    await start(noon);
    await expect(start(noon - 3 * hour)).rejects.toThrow(DatabaseUnusable);
    await expect(start(noon - 3 * hour)).rejects.toThrow('says 2026-01-15T09:00:00.000Z, but this database was in use at 2026-01-15T12:00');
    await resetReachedTime(database.db, { now: () => noon - 3 * hour });
    expect((await start(noon - 3 * hour)).clock.now()).toBe(noon - 3 * hour);
  });
});
