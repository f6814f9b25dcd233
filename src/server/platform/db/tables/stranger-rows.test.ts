import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { takeStrangerPlace } from './stranger-rows.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { strangerSource, type StrangerBudget } from './stranger-rows.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const budget: StrangerBudget = { mark: 't', table: 'social_states', ipv4: 10, ipv6: 4, site: 64 * 50, beyond: 'oldestGoes' };

let database: TestDatabase;
let db: Db;
let at = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  await db.q().deleteFrom('social_states').execute();
});

/** Makes a row from a client IP; returns false when it is refused, without a row. `id` selects the lot of the row. */
async function make(address: string, { of = budget, on = db, id = sha256(newToken()) } = {}): Promise<boolean> {
  at += 1;
  const moment = at;
  const refused = new Error('refused');
  try {
    await on.tx(async () => {
      const row = { id, platform: 'qq', app: '', visitor: '', account_id: '', redirect: '', created_at: moment, expires_at: moment };
      await on.q().insertInto('social_states').values(row).execute();
      if (!(await takeStrangerPlace(on, of, { id, source: strangerSource(keyring, of, address) }))) throw refused;
    });
    return true;
  } catch (error) {
    if (error !== refused) throw error;
    return false;
  }
}

/** The creation times of the rows from a network of this client IP, the smallest or a wider one. */
async function standing(address: string, network = 0): Promise<readonly number[]> {
  const prefix = strangerSource(keyring, budget, address).networks[network]?.prefix ?? '';
  const { rows } = await sql<{ expires_at: number }>`
    select expires_at from social_states where substr(source, 1, ${prefix.length}) = ${prefix} order by expires_at`.execute(db.q());
  return rows.map((row) => row.expires_at);
}

const ipv4 = (network: number, host: number) => `203.0.${network}.${host}`;
const ipv6 = (third: number, fourth: number) => `2001:db8:${third.toString(16)}:${fourth.toString(16)}::1`;

describe('rows of strangers', () => {
  it('of one client IP are limited; beyond that its oldest is removed', async () => {
    for (let i = 0; i < 25; i += 1) expect(await make(ipv4(1, 1))).toBe(true);
    expect(await standing(ipv4(1, 1))).toEqual(Array.from({ length: 10 }, (_, i) => at - 9 + i));
  });

  it('of a /24 are limited to eight times as many; then the oldest of its busiest client IP is removed', async () => {
    for (let i = 0; i < 3; i += 1) await make(ipv4(2, 250));
    for (let i = 0; i < 120; i += 1) await make(ipv4(2, 1 + (i % 12)));
    expect(await standing(ipv4(2, 1), 1)).toHaveLength(80);
    // An earlier client IP with few rows keeps them.
    expect(await standing(ipv4(2, 250))).toHaveLength(3);
    await make(ipv4(3, 1));
    expect(await standing(ipv4(3, 1), 1)).toHaveLength(1);
  });

  it.each([
    ['/64', () => ipv6(1, 0x1100), 0, 4],
    ['/56', () => ipv6(1, 0x1100 + randomInt(256)), 1, 8],
    ['/48', () => ipv6(1, randomInt(65_536)), 2, 16],
  ] as const)('of a %s of IPv6 are limited to its share', async (_name, address, network, most) => {
    for (let i = 0; i < 60; i += 1) await make(address());
    expect(await standing(ipv6(1, 0x1100), network)).toHaveLength(most);
  });

  it('are counted exactly, with any concurrency and at any instance', async () => {
    const other = await openDatabase({ ...database, pool: { max: 10, waitMs: 20_000 } });
    try {
      const refusing = { ...budget, beyond: 'refused' } as const;
      const come = (of: StrangerBudget) =>
        Promise.all(Array.from({ length: 60 }, (_, i) => make(ipv4(4, 1 + (i % 2)), { of, on: i % 3 === 0 ? other : db })));
      expect((await come(refusing)).filter(Boolean)).toHaveLength(20);
      expect(await come(budget)).not.toContain(false);
      expect(await standing(ipv4(4, 1))).toHaveLength(10);
      expect(await standing(ipv4(4, 2))).toHaveLength(10);
    } finally {
      await other.close();
    }
  });

  it('beyond the limit are refused when none may be removed', async () => {
    const refusing = { ...budget, beyond: 'refused' } as const;
    const made = [];
    for (let i = 0; i < 12; i += 1) made.push(await make(ipv4(5, 1), { of: refusing }));
    expect(made).toEqual([...Array.from({ length: 10 }, () => true), false, false]);
    expect(await standing(ipv4(5, 1))).toHaveLength(10);
  });

  it('of the whole site are bounded in each lot; beyond that the oldest of the busiest network is removed', async () => {
    const small = { ...budget, site: 64 * 8 };
    const inLot = () => `A${newToken()}`;
    for (let i = 0; i < 2; i += 1) await make(ipv4(6, 1), { of: small, id: inLot() });
    for (let i = 0; i < 40; i += 1) await make(ipv4(10 + (i % 2), 1 + (i % 200)), { of: small, id: inLot() });
    const { rows } = await sql<{ count: number }>`select count(*) as count from social_states`.execute(db.q());
    expect(Number(rows[0]?.count)).toBe(8);
    expect(await standing(ipv4(6, 1))).toHaveLength(2);
    expect(await make(ipv4(7, 1), { of: { ...small, beyond: 'refused' }, id: inLot() })).toBe(false);
    expect(await make(ipv4(7, 1), { of: { ...small, beyond: 'refused' }, id: `B${newToken()}` })).toBe(true);
  });

  it('of another kind are counted separately', async () => {
    const other = { ...budget, mark: 'u', beyond: 'refused' } as const;
    for (let i = 0; i < 12; i += 1) await make(ipv4(8, 1));
    expect(await make(ipv4(8, 1), { of: other })).toBe(true);
    expect(await standing(ipv4(8, 1))).toHaveLength(10);
  });

  it('do not reveal their origin', async () => {
    await make(ipv4(9, 77));
    const row = await db.q().selectFrom('social_states').select('source').executeTakeFirstOrThrow();
    expect(row.source).toMatch(/^t[0-9a-f]{24}$/);
    const elsewhere = createKeyring(Buffer.alloc(32, 8));
    expect(strangerSource(elsewhere, budget, ipv4(9, 77)).text).not.toBe(row.source);
  });
});
