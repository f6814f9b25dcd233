import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { leaseOutbox, retryOutbox } from './outbox.guarded.ts';

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

describe('the outbox', () => {
  it('leases each message to one worker, and again after the lease expires or the message is given back', async () => {
    const ids = Array.from({ length: 60 }, () => newId());
    for (const id of ids) {
      await db
        .q()
        .insertInto('outbox')
        .values({
          id,
          channel: 'sms',
          sealed: '',
          lane: 'stranger',
          created_at: at,
          not_before: at,
          expires_at: at + 10 * minute,
          attempts: 0,
          leased_until: 0,
        })
        .execute();
    }
    const lease = async (now: number) => leaseOutbox(db, { channel: 'sms', at: now, leaseMs: minute, limit: 20 });
    const leased = (await Promise.all(Array.from({ length: 4 }, async () => lease(at)))).flat();
    expect(new Set(leased.map(({ id }) => id)).size).toBe(leased.length);
    const rest = await Promise.all(Array.from({ length: 4 }, async () => lease(at)));
    expect([...leased, ...rest.flat()].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());

    const [first, second] = leased;
    await retryOutbox(db, { id: first?.id ?? '', leasedUntil: at + minute, notBefore: at + 10 });
    await retryOutbox(db, { id: second?.id ?? '', leasedUntil: at + 2 * minute, notBefore: at + 10 });
    expect(await lease(at + 9)).toEqual([]);
    expect(await lease(at + 10)).toMatchObject([{ id: first?.id, attempts: 2 }]);
    expect(await lease(at + minute)).toHaveLength(20);
    expect(await leaseOutbox(db, { channel: 'email', at: at + minute, leaseMs: minute, limit: 100 })).toEqual([]);
    expect(await leaseOutbox(db, { channel: 'sms', at: at + 10 * minute, leaseMs: minute, limit: 100 })).toEqual([]);
  });
});
