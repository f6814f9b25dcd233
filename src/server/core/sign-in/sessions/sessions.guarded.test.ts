import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { insertAccountRow, race, wins } from '#server/testing/lives/races.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { endAccountSessions, endSession, setVerifiedUntil } from './sessions.guarded.ts';

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

async function newSession(accountId: string): Promise<string> {
  const id = newId();
  await db
    .q()
    .insertInto('sessions')
    .values({
      id,
      account_id: accountId,
      credential_epoch: 1,
      created_at: at,
      last_seen_at: at,
      idle_expires_at: at + minute,
      expires_at: at + minute,
      ended_at: null,
      verified_until: null,
      wrong_passwords: 0,
      passkey_until: null,
      auth_at: at,
      acr: '1',
      amr: '',
      ways: '',
      client_ip: '',
      user_agent: '',
    })
    .execute();
  return id;
}

describe('a session', () => {
  it('is ended by one of many concurrent callers', async () => {
    const id = await newSession(await insertAccountRow(db, at));
    expect(wins(await race(16, async () => endSession(db, { id, at })))).toBe(1);
  });

  it('ends with all others of its account, or is the one that stays', async () => {
    const accountId = await insertAccountRow(db, at);
    const mine = await newSession(accountId);
    await race(3, async () => newSession(accountId));
    const foreign = await newSession(await insertAccountRow(db, at));
    expect(await endAccountSessions(db, { accountId, except: mine, at })).toHaveLength(3);
    expect(await endAccountSessions(db, { accountId, at })).toEqual([mine]);
    expect(await endSession(db, { id: foreign, at })).toBe(true);
  });

  it('is not verified after its end', async () => {
    const id = await newSession(await insertAccountRow(db, at));
    const verifiedUntil = async () =>
      (await db.q().selectFrom('sessions').select('verified_until').where('id', '=', id).executeTakeFirstOrThrow()).verified_until;
    await setVerifiedUntil(db, { sessionId: id, until: at + minute });
    expect(await verifiedUntil()).toBe(at + minute);
    await setVerifiedUntil(db, { sessionId: id, until: null });
    await endSession(db, { id, at });
    await setVerifiedUntil(db, { sessionId: id, until: at + minute });
    expect(await verifiedUntil()).toBeNull();
  });
});
