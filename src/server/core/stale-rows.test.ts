import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestCore } from '#server/testing/server/test-core.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { recordFailure } from '#server/platform/limits/failures/failures.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { removeShortLivedRows, removeStaleRows } from './stale-rows.ts';

let database: TestDatabase;
let db: Db;
const at = 1_800_000_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(async () => {
  await database.close();
});

const record = {
  sealed: '',
  account_id: null,
  client_id: null,
  grant_id: null,
  uid: null,
  user_code: null,
  session_id: null,
  device_id: null,
  credential_epoch: null,
  created_at: at,
  consumed_at: null,
  polled_at: null,
  decided_at: null,
  told_at: null,
  tries: 0,
} as const;

async function kept(model: string): Promise<readonly string[]> {
  return (await db.q().selectFrom('openid_records').select('id').where('model', '=', model).execute()).map(({ id }) => id);
}

describe('stale rows', () => {
  it('are removed a day after their time, in any number, and others stay', async () => {
    const bound = { scene: 'login', channel: 'sms', target_hash: '', holder: '', asker: 'stranger' } as const;
    const code = { ...bound, code_hash: '', attempts: 0, created_at: at } as const;
    await db
      .q()
      .insertInto('codes')
      .values([
        { ...code, id: 'old', expires_at: at, voided_at: null, used_at: null },
        { ...code, id: 'fresh', expires_at: at + 1, voided_at: null, used_at: null },
      ])
      .execute();
    const link = {
      kind: 'notice',
      account_id: '',
      credential_epoch: null,
      sealed: '',
      created_at: at,
      voided_at: null,
      used_at: null,
    } as const;
    await db
      .q()
      .insertInto('links')
      .values([
        { ...link, id: 'old', expires_at: at },
        { ...link, id: 'fresh', expires_at: at + 1 },
      ])
      .execute();
    await db
      .q()
      .insertInto('openid_records')
      .values([
        { ...record, model: 'RefreshToken', id: 'old', expires_at: at },
        { ...record, model: 'RefreshToken', id: 'fresh', expires_at: at + 1 },
      ])
      .execute();
    const rule = { at, windowMs: 1000, schedule: [] };
    await recordFailure(db, { ...rule, key: 'old' });
    await recordFailure(db, { ...rule, key: 'blocked', schedule: [[1, 1000]] });

    expect(await removeStaleRows(db, at + day - 1)).toBe(0);
    expect(await removeStaleRows(db, at + day)).toBe(4);
    expect(await db.q().selectFrom('codes').select('id').execute()).toEqual([{ id: 'fresh' }]);
    expect(await db.q().selectFrom('links').select('id').execute()).toEqual([{ id: 'fresh' }]);
    expect(await kept('RefreshToken')).toEqual(['fresh']);
    expect(await db.q().selectFrom('failures').select('key').execute()).toEqual([{ key: 'blocked' }]);
  });

  it('that live for minutes are removed five minutes after their time, in any number', async () => {
    await db
      .q()
      .insertInto('claims')
      .values(Array.from({ length: 1200 }, (_, i) => ({ kind: 'old', id: `${i}`, claimed_at: at, expires_at: at })))
      .execute();
    await claimOnce(db, { kind: 'fresh', id: 'a', at, expiresAt: at + 1 });
    const models = ['Interaction', 'DeviceCode', 'AuthorizationCode', 'AccessToken'];
    const rows = models.flatMap((model) => [
      { ...record, model, id: 'old', expires_at: at },
      { ...record, model, id: 'fresh', expires_at: at + 1 },
    ]);
    await db.q().insertInto('openid_records').values(rows).execute();
    await sql`update openid_records set source = 'w' where model in ('Interaction', 'DeviceCode')`.execute(db.q());
    const state = { platform: 'qq', app: '', visitor: '', created_at: at };
    for (const [id, expires_at] of [
      ['old', at],
      ['fresh', at + 1],
    ] as const) {
      await db
        .q()
        .insertInto('social_states')
        .values({ ...state, account_id: '', redirect: '', id, expires_at })
        .execute();
      await db
        .q()
        .insertInto('pending_identities')
        .values({ platform: 'qq', visitor: '', sealed: '', created_at: at, used_at: null, id, expires_at })
        .execute();
    }
    expect(await removeShortLivedRows(db, at + 5 * minute - 1)).toBe(0);
    // Rows of strangers go every minute; rows made for people wait for the hour.
    expect(await removeShortLivedRows(db, at + 5 * minute)).toBe(1204);
    expect(await db.q().selectFrom('claims').select('id').execute()).toEqual([{ id: 'a' }]);
    for (const model of ['Interaction', 'DeviceCode']) expect(await kept(model)).toEqual(['fresh']);
    expect(await removeStaleRows(db, at + 5 * minute)).toBe(2);
    for (const model of ['AuthorizationCode', 'AccessToken']) expect(await kept(model)).toEqual(['fresh']);
  });

  it('leave the records of sessions for the configured number of days', async () => {
    const core = await openTestCore();
    const { id: accountId } = await core.account({ email: 'kept@example.com' });
    const { expiresAt } = await core.sessions.start({
      accountId,
      credentialEpoch: 1,
      clientIp: '203.0.113.7',
      userAgent: '',
      assurance: { authAt: 0, acr: '1', amr: [], ways: [] },
    });
    const there = async () => (await core.db.q().selectFrom('sessions').select('id').execute()).length;
    await removeStaleRows(core.db, expiresAt + 7 * day - 1, { sessionDays: 7 });
    expect(await there()).toBe(1);
    await removeStaleRows(core.db, expiresAt + 7 * day, { sessionDays: 7 });
    expect(await there()).toBe(0);
    await core.close();
  });
});
