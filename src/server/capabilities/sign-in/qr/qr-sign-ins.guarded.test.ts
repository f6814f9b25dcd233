import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/core/database/db.ts';
import { minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { race, wins } from '#server/testing/lives/races.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { approve, askFor, claim, deny, drawNumbers, endByMismatch, noteComputer } from './qr-sign-ins.guarded.ts';
import { createQrRows } from './qr-sign-ins.repository.ts';

let database: TestDatabase;
let db: Db;
const at = 1_800_000_000_000;
const [phone, computer, accountId] = ['phone', 'computer', 'account'];

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(async () => {
  await database.close();
});

/** A code whose number is on the screen. */
async function shown(): Promise<{ readonly id: string; readonly at: number }> {
  const from = { id: newId(), at };
  await createQrRows(db).insert({ ...from, purpose: 'signIn', phone, expiresAt: at + minute });
  await noteComputer(db, from, { computer, computer_ip: '', computer_browser: '', browser_name: '', os: '' });
  await askFor(db, { ...from, phone }, { accountId, credentialEpoch: 1 });
  await drawNumbers(db, { ...from, computer }, { number: 47, choices: [82, 47, 19], expiresAt: at + minute });
  return from;
}

const approval = { ways: 'browser:x', sameNetwork: true, expiresAt: at + minute };

describe('a shown code', () => {
  it('draws its numbers once, and for its own computer', async () => {
    const from = await shown();
    const again = { number: 19, choices: [19, 20, 21], expiresAt: at + minute };
    expect(wins(await race(16, async () => drawNumbers(db, { ...from, computer }, again)))).toBe(0);
    expect(await createQrRows(db).find(from.id)).toMatchObject({ number: 47, choices: '82 47 19' });
  });

  it('is decided once, by the right number of its account in time', async () => {
    const wrong = await shown();
    expect(await approve(db, { ...wrong, accountId, number: 19 }, approval)).toBe(false);
    expect(await approve(db, { ...wrong, accountId: 'other', number: 47 }, approval)).toBe(false);
    expect(await approve(db, { ...wrong, at: at + minute, accountId, number: 47 }, approval)).toBe(false);
    const deciding = [
      async (from: typeof wrong) => approve(db, { ...from, accountId, number: 47 }, approval),
      async (from: typeof wrong) => endByMismatch(db, { ...from, accountId }),
      async (from: typeof wrong) => deny(db, { ...from, accountId }),
    ];
    const from = await shown();
    expect(wins(await Promise.all(deciding.flatMap((decide) => [decide(from), decide(from)])))).toBe(1);
  });

  it('is taken once, by its own computer, after the approval', async () => {
    const from = await shown();
    expect(await claim(db, { ...from, computer })).toBe(false);
    await approve(db, { ...from, accountId, number: 47 }, approval);
    expect(await claim(db, { ...from, computer: 'thief' })).toBe(false);
    expect(wins(await race(16, async () => claim(db, { ...from, computer })))).toBe(1);
  });
});
