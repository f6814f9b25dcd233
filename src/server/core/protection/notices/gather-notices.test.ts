import { asOwn } from '#server/core/account/identifiers/contact.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeRows, type NoticeKind } from '#contract/protection/notices/notice-kinds.words.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { newId } from '#server/platform/ids.ts';
import { countsIn } from '#server/testing/costs/flood-counts.ts';
import { insertAccountRow, race } from '#server/testing/lives/races.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { randomOf } from '#server/testing/thief/kinds.ts';
import type { NewNotice } from './floods.ts';
import { createGather, type GatheredNotice } from './gather-notices.ts';
import { addNotice } from './notices.guarded.ts';
import { createFloodCounts, pastNotices } from './notices.repository.ts';
import { noticeStates } from './notices.table.ts';

let database: TestDatabase;
const now = 1_800_000_000_000;
const clock = { now: () => now };

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database.close();
});

function noticeOf(event: NoticeKind, channel: 'sms' | 'email' = 'email'): GatheredNotice {
  const address = channel === 'email' ? 'anna@example.com' : '13800000000';
  const facts = { event, at: now, place: '', target: '', device: '', ways: [], browser: '' } as const;
  return { to: asOwn(channel, address), facts, values: {} };
}

/** How many of simultaneous events leave at once. */
async function leaving(events: readonly GatheredNotice[]): Promise<number> {
  const gather = createGather({ db: database.db, clock, keyring: createKeyring(new Uint8Array(32)) });
  const accountId = await insertAccountRow(database.db, now);
  let next = 0;
  const waits = await race(events.length, async () => {
    const event = events[next++];
    if (event === undefined) throw new Error('no event');
    return database.db.tx(async () => gather(accountId, event));
  });
  return waits.filter((each) => !each).length;
}

describe('simultaneous events', () => {
  it('have one first of a kind', async () => {
    expect(await leaving(Array.from({ length: 16 }, () => noticeOf('newBrowser')))).toBe(1);
  });

  it('have five alarms of a kind that leave separately', async () => {
    expect(await leaving(Array.from({ length: 16 }, () => noticeOf('passwordChanged')))).toBe(5);
  });

  it('of many kinds stay within the messages of a day, whose last is a digest', async () => {
    const kinds = (Object.keys(noticeRows) as NoticeKind[]).filter((kind) => noticeRows[kind].weight === 'alarm').slice(0, 16);
    expect(await leaving(kinds.map((kind) => noticeOf(kind, 'sms')))).toBe(5);
  });
});

describe('the past of an account', () => {
  it('is counted as its rows say', async () => {
    const { db } = database;
    const countPast = createFloodCounts(db);
    const kinds = ['newBrowser', 'appAllowed', 'passwordChanged', 'phoneUnbound'] as const satisfies readonly NoticeKind[];
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = randomOf(seed);
      const pick = <const Each>(all: readonly [Each, ...Each[]]): Each => all[random(all.length)] ?? all[0];
      const accountId = await insertAccountRow(db, now);
      const next = (): NewNotice => {
        const kind = pick(kinds);
        const channel = pick(['email', 'sms'] as const);
        return { contact: pick([channel, `other ${channel}`]), channel, kind, weight: noticeRows[kind].weight };
      };
      for (let n = random(40); n > 0; n -= 1) {
        const state = pick(noticeStates);
        const due = state === 'waiting' ? now + (random(21) - 10) * minute : null;
        const at = now - pick([random(90) * minute, hour, day, random(48) * hour]);
        await addNotice(db, { id: newId(), account_id: accountId, ...next(), state, at, due_at: due, more: 0, sealed: null });
      }
      const asked = next();
      const past = await pastNotices(db, { accountId, now });
      expect(await countPast({ accountId, next: asked, now })).toEqual(countsIn(past, asked, now));
    }
  });
});
