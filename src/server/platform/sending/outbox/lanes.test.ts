import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { createRateLimiter, type RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { testClock } from '#server/testing/server/test-core.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import type { Lane } from './lane.ts';
import { createLanes, type Lanes } from './lanes.ts';
import type { Channel } from './outages.ts';

const clock = testClock();
let database: TestDatabase;
let limiter: RateLimiter;

beforeAll(async () => {
  database = await openTestDatabase();
  limiter = createRateLimiter({ db: database.db, clock });
});

afterAll(async () => {
  await database.close();
});

beforeEach(() => {
  clock.advance(2 * day);
});

/** The lanes of a site with a hundredth of the usual budget, and this many SMS a day. */
function open(smsPerDay = 200, of = limiter): Lanes {
  return createLanes({ limiter: of, smsPerDay: smsPerDay * 100, rateFactor: 0.01 });
}

async function fill(lanes: Lanes, channel: Channel, lane: Lane): Promise<number> {
  let taken = 0;
  while (await lanes.take(channel, lane)) taken += 1;
  return taken;
}

describe('the lanes', () => {
  it.each([
    ['sms', { strangers: 12, codes: 20, notices: 10 }],
    ['email', { strangers: 30, codes: 50, notices: 100 }],
  ] as const)(
    'of %s give strangers at most 60 % in an hour, holders all of it, and notices a separate budget',
    async (channel, { strangers, codes, notices }) => {
      const lanes = open();
      const taken = await fill(lanes, channel, 'stranger');
      expect(taken).toBeLessThanOrEqual(strangers);
      expect(taken).toBeGreaterThanOrEqual(Math.floor(strangers * 0.9));
      expect(await fill(lanes, channel, 'holder')).toBe(codes - taken);
      expect(await fill(lanes, channel, 'notice')).toBe(notices);
      clock.advance(2 * hour);
      expect(await fill(lanes, channel, 'holder')).toBe(codes);
      expect(await lanes.take(channel, 'stranger')).toBe(false);
    },
  );

  it('of SMS split a day in the same proportions', async () => {
    const lanes = open(10);
    expect(await fill(lanes, 'sms', 'stranger')).toBe(6);
    expect(await fill(lanes, 'sms', 'holder')).toBe(4);
    clock.advance(2 * hour);
    expect(await lanes.take('sms', 'holder')).toBe(false);
    expect(await fill(lanes, 'sms', 'notice')).toBe(10);
  });

  it('of a very small site have a place for a stranger too', async () => {
    expect(await fill(open(1), 'sms', 'stranger')).toBe(1);
  });

  it('are shared by instances', async () => {
    const other = await openDatabase({ ...database, pool: { max: 5, waitMs: 20_000 } });
    const second = createRateLimiter({ db: other, clock });
    const taken = await Promise.all([fill(open(), 'sms', 'holder'), fill(open(200, second), 'sms', 'holder')]);
    expect(taken[0] + taken[1]).toBe(20);
    await other.close();
  });

  it('end for strangers at a random place, which their waiting time does not reveal', async () => {
    const lanes = open();
    const ends = new Set<number>();
    const waits = new Set<number | undefined>();
    for (let round = 0; round < 20; round += 1) {
      ends.add(await fill(lanes, 'sms', 'stranger'));
      for (let more = 0; more < 3; more += 1) waits.add(await lanes.waitFor('sms', 'stranger'));
      clock.advance(2 * day);
    }
    expect(ends).toEqual(new Set([11, 12]));
    expect(new Set([...waits].filter((wait) => wait !== undefined))).toEqual(new Set([600]));
  });

  it('announce a wait before a place is taken, and none while there is room', async () => {
    const lanes = open(10);
    expect(await lanes.waitFor('sms', 'stranger')).toBeUndefined();
    await fill(lanes, 'sms', 'stranger');
    expect(await lanes.waitFor('sms', 'stranger')).toBe(3600);
    expect(await lanes.waitFor('sms', 'holder')).toBeUndefined();
    await fill(lanes, 'sms', 'holder');
    expect(await lanes.waitFor('sms', 'holder')).toBe(3600);
    expect(await lanes.waitFor('sms', 'notice')).toBeUndefined();
    expect(await lanes.waitFor('email', 'stranger')).toBeUndefined();
    expect(await lanes.fill()).toMatchObject({ 'sms codes day': 1, 'sms strangers day': 1, 'sms notices hour': 0, 'email codes hour': 0 });
  });
});
