// @one-database
/** Counters and captchas with Redis: while it works, without it, and while it stops, lags or sends garbage. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimProof } from '#server/platform/captcha/claim-proof.ts';
import { newId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { createRateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';
import { buildTestApp } from '#server/testing/test-app.ts';
import { startRespServer, type RespServer } from '#server/testing/resp-server.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { openRedis, type Redis } from './redis.ts';

/** Only tests about waiting depend on the duration. */
const patientMs = 10_000;
const minute = 60_000;
const start = 1_800_000_000_000;
const told: string[] = [];
const log = createLog({ level: 'info', destination: { write: (line: string) => void told.push(messageOf(line)) } });

let database: TestDatabase;
let server: RespServer;
let redis: Redis;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database.close();
});

beforeEach(async () => {
  told.length = 0;
  server = await startRespServer();
  redis = await openRedis({ url: server.url, log, retryMs: 20, answerMs: patientMs });
});

afterEach(async () => {
  await redis.close();
  await server.stop();
});

function open(connection = redis) {
  const clock = { at: start, now: () => clock.at };
  const limiter = createRateLimiter({ db: database.db, clock, redis: connection });
  const key = newId();
  const takeAll = async (count: number, limit: number, from = limiter): Promise<number> => {
    const results = await Promise.all(Array.from({ length: count }, async () => from.take([{ key, limit, windowMs: minute }])));
    return results.filter(({ ok }) => ok).length;
  };
  return { clock, limiter, key, takeAll };
}

function messageOf(line: string): string {
  const { msg }: { readonly msg: string } = JSON.parse(line);
  return msg;
}

async function connected(connection = redis): Promise<void> {
  await expect.poll(() => connection.isConnected, { timeout: 10_000 }).toBe(true);
}

async function rowsInDatabase(key: string): Promise<number> {
  const { prepare } = database.db.counters;
  const find = prepare<{ key: string }, { key: string }>((q, param) =>
    q.selectFrom('rate_windows').select('key').where('key', '=', param('key')),
  );
  return (await find({ key })).length;
}

describe('a limit in redis', () => {
  it('of N admits N of a burst over all instances, and writes nothing to the database', async () => {
    await connected();
    const { takeAll, clock, key } = open();
    const other = await openRedis({ url: server.url, log, retryMs: 20, answerMs: patientMs });
    await connected(other);
    const second = createRateLimiter({ db: database.db, clock, redis: other });
    const admitted = await Promise.all([takeAll(50, 20), takeAll(50, 20, second)]);
    expect(admitted[0] + admitted[1]).toBe(20);
    expect(await takeAll(1, 20)).toBe(0);
    expect(await rowsInDatabase(key)).toBe(0);
    await other.close();
  });

  it('slides as in the database, and reports when the next place is free', async () => {
    await connected();
    const { takeAll, clock, limiter, key } = open();
    expect(await takeAll(20, 10)).toBe(10);
    expect(await limiter.take([{ key, limit: 10, windowMs: minute }])).toMatchObject({ ok: false, retryAfterSeconds: 66 });
    clock.at = start + minute;
    expect(await takeAll(20, 10)).toBe(0);
    clock.at = start + minute + minute / 2;
    expect(await takeAll(20, 10)).toBe(5);
    clock.at = start + 3 * minute;
    expect(await takeAll(20, 10)).toBe(10);
  });

  it('takes a place in every limit or in none', async () => {
    await connected();
    const { limiter, key, takeAll } = open();
    const full = `${key}-full`;
    await limiter.take([{ key: full, limit: 1, windowMs: minute }]);
    const both = [
      { key, limit: 5, windowMs: minute },
      { key: full, limit: 1, windowMs: minute },
    ];
    expect(await limiter.take(both)).toMatchObject({ ok: false });
    expect(await takeAll(9, 5)).toBe(5);
  });
});

describe('a proof of a captcha', () => {
  it('is spent once by concurrent requests', async () => {
    await connected();
    const claim = { id: newId(), at: start, expiresAt: start + minute };
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimProof({ db: database.db, redis }, claim)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimProof({ db: database.db, redis }, claim)).toBe(false);
  });
});

describe('without redis the database counts:', () => {
  it('from the start, which does not wait for redis', async () => {
    await server.stop();
    const absent = await openRedis({ url: server.url, log, retryMs: 20, answerMs: patientMs });
    const { takeAll, key } = open(absent);
    expect(await takeAll(30, 10)).toBe(10);
    expect(await rowsInDatabase(key)).toBe(1);
    const claim = { id: newId(), at: start, expiresAt: start + minute };
    expect(await claimProof({ db: database.db, redis: absent }, claim)).toBe(true);
    expect(await claimProof({ db: database.db, redis: absent }, claim)).toBe(false);
    expect(absent.refusals).toBeGreaterThan(0);
    await server.start();
    await connected(absent);
    await absent.close();
  });

  it('when redis dies, and only until it returns', async () => {
    await connected();
    const { takeAll, key, clock } = open();
    expect(await takeAll(4, 10)).toBe(4);
    await server.stop();
    expect(await takeAll(30, 10)).toBe(10);
    expect(await takeAll(1, 10)).toBe(0);
    expect(await rowsInDatabase(key)).toBe(1);
    await server.start();
    await connected();
    // A refusal is remembered for a second.
    clock.at += 1000;
    // The four places taken there are still counted.
    expect(await takeAll(30, 10)).toBe(6);
    expect(told).toEqual(['redis is away: the database counts in its place', 'redis is back']);
  });

  it.each(['slow', 'mute', 'garbage', 'wrong'] as const)('when its answers are %s, after waiting only for the first', async (fault) => {
    const impatient = await openRedis({ url: server.url, log, retryMs: 20 });
    await connected(impatient);
    const { takeAll, limiter, key } = open(impatient);
    server.fault = fault;
    expect(await takeAll(30, 10)).toBe(10);
    const before = server.commands.filter((name) => name !== 'PING' && name !== 'CLIENT').length;
    // A new connection may succeed if it still answers pings; it then fails again.
    if (fault !== 'wrong') {
      expect(await limiter.take([{ key: newId(), limit: 1, windowMs: minute }])).toEqual({ ok: true });
      expect(server.commands.filter((name) => name !== 'PING' && name !== 'CLIENT')).toHaveLength(before);
    }
    expect(await takeAll(1, 10)).toBe(0);
    expect(await rowsInDatabase(key)).toBe(1);
    server.fault = '';
    await connected(impatient);
    await impatient.close();
  });
});

describe('the server', () => {
  it('is ready and keeps sessions and passwords whatever happens to redis', { timeout: 60_000 }, async () => {
    const app = await buildTestApp({ config: { redisUrl: server.url } });
    try {
      await expect.poll(() => app.wiring.platform.redis?.isConnected, { timeout: 10_000 }).toBe(true);
      const { browser, phone, password } = await app.newAccount();
      expect(server.commands).toContain('INCRBY');
      expect([...server.values.keys()].every((key) => /^cedar-id:(?:rate|captcha):/.test(key))).toBe(true);
      expect([...server.values.keys()].some((key) => key.includes(phone))).toBe(false);
      await server.stop();
      expect((await app.app.inject('/readyz')).statusCode).toBe(200);
      expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
      expect(await app.newBrowser().post('/login/password', { account: phone, password })).toMatchObject({ code: 200 });
    } finally {
      await app.close();
    }
  });
});
