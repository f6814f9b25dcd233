// @one-database
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, hour, minute } from '#server/platform/clock.ts';
import { beginRecovery, protectedOwner } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  // As if they came from everywhere.
  app = await buildTestApp({ config: { rateFactor: 100_000 } });
});

afterAll(async () => {
  await app.close();
});

const runJob = () => app.wiring.jobs.claims.run();

/** Opens a claim with only the phone, in an unknown browser. */
async function claim(phone: string, unknown?: TestBrowser): Promise<void> {
  const { browser, ticket } = await beginRecovery(app, phone, unknown);
  expect(await browser.post('/recovery/claim', { ticket })).toMatchObject({ code: 200 });
}

it('a claim tells of itself in the language of the account, whatever its opener reads', async () => {
  const owner = await protectedOwner(app);
  const stranger = app.newBrowser();
  stranger.cookies.set('lang', 'en_US');
  await claim(owner.phone, stranger);
  const textOf = async (scene: string, contact: string) => (await app.outbox(contact)).find((sent) => sent.scene === scene)?.text;
  for (const contact of [owner.phone, owner.email]) expect(await textOf('claimOpened', contact)).toMatch(/\p{Script=Han}/u);
  app.clock.advance(72 * hour + 1);
  await runJob();
  expect(await textOf('claimDue', owner.phone)).toMatch(/\p{Script=Han}/u);
});

it('a claim tells every phone and email at its opening, half-way and an hour before its end', async () => {
  const owner = await protectedOwner(app);
  await claim(owner.phone);
  const told = async (contact: string) => (await app.outbox(contact)).filter(({ scene }) => scene.startsWith('claim')).length;
  const counts: (readonly number[])[] = [];
  for (const ms of [0, 36 * hour - 1, 1, 35 * hour - 1, 1]) {
    app.clock.advance(ms);
    await runJob();
    await runJob();
    counts.push([await told(owner.phone), await told(owner.email)]);
  }
  expect(counts).toEqual([
    [1, 1],
    [1, 1],
    [2, 2],
    [2, 2],
    [3, 3],
  ]);
});

const browsersEach = 5;
const claimsEach = 500;
const atOnce = 50;

it('five thousand claims against one person are one message a day, and one row', async () => {
  const owner = await protectedOwner(app);
  const told = async (contact: string) => (await app.outbox(contact)).map(({ scene }) => scene).toSorted();
  const claims = async () =>
    (await app.db.q().selectFrom('account_claims').select('id').where('account_id', '=', owner.id).execute()).length;
  for (const days of [1, 2]) {
    for (let n = 0; n < browsersEach; n += 1) {
      app.clock.advance(2 * minute);
      const { browser, ticket } = await beginRecovery(app, owner.phone);
      const codes: number[] = [];
      for (let sent = 0; sent < claimsEach; sent += atOnce) {
        const answers = await Promise.all(Array.from({ length: atOnce }, () => browser.post('/recovery/claim', { ticket })));
        codes.push(...answers.map(({ code }) => code));
        // It is taken back at once, so that another one may be opened.
        await browser.post('/claim/cancel', {});
      }
      expect(codes.filter((code) => code === 200)).toHaveLength(n === 0 ? 1 : 0);
    }
    // The other one says that somebody asked for a code.
    expect(await told(owner.email)).toEqual(['claimOpened', 'recoveryBegun'].flatMap((scene) => Array.from({ length: days }, () => scene)));
    expect((await told(owner.phone)).filter((scene) => scene.startsWith('claim'))).toHaveLength(days);
    expect(await claims()).toBe(days);
    app.clock.advance(day);
  }
});
