import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute, second } from '#server/platform/clock.ts';
import { endFrozen } from '#server/core/protection/incidents/incidents.guarded.ts';
import { comparedPasswords } from '#server/core/sign-in/former-things/former-things.ts';
import { formerWaysPerAccount } from '#server/core/sign-in/ways/former-ways.repository.ts';
import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { addAuthenticator, provePassword } from '#server/testing/people/two-step.ts';
import { addPasskey, beginPasskey } from '#server/testing/people/passkeys.ts';
import { freshPhone, goodPassword } from '#server/testing/people/people.ts';
import { signUpLongAgo, type Owner } from '#server/testing/people/owner.ts';
import { byPassword, must, resetBy, stolen, type Stage } from '#server/testing/stage.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let stage: Stage;

beforeAll(async () => {
  app = await buildTestApp();
  stage = { app, newBrowser: () => app.newBrowser() };
});

afterAll(async () => {
  await app.close();
});

async function freezeByPassword(
  account: string,
  password: string,
  browser: TestBrowser = app.newBrowser(),
): Promise<TestAnswer<{ ticket: string }>> {
  await browser.prepare();
  const validate = await browser.solveCaptcha('freeze');
  return browser.post<{ ticket: string }>('/freeze', { account, password, validate });
}

const isFrozen = async ({ id }: Owner) => {
  const row = await app.db.q().selectFrom('accounts').select('frozen_at').where('id', '=', id).executeTakeFirstOrThrow();
  return row.frozen_at !== null;
};

/** As if the owner had got in. */
async function thaw({ id }: Owner): Promise<void> {
  await app.db.q().deleteFrom('incidents').where('account_id', '=', id).execute();
  await endFrozen(app.db, id);
}

describe('the page that freezes', () => {
  it('takes the password, with a captcha', async () => {
    const owner = await signUpLongAgo(app);
    const { phone, password } = owner;
    expect(await app.newBrowser().post('/freeze', { account: phone, password })).toMatchObject({ code: 3008 });
    const nobody = await freezeByPassword(freshPhone(), password);
    const wrong = await freezeByPassword(phone, 'wrong-7-Harbour');
    expect([wrong.code, wrong.data]).toEqual([3007, nobody.data]);
    expect(await isFrozen(owner)).toBe(false);
    expect(await freezeByPassword(phone, password)).toMatchObject({ code: 200, data: { ticket: expect.any(String) } });
    expect(await isFrozen(owner)).toBe(true);
  });

  it.each([0, comparedPasswords])(
    'takes the password that a thief of the phone has replaced, however often, after %j of its owner',
    async (own) => {
      const owner = await signUpLongAgo(app);
      const home = app.newBrowser();
      must(await byPassword(home, owner.phone, goodPassword));
      let last: string = goodPassword;
      for (let times = 1; times <= own; times += 1) {
        app.clock.advance(minute);
        must(await home.post('/password/update', { oldPassword: last, newPassword: `${goodPassword}${times}` }));
        last = `${goodPassword}${times}`;
      }
      const thief = app.newBrowser();
      must(await resetBy(stage, thief, { contact: owner.phone, password: stolen }));
      must(await byPassword(thief, owner.phone, stolen));
      for (let times = 0; times <= formerWaysPerAccount; times += 1) {
        app.clock.advance(minute);
        const [oldPassword, newPassword] = [`${stolen}${times || ''}`, `${stolen}${times + 1}`];
        must(await thief.post('/password/update', { oldPassword, newPassword }));
      }
      expect(await freezeByPassword(owner.phone, last)).toMatchObject({ code: 200 });
      expect(await thief.get('/account/metainfo')).toMatchObject({ status: 401 });
    },
  );

  it('takes a password once a day for an account', async () => {
    const owner = await signUpLongAgo(app);
    expect(await freezeByPassword(owner.phone, owner.password)).toMatchObject({ code: 200 });
    await thaw(owner);
    const again = await freezeByPassword(owner.email, owner.password);
    expect(again).toMatchObject({ code: 3004 });
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(day / second / 2);
    expect(await isFrozen(owner)).toBe(false);
  });

  it('counts wrong passwords with those of the sign-in: strangers use up none of the owner, and no more than minutes of others', async () => {
    const owner = await signUpLongAgo(app);
    const home = app.newBrowser();
    must(await byPassword(home, owner.phone, owner.password));
    const guess = async () => (await freezeByPassword(owner.phone, 'wrong-7-Harbour')).code;
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(3007);
    const blocked = await freezeByPassword(owner.phone, owner.password);
    expect(blocked).toMatchObject({ code: 3004 });
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await byPassword(app.newBrowser(), owner.phone, owner.password)).toMatchObject({ code: 3004 });
    expect(await freezeByPassword(owner.phone, owner.password, home)).toMatchObject({ code: 200 });
  });

  it('forgets wrong passwords only when it freezes', async () => {
    const owner = await signUpLongAgo(app);
    for (let tries = 0; tries < 9; tries += 1) await freezeByPassword(owner.phone, 'wrong-7-Harbour');
    expect(await freezeByPassword(owner.email, owner.password)).toMatchObject({ code: 200 });
    await thaw(owner);
    // The right password that freezes nothing today leaves the count as it was.
    expect(await freezeByPassword(owner.phone, owner.password)).toMatchObject({ code: 3004 });
    expect(await freezeByPassword(owner.phone, 'wrong-7-Harbour')).toMatchObject({ code: 3004 });
    app.clock.advance(minute);
    expect(await freezeByPassword(owner.phone, 'wrong-7-Harbour')).toMatchObject({ code: 3007 });
  });

  it('takes a passkey, which names its account, and none that was meant for a sign-in', async () => {
    const owner = await signUpLongAgo(app);
    must(await byPassword(owner.browser, owner.phone));
    const { authenticator } = await addPasskey(owner);
    const browser = app.newBrowser();
    const asked = await beginPasskey(browser, { purpose: 'signIn' });
    expect(await browser.post('/freeze', { credential: authenticator.assert(asked) })).toMatchObject({ code: 3026 });
    const options = await beginPasskey(browser, { purpose: 'freeze' });
    expect(await browser.post('/login/passkey', { credential: authenticator.assert(options) })).toMatchObject({ code: 3026 });
    expect(await browser.post('/freeze', { credential: authenticator.assert(options) })).toMatchObject({ code: 200 });
    expect(await isFrozen(owner)).toBe(true);
  });

  async function freezeByStep(account: string, code: string, browser: TestBrowser = app.newBrowser()) {
    await browser.prepare();
    const validate = await browser.solveCaptcha('freeze');
    return browser.post<{ ticket: string }>('/freeze', { account, code, unsent: true, validate });
  }

  /** An owner with an authenticator app and ten codes on paper. */
  async function withSteps() {
    const owner = await signUpLongAgo(app);
    must(await byPassword(owner.browser, owner.phone));
    const authenticator = await addAuthenticator(app, owner);
    const { codes } = await app.wiring.core.evidence.recoveryCodes.make({ id: owner.id }, { at: app.clock.now() });
    return { ...owner, authenticator, paper: codes[0] ?? '' };
  }

  it('takes a code of an authenticator app and of a sheet, behind the captcha, which count on the way back', async () => {
    const owner = await withSteps();
    const bare = { account: owner.phone, code: owner.authenticator.next(), unsent: true };
    expect(await app.newBrowser().post('/freeze', bare)).toMatchObject({ code: 3008 });
    const wrong = await freezeByStep(owner.phone, 'AAAAA-AAAAA');
    const nobody = await freezeByStep(freshPhone(), owner.authenticator.next());
    expect([wrong.code, wrong.data]).toEqual([3027, nobody.data]);
    expect(await isFrozen(owner)).toBe(false);
    for (const [code, family] of [
      [owner.authenticator.next(), 'totp'],
      [owner.paper, 'recoveryCode'],
    ] as const) {
      const browser = app.newBrowser();
      const { data } = await freezeByStep(owner.email, code, browser);
      expect(await isFrozen(owner)).toBe(true);
      expect(await browser.post('/recovery/prove', { ticket: data.ticket })).toMatchObject({ data: { proven: [family] } });
      await thaw(owner);
      expect(await freezeByStep(owner.email, code)).toMatchObject({ code: 3027 });
    }
  });

  it('takes a code of an app that a thief has removed', async () => {
    const owner = await withSteps();
    const { id } = owner.authenticator;
    await provePassword(owner, 'removeTotp');
    expect(await owner.browser.post('/totp/remove', { id })).toMatchObject({ code: 200 });
    expect(await freezeByStep(owner.phone, owner.authenticator.next())).toMatchObject({ code: 200 });
  });

  it('looks at ten wrong codes a day, which use up no second step and nothing of a browser that the account knows', async () => {
    const owner = await withSteps();
    await setTwoStep(app.db, owner.id, { since: app.clock.now(), methods: [] });
    for (let tries = 0; tries < 10; tries += 1) expect(await freezeByStep(owner.phone, '000000')).toMatchObject({ code: 3027 });
    expect(await freezeByStep(owner.phone, owner.authenticator.next())).toMatchObject({ code: 3004 });
    const stranger = app.newBrowser();
    const { data } = await stranger.post<{ ticket: string }>('/login/password', { account: owner.phone, password: owner.password });
    const step = { ticket: data.ticket, method: 'totp', code: owner.authenticator.next() };
    expect(await stranger.post('/login/second', step)).toMatchObject({ code: 200 });
    expect(await freezeByStep(owner.phone, owner.authenticator.next(), owner.browser)).toMatchObject({ code: 200 });
  });

  it('takes the ticket of a sign-in once, also at the same time, in its own browser, and with a password once a day', async () => {
    const owner = await signUpLongAgo(app);
    await setTwoStep(app.db, owner.id, { since: app.clock.now(), methods: [] });
    const stop = async (browser: TestBrowser) => {
      const { code, data } = await browser.post<{ ticket: string }>('/login/password', { account: owner.phone, password: owner.password });
      expect(code).toBe(3011);
      return data.ticket;
    };
    const [thief, copy] = [app.newBrowser(), app.newBrowser()];
    const ticket = await stop(thief);
    for (const [name, value] of thief.cookies) if (!name.includes('visitor')) copy.cookies.set(name, value);
    expect(await copy.post('/freeze', { ticket })).toMatchObject({ code: 403 });
    for (const browser of [app.newBrowser(), owner.browser]) {
      await browser.prepare();
      expect(await browser.post('/freeze', { ticket })).toMatchObject({ code: 1022 });
    }
    for (const junk of ['', 'x', '\u0000', 'a'.repeat(200_000)]) {
      const { code, status } = await thief.post('/freeze', { ticket: junk });
      expect([code === 200, status < 500]).toEqual([false, true]);
    }
    const before = await stop(thief);
    expect(await isFrozen(owner)).toBe(false);
    const answers = await Promise.all([ticket, ticket, ticket, ticket].map((each) => thief.post('/freeze', { ticket: each })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    await thaw(owner);
    // What was shown before the freeze shows nothing after it.
    expect(await thief.post('/freeze', { ticket: before })).toMatchObject({ code: 1022 });
    expect(await thief.post('/freeze', { ticket: await stop(thief) })).toMatchObject({ code: 3004 });
    expect(await isFrozen(owner)).toBe(false);
  });
});
