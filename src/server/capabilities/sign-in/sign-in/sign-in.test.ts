import { hashSync } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode, someCode, zeroCode } from '#contract/fixtures/codes.ts';
import { comparable, freshEmail, freshPhone, signInCode, signUp, type Person, type SignedIn } from '#server/testing/people/people.ts';
import { day, minute } from '#server/platform/clock.ts';
import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { createPasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import { raiseCredentialEpoch, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { buildTestApp, cheapPasswordCost, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(async () => {
  await app.close();
});

/** The internal id of a person's account. */
async function idOf({ account }: Person): Promise<string> {
  return (await app.db.q().selectFrom('accounts').select('id').where('number', '=', account.id).executeTakeFirstOrThrow()).id;
}

async function giveUsername(person: Person, username: string): Promise<void> {
  const at = app.clock.now();
  const row = {
    kind: 'username',
    value: username,
    shown: username,
    account_id: await idOf(person),
    verified_at: null,
    created_at: at,
  } as const;
  await app.db.q().insertInto('identifiers').values(row).execute();
}

function signIn(browser: TestBrowser, account: string, password: string, validate?: string): Promise<TestAnswer<SignedIn>> {
  return browser.post<SignedIn>('/login/password', { account, password, ...(validate === undefined ? {} : { validate }) });
}

async function failTimes(times: number, browser: TestBrowser, account: string): Promise<void> {
  for (let tries = 0; tries < times; tries += 1) {
    const validate = tries < 5 ? undefined : await browser.solveCaptcha('login');
    expect(await signIn(browser, account, 'wrong-password-1', validate)).toMatchObject({ code: 3007 });
  }
}

describe.each([true, false])('signing in with field encryption %s', (encryption) => {
  let server: TestApp;

  beforeAll(async () => {
    server = await buildTestApp({ encryption });
  });

  afterAll(async () => {
    await server.close();
  });

  it('by password and by code starts a session', async () => {
    const { contact, password, account } = await signUp(server);
    const byPassword = server.newBrowser();
    expect(await signIn(byPassword, contact, password)).toMatchObject({ code: 200, data: { account, continue: '/' } });
    expect(await byPassword.get('/account/metainfo')).toMatchObject({ code: 200, data: account });
    const byCode = server.newBrowser();
    const code = await signInCode(server, byCode, contact);
    expect(await byCode.post<SignedIn>('/login/code', { account: contact, code })).toMatchObject({
      code: 200,
      data: { account, continue: '/' },
    });
    expect(await byCode.get('/account/metainfo')).toMatchObject({ code: 200, data: account });
  });
});

describe('signing in by password', () => {
  it('accepts phone, email and username in any usual spelling', async () => {
    const byPhone = await signUp(app);
    await giveUsername(byPhone, 'ling-shu');
    const email = freshEmail();
    const byEmail = await signUp(app, { email });
    for (const [name, { password, account }] of [
      [byPhone.contact, byPhone],
      [`+86 ${byPhone.contact}`, byPhone],
      ['ling-shu', byPhone],
      [email.toUpperCase(), byEmail],
    ] as const) {
      const answer = await signIn(app.newBrowser(), name, password);
      expect(answer).toMatchObject({ code: 200, data: { account: { id: account.id } } });
    }
  });

  it('compares the password exactly', async () => {
    const { contact, password } = await signUp(app);
    for (const other of [password.toUpperCase(), `${password} `, ` ${password}`, password.slice(0, -1)]) {
      expect(await signIn(app.newBrowser(), contact, other)).toMatchObject({ code: 3007 });
    }
  });

  it('answers a wrong password and an unknown name alike', async () => {
    const { contact } = await signUp(app);
    const answers = await Promise.all(
      [contact, freshPhone(), freshEmail(), 'no-such-name'].map((name) => signIn(app.newBrowser(), name, 'wrong-password-1')),
    );
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, code: 3007, msg: 'Wrong username or password', data: { captcha: false } });
    for (const answer of answers) expect(first && comparable(answer)).toBe(first && comparable(first));
  });

  it('marks missing and impossible fields', async () => {
    const browser = app.newBrowser();
    for (const [account, password, fields] of [
      ['', '', { account: 'required', password: 'required' }],
      ['A b', 'x', { account: 'regex' }],
      ['a@b', 'x', { account: 'regex' }],
      ['139', 'x', { account: 'regex' }],
    ] as const) {
      expect(await signIn(browser, account, password)).toMatchObject({ status: 400, code: 400, data: { fields } });
    }
  });

  it('requires a captcha after five failures and announces it with the fifth', async () => {
    const { contact, password } = await signUp(app);
    const browser = app.newBrowser();
    for (const captcha of [false, false, false, false, true]) {
      expect(await signIn(browser, contact, 'wrong-password-1')).toMatchObject({ code: 3007, data: { captcha } });
    }
    expect(await signIn(browser, contact, password)).toMatchObject({ status: 200, code: 3008 });
    expect(await signIn(browser, contact, password, await browser.solveCaptcha('reset'))).toMatchObject({ code: 3008 });
    const validate = await browser.solveCaptcha('login');
    expect(await signIn(browser, contact, 'wrong-password-1', validate)).toMatchObject({ code: 3007, data: { captcha: true } });
    expect(await signIn(browser, contact, password, validate)).toMatchObject({ code: 3008 });
    expect(await signIn(browser, contact, password, await browser.solveCaptcha('login'))).toMatchObject({ code: 200 });
    expect(await signIn(browser, contact, password)).toMatchObject({ code: 200 });
  });

  it('blocks a name for a minute after ten failures, but not the owner’s session and browser', async () => {
    const owner = await signUp(app);
    await failTimes(10, app.newBrowser(), owner.contact);
    const other = app.newBrowser();
    const refused = await signIn(other, owner.contact, owner.password, await other.solveCaptcha('login'));
    expect(refused).toMatchObject({ status: 200, code: 3004, data: { retryAfter: 60 }, headers: { 'retry-after': '60' } });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await signIn(owner.browser, owner.contact, owner.password)).toMatchObject({ code: 200 });
    app.clock.advance(minute);
    expect(await signIn(other, owner.contact, owner.password, await other.solveCaptcha('login'))).toMatchObject({ code: 200 });
  });

  it('accepts a code while passwords are blocked', async () => {
    const { contact } = await signUp(app);
    await failTimes(10, app.newBrowser(), contact);
    const browser = app.newBrowser();
    const code = await signInCode(app, browser, contact);
    expect(await browser.post('/login/code', { account: contact, code })).toMatchObject({ code: 200 });
  });

  it('admits ten of forty simultaneous guesses', async () => {
    const server = await buildTestApp({ config: { rateFactor: 100 } });
    try {
      const { contact } = await signUp(server);
      const guesses = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const browser = server.newBrowser();
          const validate = await browser.solveCaptcha('login');
          return signIn(browser, contact, `wrong-password-${index}`, validate);
        }),
      );
      const admitted = guesses.filter(({ code }) => code === 3007).length;
      expect(admitted).toBeGreaterThan(0);
      expect(admitted).toBeLessThanOrEqual(10);
      expect(guesses.every(({ code }) => [3007, 3004, 3008].includes(code))).toBe(true);
    } finally {
      await server.close();
    }
  });

  it('replaces the earlier session of the browser', async () => {
    const { browser, contact, password } = await signUp(app);
    const before = browser.cookies.get('sid') ?? '';
    await signIn(browser, contact, password);
    expect(browser.cookies.get('sid')).not.toBe(before);
    browser.cookies.set('sid', before);
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  });

  it('never accepts a planted session', async () => {
    const { contact, password } = await signUp(app);
    const browser = app.newBrowser();
    const planted = 'x'.repeat(43);
    await browser.prepare();
    browser.cookies.set('sid', planted);
    browser.cookies.delete('csrf');
    expect(await signIn(browser, contact, password)).toMatchObject({ code: 200 });
    expect(browser.cookies.get('sid')).not.toBe(planted);
  });

  it('reveals locked (4010) and deleting (3002) only after a correct password', async () => {
    for (const [to, code] of [
      ['locked', 4010],
      ['deleting', 3002],
    ] as const) {
      const person = await signUp(app);
      await transitionAccount(app.db, { id: await idOf(person), from: 'active', to });
      const browser = app.newBrowser();
      expect(await signIn(browser, person.contact, 'wrong-password-1')).toMatchObject({ code: 3007 });
      expect(await signIn(browser, person.contact, person.password)).toMatchObject({ status: 200, code });
      expect(browser.cookies.has('sid')).toBe(false);
      const sent = await signInCode(app, browser, person.contact);
      expect(await browser.post('/login/code', { account: person.contact, code: sent })).toMatchObject({ code });
      expect(await person.browser.get('/account/metainfo')).toMatchObject({ code: to === 'locked' ? 4010 : 401 });
    }
  });

  it('renews an old hash', async () => {
    const person = await signUp(app);
    const id = await idOf(person);
    const keyring = createKeyring(app.config.secretKey);
    const hasher = createPasswordHasher({ keyring, threads: 1, cost: cheapPasswordCost });
    const weaker = keyring.seal('password-hash', hashSync(person.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 }));
    await app.db.q().updateTable('accounts').set({ password_hash: weaker }).where('id', '=', id).execute();
    expect(hasher.needsRehash(weaker)).toBe(true);
    expect(await signIn(app.newBrowser(), person.contact, person.password)).toMatchObject({ code: 200 });
    const { password_hash: stored } = await app.db
      .q()
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(hasher.needsRehash(stored ?? '')).toBe(false);
    expect(await signIn(app.newBrowser(), person.contact, person.password)).toMatchObject({ code: 200 });
    await hasher.close();
  });

  it('records each sign-in and each refusal', async () => {
    const person = await signUp(app);
    const browser = app.newBrowser();
    await signIn(browser, person.contact, 'wrong-password-1');
    await signIn(browser, person.contact, person.password);
    await browser.post('/logout');
    const events = await app.db
      .q()
      .selectFrom('audit')
      .select(['event', 'client_ip'])
      .where('account_id', '=', await idOf(person))
      .where('client_ip', '=', browser.clientIp)
      .execute();
    expect(events.map(({ event }) => event).toSorted()).toEqual(['sign-in.password', 'sign-in.refused', 'sign-out']);
  });
});

describe('refused sign-ins', () => {
  it('of a client IP are recorded thirty times an hour over all accounts, and all of them are logged', async () => {
    const { clientIp } = app.newBrowser();
    const person = await signUp(app);
    const inTrail = async () =>
      (await app.db.q().selectFrom('audit').select('id').where('event', '=', 'sign-in.refused').where('client_ip', '=', clientIp).execute())
        .length;
    for (let i = 0; i < 40; i += 1) {
      const who = i % 10 === 0 ? person.contact : freshPhone();
      expect(await signIn(app.newBrowser({ clientIp: clientIp }), who, 'wrong-password-1')).toMatchObject({ code: 3007 });
    }
    expect(await inTrail()).toBe(30);
    const lines = app.logLines.filter((line) => line['refusal'] === 'wrongCredentials' && line['address'] === clientIp);
    expect(lines).toHaveLength(40);
    app.clock.advance(2 * 60 * minute);
    expect(await signIn(app.newBrowser({ clientIp: clientIp }), freshPhone(), 'wrong-password-1')).toMatchObject({ code: 3007 });
    expect(await inTrail()).toBe(31);
  });
});

describe('signing in by code', () => {
  it('spends the code', async () => {
    const email = freshEmail();
    await signUp(app, { email });
    const browser = app.newBrowser();
    const code = await signInCode(app, browser, email);
    expect(await browser.post('/login/code', { account: email, code })).toMatchObject({ code: 200 });
    expect(await browser.post('/login/code', { account: email, code })).toMatchObject({ code: 1004 });
  });

  it('is refused without a code, with a wrong one, and with one of another browser or scene', async () => {
    const { contact } = await signUp(app);
    const browser = app.newBrowser();
    expect(await browser.post('/login/code', { account: contact, code: someCode })).toMatchObject({ status: 200, code: 1013 });
    expect(await browser.post('/login/code', { account: freshEmail(), code: someCode })).toMatchObject({ code: 1014 });
    const code = await signInCode(app, browser, contact);
    expect(await app.newBrowser().post('/login/code', { account: contact, code })).toMatchObject({ code: 1013 });
    const wrong = otherCode(code);
    expect(await browser.post('/login/code', { account: contact, code: wrong })).toMatchObject({ code: 1007 });
    const resetting = app.newBrowser();
    app.clock.advance(minute);
    await resetting.post('/captcha/sms/send/login', { phone: contact, scene: 'reset', validate: await resetting.solveCaptcha('reset') });
    expect(await resetting.post('/login/code', { account: contact, code: await app.codeFor(contact) })).toMatchObject({ code: 1013 });
  });

  it('allows five tries, even for two hundred requests at once', async () => {
    const server = await buildTestApp({ config: { rateFactor: 100 } });
    try {
      const { contact } = await signUp(server);
      const browser = server.newBrowser();
      const code = await signInCode(server, browser, contact);
      const wrong = (index: number) => otherCode(code, 1 + index);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => browser.post('/login/code', { account: contact, code: wrong(index) })),
      );
      expect(answers.every((answer) => answer.code === 1007)).toBe(true);
      expect(await browser.post('/login/code', { account: contact, code })).toMatchObject({ code: 1007 });
      const { attempts } = await server.db
        .q()
        .selectFrom('codes')
        .select('attempts')
        .where('scene', '=', 'login')
        .executeTakeFirstOrThrow();
      expect(attempts).toBe(5);
    } finally {
      await server.close();
    }
  });

  it('answers for an unknown phone as for a wrong code', async () => {
    const { contact } = await signUp(app);
    const texts: string[] = [];
    for (const phone of [contact, freshPhone()]) {
      const browser = app.newBrowser();
      const sent = await browser.post('/captcha/sms/send/login', { phone, validate: await browser.solveCaptcha('login') });
      const guessed = await browser.post('/login/code', { account: phone, code: zeroCode });
      texts.push(`${comparable(sent)} ${comparable(guessed)}`);
    }
    expect(texts[0]).toContain('"cd":60');
    expect(texts[1]).toBe(texts[0]);
  });

  it('marks missing and impossible fields', async () => {
    const browser = app.newBrowser();
    const fields = { account: 'regex', code: 'length' };
    expect(await browser.post('/login/code', { account: 'a-username', code: '1' })).toMatchObject({ status: 400, data: { fields } });
  });
});

describe('a session', () => {
  it('ends by signing out, and its cookie is worthless afterwards', async () => {
    const { browser } = await signUp(app);
    const sid = browser.cookies.get('sid') ?? '';
    const language = browser.cookies.get('lang');
    const answer = await browser.post('/logout');
    expect(answer).toMatchObject({ status: 200, code: 200, data: {}, headers: { 'clear-site-data': '"cache", "storage"' } });
    expect(browser.cookies.has('sid')).toBe(false);
    expect(browser.cookies.get('lang')).toBe(language);
    expect(browser.cookies.has('browser')).toBe(true);
    browser.cookies.set('sid', sid);
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401, code: 401 });
  });

  it('answers 2000 after it expired, and 401 after it was ended or if it never existed', async () => {
    const { browser } = await signUp(app);
    expect(await app.newBrowser().get('/account/metainfo')).toMatchObject({ status: 401, code: 401 });
    app.clock.advance(7 * day);
    const answer = await browser.get('/account/metainfo');
    expect(answer).toMatchObject({ status: 200, code: 2000 });
    expect(browser.cookies.has('sid')).toBe(false);
  });

  it('ends when a credential changes', async () => {
    const person = await signUp(app);
    await raiseCredentialEpoch(app.db, await idOf(person));
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  });

  it('continues to the requested page', async () => {
    const { contact, password } = await signUp(app);
    const query = new URLSearchParams({ redirect: '/mobile-device-info?x=1' });
    const answer = await app.newBrowser().post(`/login/password?${query.toString()}`, { account: contact, password });
    expect(answer).toMatchObject({ code: 200, data: { continue: '/mobile-device-info?x=1' } });
  });
});
