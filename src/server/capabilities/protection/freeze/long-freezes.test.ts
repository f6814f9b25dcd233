// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#server/platform/clock.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import { freshEmail, goodPassword } from '#server/testing/people/people.ts';
import { accountCode } from '#server/testing/people/proving.ts';
import { actingLink } from '#server/testing/people/recovering.ts';
import {
  backByCodeAndPaper,
  byCode,
  byPassword,
  finish,
  freezeByCode,
  fresh,
  must,
  oldOwner,
  provePaper,
  provePassword,
  resetBy,
  stolen,
  type Stage,
} from '#server/testing/stage.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let stage: Stage;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
  stage = { app, newBrowser: () => app.newBrowser() };
});

afterAll(async () => {
  await app.close();
});

const formersOf = (id: string) => app.db.q().selectFrom('former_ways').select('family').where('account_id', '=', id).execute();

const sweep = () => removeStaleRows(app.db, app.clock.now());

/** A thief with the number has set a password and taken the email out; the owner froze the account, and was away. */
async function frozenFor(ms: number) {
  const owner = await oldOwner(stage);
  const thief = app.newBrowser();
  must(await resetBy(stage, thief, { contact: owner.phone, password: stolen }));
  must(await byPassword(thief, owner.phone, stolen));
  // The account goes back to where it stood, so that what the thief set lies aside.
  await freezeByCode(stage, app.newBrowser(), { contact: owner.email, why: 'number' });
  app.clock.advance(ms);
  await sweep();
  return owner;
}

describe('what left an account', () => {
  it('is kept while a freeze is open, and for 30 days after it', async () => {
    const owner = await frozenFor(60 * day);
    const kept = await formersOf(owner.id);
    expect(kept).not.toEqual([]);
    await backByCodeAndPaper(stage, owner, { contact: owner.email });
    app.clock.advance(29 * day);
    await sweep();
    expect(await formersOf(owner.id)).toEqual(kept);
    app.clock.advance(2 * day);
    await sweep();
    expect(await formersOf(owner.id)).toEqual([]);
  });

  it('is not kept longer than 45 days without a freeze', async () => {
    const owner = await oldOwner(stage);
    must(await resetBy(stage, app.newBrowser(), { contact: owner.phone, password: stolen }));
    expect(await formersOf(owner.id)).toEqual([{ family: 'password' }]);
    app.clock.advance(45 * day + 1);
    await sweep();
    expect(await formersOf(owner.id)).toEqual([]);
  });

  it('keeps proving while the freeze is open', async () => {
    const owner = await oldOwner(stage);
    must(await byPassword(owner.browser, owner.phone));
    must(await owner.browser.post('/account/auth', { method: 'password', password: goodPassword }));
    must(await owner.browser.post('/update/email', { email: '' }));
    app.clock.advance(10 * day);
    await freezeByCode(stage, app.newBrowser(), { contact: owner.phone, why: 'unknown' });
    app.clock.advance(60 * day);
    await sweep();
    // The email left before the window.
    const browser = app.newBrowser();
    const ticket = await freezeByCode(stage, browser, { contact: owner.email, why: 'unknown' });
    must(await provePaper({ browser, ticket }, owner.codes[0]));
    await finish({ browser, ticket });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });
});

describe('the contact by which somebody else froze an account', () => {
  it('gets no acting links any more, also where the account had it before', async () => {
    const owner = await oldOwner(stage);
    const email = freshEmail();
    must(await byPassword(owner.browser, owner.phone));
    must(await owner.browser.post('/account/auth', { method: 'password', password: goodPassword }));
    const code = await accountCode(app, owner.browser, { contact: email, scene: 'bind' });
    must(await owner.browser.post('/update/email', { email, code }));
    app.clock.advance(10 * day);
    // The mailbox that the account had.
    await freezeByCode(stage, app.newBrowser(), { contact: owner.email, why: 'unknown' });
    const browser = app.newBrowser();
    const begun = await byCode(stage, browser, owner.phone);
    const back = { browser, ticket: begun.data.ticket };
    must(await provePassword(back, goodPassword));
    const { data } = await browser.post<{ ways: readonly { id: string; family: string; kept: boolean }[] }>('/recovery/prove', {
      ticket: back.ticket,
    });
    // Their new email is ten days old, and unticked at first.
    const keep = data.ways.filter(({ kept, family }) => kept || family === 'email').map(({ id }) => id);
    must(await browser.post('/recovery/finish', { ticket: back.ticket, newPassword: fresh, keep, mine: false }));
    must(await browser.post('/password/update', { oldPassword: fresh, newPassword: 'harbour-3-Violet' }));
    expect(await actingLink(app, email, 'notice')).toMatch(/^[\w-]{22}$/);
    expect((await app.outbox(email))[0]).toMatchObject({ scene: 'passwordChanged', link: expect.stringMatching(/\/notice#/) });
  });
});
