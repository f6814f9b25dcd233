// @one-database
/** What was added with one thing proves no more than that thing for 45 days: thieves of one thing, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#server/platform/clock.ts';
import { signUpOwner, type Owner } from '#server/testing/people/owner.ts';
import { freshEmail, freshPhone, signUp } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, askReset, takePasswordAway } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

const newPassword = 'Harbour9-violet';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

const newOwner = () => signUpOwner(app);

async function passwordByMail({ browser, email }: Owner): Promise<void> {
  const code = await accountCode(app, browser, { contact: email });
  expect(await browser.post('/password/byemail', { code, newPassword })).toMatchObject({ code: 200 });
}

function proveByPassword(browser: TestBrowser, more: Readonly<Record<string, string>> = {}) {
  return browser.post('/account/auth', { method: 'password', password: newPassword, ...more });
}

describe('a thief with a session and the mailbox', () => {
  it('does not remove the phone by way of a new password', async () => {
    const owner = await newOwner();
    const { browser, phone } = owner;
    await passwordByMail(owner);
    expect(await proveByPassword(browser)).toMatchObject({ code: 200 });
    const methods = [{ method: 'phone', target: expect.stringContaining('****') }];
    expect(await browser.post('/update/phone', { phone: '' })).toMatchObject({ code: 3001, data: { methods } });
    const named = { action: 'unbindPhone', target: phone };
    expect(await proveByPassword(browser, named)).toMatchObject({ code: 3001, data: { methods } });

    // The owner's phone still does, and so does the password for what a mailbox may do.
    const code = await accountCode(app, browser, { contact: phone });
    expect(await browser.post('/account/auth', { method: 'phone', code, ...named })).toMatchObject({ code: 200 });
    expect(await browser.post('/update/phone', { phone: '' })).toMatchObject({ code: 200 });
  });

  it('does not by recovering the account with a code or a link either', async () => {
    for (const by of ['code', 'token'] as const) {
      const { email, phone } = await newOwner();
      const thief = app.newBrowser();
      const reset = await askReset(app, thief, email);
      const proof = by === 'code' ? { email, code: reset.code } : { token: reset.token };
      expect(await thief.post('/password/reset/reset_password/email', { ...proof, newPassword })).toMatchObject({ code: 200 });
      expect(await thief.post('/login/password', { account: email, password: newPassword })).toMatchObject({ code: 200 });
      expect(await proveByPassword(thief)).toMatchObject({ code: 200 });
      expect(await thief.post('/update/phone', { phone: '' })).toMatchObject({ code: 3001 });
      expect(await proveByPassword(thief, { action: 'deleteAccount' })).toMatchObject({ code: 3001 });
      expect(await proveByPassword(thief, { action: 'changePhone', target: freshPhone() })).toMatchObject({ code: 3001 });
      expect((await app.db.q().selectFrom('identifiers').select('kind').where('value', '=', phone).execute()).length).toBe(1);
    }
  });

  it('does not by changing that password once more', async () => {
    const owner = await newOwner();
    await passwordByMail(owner);
    const third = 'Meadow-4-lantern';
    expect(await owner.browser.post('/password/update', { oldPassword: newPassword, newPassword: third })).toMatchObject({ code: 200 });
    const proof = { method: 'password', password: third, action: 'unbindPhone', target: owner.phone };
    expect(await owner.browser.post('/account/auth', proof)).toMatchObject({ code: 3001 });
  });

  it('has a phone of his own that proves no more than the mailbox', async () => {
    const email = freshEmail();
    const owner = await signUp(app, { email });
    app.clock.advance(8 * day);
    const browser = app.newBrowser();
    expect(await browser.post('/login/password', { account: email, password: owner.password })).toMatchObject({ code: 200 });
    const code = await accountCode(app, browser, { contact: email });
    expect(await browser.post('/account/auth', { method: 'email', code, action: 'bindPhone' })).toMatchObject({ code: 200 });
    const phone = freshPhone();
    const bindCode = await accountCode(app, browser, { contact: phone, scene: 'bind' });
    expect(await browser.post('/update/phone', { phone, code: bindCode })).toMatchObject({ code: 200 });
    app.clock.advance(day);
    const again = app.newBrowser();
    expect(await again.post('/login/password', { account: email, password: owner.password })).toMatchObject({ code: 200 });
    const proof = { method: 'phone', code: await accountCode(app, again, { contact: phone }), action: 'deleteAccount' };
    expect(await again.post('/account/auth', proof)).toMatchObject({ code: 3001, data: { methods: [{ method: 'password', target: '' }] } });
  });
});

describe('an owner', () => {
  it('has a password for everything 45 days after the mailbox set it', async () => {
    const owner = await newOwner();
    await passwordByMail(owner);
    app.clock.advance(45 * day);
    const browser = app.newBrowser();
    expect(await browser.post('/login/password', { account: owner.phone, password: newPassword })).toMatchObject({ code: 200 });
    const named = { action: 'unbindPhone', target: owner.phone };
    expect(await proveByPassword(browser, named)).toMatchObject({ code: 200 });
    expect(await browser.post('/update/phone', { phone: '' })).toMatchObject({ code: 200 });
  });

  it('has one at once when the phone set it, or when the account is new', async () => {
    const owner = await newOwner();
    const code = await accountCode(app, owner.browser, { contact: owner.phone });
    expect(await owner.browser.post('/password/byphone', { code, newPassword })).toMatchObject({ code: 200 });
    expect(await proveByPassword(owner.browser, { action: 'changePhone', target: freshPhone() })).toMatchObject({ code: 200 });

    const fresh = await newOwner();
    await takePasswordAway(app, await accountIdOf(app, fresh.phone));
    const proof = await accountCode(app, fresh.browser, { contact: fresh.email });
    expect(await fresh.browser.post('/account/auth', { method: 'email', code: proof })).toMatchObject({ code: 200 });
    expect(await fresh.browser.post('/password/set', { newPassword })).toMatchObject({ code: 200 });
    expect(await proveByPassword(fresh.browser, { action: 'changePhone', target: freshPhone() })).toMatchObject({ code: 200 });
  });

  it('with nothing stronger than the mailbox is served by it', async () => {
    const email = freshEmail();
    await signUp(app, { email });
    const visitor = app.newBrowser();
    const { code } = await askReset(app, visitor, email);
    expect(await visitor.post('/password/reset/reset_password/email', { email, code, newPassword })).toMatchObject({ code: 200 });
    expect(await visitor.post('/login/password', { account: email, password: newPassword })).toMatchObject({ code: 200 });
    expect(await proveByPassword(visitor, { action: 'mergeAccounts' })).toMatchObject({ code: 200 });
  });
});
