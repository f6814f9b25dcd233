import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { insertAccountRow, race, wins } from '#server/testing/lives/races.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import {
  raiseCredentialEpoch,
  raiseVersion,
  takeNicknameChange,
  takeRegionChange,
  takeUsernameChange,
  transitionAccount,
} from './accounts.guarded.ts';

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

async function account(id: string) {
  return await db.q().selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

describe('an account', () => {
  it('raises its epoch and version by one for each call', async () => {
    const id = await insertAccountRow(db, at);
    const epochs = await race(16, async () => raiseCredentialEpoch(db, id));
    expect(epochs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i + 2));
    await race(16, async () => raiseVersion(db, id));
    expect(await account(id)).toMatchObject({ credential_epoch: 17, version: 17 });
  });

  it('changes from one state to another once', async () => {
    const id = await insertAccountRow(db, at);
    expect(wins(await race(16, async () => transitionAccount(db, { id, from: 'active', to: 'deleting' })))).toBe(1);
    expect(await transitionAccount(db, { id, from: 'active', to: 'locked' })).toBe(false);
    expect((await account(id)).state).toBe('deleting');
  });

  it('changes its nickname once per period, even when the clock moves back', async () => {
    const accountId = await insertAccountRow(db, at);
    const week = 7 * 24 * 60 * minute;
    const change = async (now: number): Promise<boolean> => takeNicknameChange(db, { accountId, at: now, notBefore: now - week });
    expect(wins(await race(16, async () => change(at)))).toBe(1);
    expect(await change(at + week - 1)).toBe(false);
    expect(await change(at - week)).toBe(false);
    expect(await change(at + week)).toBe(true);
  });

  it('changes its username once and its region once', async () => {
    const id = await insertAccountRow(db, at);
    expect(wins(await race(16, async () => takeUsernameChange(db, id)))).toBe(1);
    expect(wins(await race(16, async () => takeRegionChange(db, id)))).toBe(1);
  });
});
