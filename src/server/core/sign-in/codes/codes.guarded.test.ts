import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { race, wins } from '#server/testing/lives/races.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { claimCode, countCodeTry, voidAccountCodes, voidCodes } from './codes.guarded.ts';
import { createCodeRows } from './codes.repository.ts';

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

async function newCode({ holder = `visitor:${newId()}`, targetHash = newId() } = {}) {
  const code = { id: newId(), scene: 'login', channel: 'sms', target_hash: targetHash, holder, asker: 'stranger' } as const;
  await db
    .q()
    .insertInto('codes')
    .values({ ...code, code_hash: '', attempts: 0, created_at: at, expires_at: at + 10 * minute, voided_at: null, used_at: null })
    .execute();
  return code;
}

describe('a code', () => {
  it('is claimed by one of many concurrent callers', async () => {
    const { id } = await newCode();
    expect(wins(await race(16, async () => claimCode(db, { id, at })))).toBe(1);
  });

  it.each(['first', 'second'])('of two of one moment is the one that is not used, where that is the %s', async (open) => {
    const one = await newCode();
    const two = await newCode({ holder: one.holder, targetHash: one.target_hash });
    const [wanted, used] = open === 'first' ? [one, two] : [two, one];
    expect(await claimCode(db, { id: used.id, at })).toBe(true);
    const { scene, channel, holder, target_hash: targetHash } = one;
    expect(await createCodeRows(db).latest({ scene, channel, holder, targetHashes: [targetHash] })).toMatchObject({ id: wanted.id });
  });

  it('is not spent when the transaction of its effect fails', async () => {
    const { id } = await newCode();
    await expect(
      db.tx(async () => {
        expect(await claimCode(db, { id, at })).toBe(true);
        throw new Error('the effect failed');
      }),
    ).rejects.toThrow('the effect failed');
    expect(await claimCode(db, { id, at })).toBe(true);
  });

  it('admits five tries under any concurrency', async () => {
    const { id } = await newCode();
    expect(wins(await race(200, async () => countCodeTry(db, { id, limit: 5, at })))).toBe(5);
    expect(await countCodeTry(db, { id, limit: 5, at })).toBe(false);
  });

  it('counts no try inside a transaction, because a rollback would undo it', async () => {
    const { id } = await newCode();
    await expect(db.tx(async () => countCodeTry(db, { id, limit: 5, at }))).rejects.toThrow('inside a transaction');
  });

  it('is worthless from the moment of its expiry', async () => {
    const { id } = await newCode();
    const expiry = at + 10 * minute;
    expect(await countCodeTry(db, { id, limit: 5, at: expiry })).toBe(false);
    expect(await claimCode(db, { id, at: expiry })).toBe(false);
    expect(await claimCode(db, { id, at: expiry - 1 })).toBe(true);
  });

  it('is replaced only by a newer one with the same bindings', async () => {
    const { id, scene, channel, target_hash: targetHash, holder } = await newCode();
    const other = await newCode({ targetHash });
    await voidCodes(db, { scene, channel, targetHash, holder, at });
    expect(await countCodeTry(db, { id, limit: 5, at })).toBe(false);
    expect(await claimCode(db, { id, at })).toBe(false);
    expect(await claimCode(db, { id: other.id, at })).toBe(true);
  });

  it('ends with the other codes of its holder when credentials change', async () => {
    const holder = `account:${newId()}`;
    const codes = [await newCode({ holder }), await newCode({ holder })];
    await voidAccountCodes(db, [holder], at);
    expect(await Promise.all(codes.map(async ({ id }) => claimCode(db, { id, at })))).toEqual([false, false]);
  });
});
