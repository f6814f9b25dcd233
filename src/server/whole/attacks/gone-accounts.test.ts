/**
 * An account is over at the date of its deletion, though its purge may still have to run: a call that names it answers as if
 * nobody had the name, and whatever the account had given out leads nowhere. Before that date one way withdraws.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captchaScenes, type CaptchaScene } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { day, minute } from '#server/platform/clock.ts';
import { askDeletion, mailedWithdrawal, unregister } from '#server/testing/people/deletion.ts';
import { signUpOwner, type Owner } from '#server/testing/people/owner.ts';
import { addPasskey, signInByPasskey, type OwnPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail, freshPhone } from '#server/testing/people/people.ts';
import { visitorCode } from '#server/testing/people/proving.ts';
import { namingCalls, postEverywhere, tokenCalls, type Named, type NamingCall } from '#server/testing/people/token-calls.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface Leaving extends Owner {
  readonly passkey: OwnPasskey;
}

/** An account with a minute left, and the password, a passkey and two contacts. */
async function leaving(): Promise<Leaving> {
  const owner = await signUpOwner(app);
  const passkey = await addPasskey(owner);
  expect(await askDeletion(owner.browser)).toMatchObject({ code: 200 });
  // The messages leave before the clock moves on.
  await app.outbox(owner.phone);
  app.clock.advance(limits.deletionDays * day - minute);
  return { ...owner, passkey };
}

const byPassword = ({ phone, password }: Owner, browser = app.newBrowser()) =>
  browser.post<{ withdrawTicket: string }>('/login/password', { account: phone, password });

/** A name is free once it can be had, which is after the purge. */
const ofNewNames: readonly string[] = ['checkPhone', 'checkEmail', 'registerByPhone', 'registerByEmail'];

/** The answers to one call with each of its bodies, without what is random. */
async function answersTo({ path, bodiesOf, takesCaptcha }: NamingCall, named: Named) {
  const said = [];
  for (const body of bodiesOf(named)) {
    const { scene = 'login' } = body as { readonly scene?: string };
    // A code of an upgrade proves what the old system knows: it goes to every address.
    if (scene === 'register' || scene === 'upgrade') continue;
    const browser = app.newBrowser();
    await browser.prepare();
    const solved = captchaScenes.find((each) => each === scene) satisfies CaptchaScene | undefined;
    const validate = takesCaptcha && solved !== undefined ? { validate: await browser.solveCaptcha(solved) } : {};
    const { status, code, data } = await browser.post(path, { ...body, ...validate });
    said.push({ path, fields: Object.keys(body), status, code, data: JSON.stringify(data ?? null).replaceAll(/[\w-]{30,}/gu, '…') });
  }
  return said;
}

describe('an account whose deletion', () => {
  it('has a minute left is kept by one way from anywhere, and the sign-in continues where it stood', async () => {
    const owner = await leaving();
    expect(await signInByPasskey(app.newBrowser(), owner.passkey)).toMatchObject({ code: 3002 });
    const browser = app.newBrowser();
    const { data } = await byPassword(owner, browser);
    const kept = await unregister(browser, data.withdrawTicket, { action: 'withdraw' });
    expect(kept).toMatchObject({ code: 200, data: { status: 'active', ticket: expect.stringMatching(/^[\w-]{43}$/u) } });
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    const { ticket } = kept.data;
    expect(await app.newBrowser().post('/login/second', { ticket })).toMatchObject({ code: 1022 });
    expect(await browser.post('/login/second', { ticket })).toMatchObject({
      code: 200,
      data: { account: { nickname: expect.any(String) } },
    });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await browser.post('/login/second', { ticket })).toMatchObject({ code: 1022 });
  });

  it('is over answers each call that names it as if nobody had the name, and sends nothing', async () => {
    const owner = await leaving();
    app.clock.advance(minute);
    const calls = (await namingCalls()).filter(({ name }) => !ofNewNames.includes(name));
    const sent = async () => (await app.outbox(owner.phone)).length + (await app.outbox(owner.email)).length;
    const before = await sent();
    for (const each of calls) {
      const nobody = await answersTo(each, { phone: freshPhone(), email: freshEmail() });
      expect(await answersTo(each, { phone: owner.phone, email: owner.email })).toEqual(nobody);
    }
    expect(await sent()).toBe(before);
    expect(calls.length).toBeGreaterThan(8);
  });

  it('is over takes none of its ways and none of its links', async () => {
    const owner = await leaving();
    const browser = app.newBrowser();
    const code = await visitorCode(app, browser, { contact: owner.email, scene: 'login' });
    const met = await byPassword(owner);
    const mailed = await mailedWithdrawal(app, owner.email);
    app.clock.advance(minute);
    expect(await byPassword(owner)).toMatchObject({ code: 3007 });
    expect(await signInByPasskey(app.newBrowser(), owner.passkey)).toMatchObject({ code: 3026 });
    expect(await browser.post('/login/code', { account: owner.email, code })).toMatchObject({ code: 1004 });
    const calls = await tokenCalls();
    for (const token of [met.data.withdrawTicket, mailed?.ticket ?? '']) {
      const answers = await postEverywhere(calls, token, () => app.newBrowser());
      expect(answers.flatMap(({ name, answer, browser: by }) => (by.cookies.has('sid') || answer.code === 3002 ? [name] : []))).toEqual([]);
    }
    const row = await app.db.q().selectFrom('accounts').select('state').where('id', '=', owner.id).executeTakeFirst();
    expect(row).toEqual({ state: 'deleting' });
  });
});
