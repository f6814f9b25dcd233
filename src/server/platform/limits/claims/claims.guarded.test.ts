import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { race, wins } from '#server/testing/lives/races.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { claimOnce } from './claims.guarded.ts';

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

describe('a claim', () => {
  it('succeeds for one of many callers, once and for all', async () => {
    const claim = { kind: 'captcha', id: newId(), at, expiresAt: at + minute };
    expect(wins(await race(16, async () => claimOnce(db, claim)))).toBe(1);
    expect(await claimOnce(db, { ...claim, at: at + 2 * minute })).toBe(false);
  });

  it('of one kind does not affect another kind', async () => {
    const claim = { id: newId(), at, expiresAt: at + minute };
    expect(await claimOnce(db, { ...claim, kind: 'captcha' })).toBe(true);
    expect(await claimOnce(db, { ...claim, kind: 'ticket' })).toBe(true);
  });
});
