import { limits } from '#contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode, someCode, zeroCode } from '#contract/fixtures/codes.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { freshEmail, freshPhone, goodPassword, registrationBody, signUp, type SignedIn } from '#server/testing/people/people.ts';
import { minute } from '#server/platform/clock.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(async () => {
  await app.close();
});

async function accountsWith(value: string): Promise<number> {
  return (await app.db.q().selectFrom('identifiers').select('account_id').where('value', '=', value).execute()).length;
}

describe.each([true, false])('registration with field encryption %s', (encryption) => {
  let server: TestApp;

  beforeAll(async () => {
    server = await buildTestApp({ encryption });
  });

  afterAll(async () => {
    await server.close();
  });

  it('by phone makes an account and signs it in', async () => {
    const phone = freshPhone();
    const { browser, account } = await signUp(server, { phone });
    expect(account).toMatchObject({
      id: expect.stringMatching(/^[1-9]\d{11}$/),
      region: 'CN',
      encryptPhoneNumber: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
      encryptEmail: '',
      password_empty: false,
      username: '',
      nickname: expect.stringMatching(/^id_[a-z2-9]{10}$/),
      language: 'zh_CN',
      tpls: [],
      limits: { nickname: { nextAt: null }, username: { left: 1 }, region: { left: 1 } },
      twoStep: { enabled: false, since: null, totp: false, codes: 0 },
      legacy: false,
    });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: account });
  });

  it('by email makes an account, greets it, and mails to the email as its owner wrote it', async () => {
    const email = freshEmail();
    const written = email.replace('person', 'Person');
    const { browser, account } = await signUp(server, { email: written });
    expect(account).toMatchObject({ region: 'DE', language: 'en_US', encryptEmail: 'Pe***@example.com', encryptPhoneNumber: '' });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    const [welcome, code] = await server.outbox(written);
    expect(welcome).toMatchObject({ channel: 'email', to: written, scene: 'welcome', subject: 'Welcome to Cedar ID', code: null });
    expect(welcome?.text).toContain(written);
    expect(welcome?.text).not.toContain(account.id);
    expect(code).toMatchObject({ scene: 'register', to: written });
    expect(await server.wiring.core.store.db.q().selectFrom('outbox').select('id').execute()).toEqual([]);
  });
});

describe('registration', () => {
  it('finds no account in a fresh server', async () => {
    const server = await buildTestApp();
    try {
      for (const table of ['accounts', 'identifiers', 'openid_clients'] as const) {
        expect(await server.db.q().selectFrom(table).selectAll().execute(), table).toEqual([]);
      }
    } finally {
      await server.close();
    }
  });

  it('writes account, identifiers, consents and audit together', async () => {
    const phone = freshPhone();
    await signUp(app, { phone });
    const { account_id: id } = await app.db
      .q()
      .selectFrom('identifiers')
      .select('account_id')
      .where('value', '=', phone)
      .executeTakeFirstOrThrow();
    const consents = await app.db
      .q()
      .selectFrom('consent_ledger')
      .select(['type', 'version', 'region'])
      .where('account_id', '=', id)
      .execute();
    expect(consents.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual(
      currentAgreements.map((agreement) => ({ ...agreement, region: 'CN' })).toSorted((a, b) => a.type.localeCompare(b.type)),
    );
    const audit = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', id).execute();
    expect(audit).toEqual([{ event: 'account.registered' }]);
    const stored = await app.db.q().selectFrom('accounts').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
    expect(app.wiring.keyring.open('password-hash', stored.password_hash ?? '')).toContain('$argon2id$');
    expect(stored.password_hash).not.toContain(goodPassword);
  });

  it('gives one account to sixteen browsers that prove one phone together', async () => {
    const server = await buildTestApp({ config: { rateFactor: 100 } });
    try {
      const phone = freshPhone();
      const racers: { browser: TestBrowser; body: Record<string, unknown> }[] = [];
      for (let made = 0; made < 16; made += 1) {
        const browser = server.newBrowser();
        racers.push({ browser, body: await registrationBody(server, browser, { phone }) });
      }
      const answers = await Promise.all(racers.map(({ browser, body }) => browser.post('/register/phone', body)));
      expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
        200,
        ...Array.from({ length: 15 }, () => 1005),
      ]);
      const rows = await server.db.q().selectFrom('identifiers').select('account_id').where('value', '=', phone).execute();
      expect(rows).toHaveLength(1);
      expect(await server.db.q().selectFrom('accounts').select('id').execute()).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  it('makes one account of a form that is sent twice at once', async () => {
    const browser = app.newBrowser();
    const phone = freshPhone();
    const body = await registrationBody(app, browser, { phone });
    const second = { ...body, validate: await browser.solveCaptcha('register') };
    const answers = await Promise.all([browser.post('/register/phone', body), browser.post('/register/phone', second)]);
    const [made, refused] = answers.map(({ code }) => code).toSorted((one, other) => one - other);
    expect(made).toBe(200);
    // The phone is taken or, if the other request has already ended, the code is spent.
    expect([1005, 1007]).toContain(refused);
    expect(await accountsWith(phone)).toBe(1);
  });

  it.each([
    ['no agreements', [], 1009],
    ['one agreement', currentAgreements.slice(0, 1), 1009],
    ['another version', currentAgreements.map(({ type }) => ({ type, version: '2001-01-01' })), 3010],
  ])('is refused with %s', async (_title, agreements, code) => {
    const browser = app.newBrowser();
    const phone = freshPhone();
    const answer = await browser.post('/register/phone', { ...(await registrationBody(app, browser, { phone })), agreements });
    expect(answer).toMatchObject({ status: 200, code });
    expect(await accountsWith(phone)).toBe(0);
  });

  it.each([
    [{ phone: '' }, { phone: 'required' }],
    [{ phone: '1380013800' }, { phone: 'digits' }],
    [{ phone: '12800138000' }, { phone: 'regex' }],
    [{ code: '' }, { code: 'required' }],
    [{ code: '12345' }, { code: 'length' }],
    [{ code: `${someCode.slice(1)}a` }, { code: 'regex' }],
    [{ password: 'a1' }, { password: 'min' }],
    [{ password: 'lettersonly' }, { password: 'num_str' }],
    [{ password: 'password123' }, { password: 'common_password' }],
    [{ password: 'cedar2026!' }, { password: 'common_password' }],
    [{ nickname: 'a b' }, { nickname: 'regex' }],
    [{ nickname: 'x'.repeat(limits.nicknameMax + 1) }, { nickname: 'max' }],
    [{ phone: '+852 6123 4567' }, { phone: 'phone' }],
    [
      { phone: '1', code: '2', password: '' },
      { phone: 'digits', code: 'length', password: 'required' },
    ],
  ])('marks the fields of %o', async (wrong, fields) => {
    const browser = app.newBrowser();
    const body = { phone: freshPhone(), code: someCode, password: goodPassword, region: 'CN', agreements: currentAgreements, ...wrong };
    expect(await browser.post('/register/phone', body)).toMatchObject({ status: 400, code: 400, data: { fields } });
  });

  it('is refused without a captcha, with a used one, and with one of another scene', async () => {
    const browser = app.newBrowser();
    const phone = freshPhone();
    const { validate: _validate, ...body } = await registrationBody(app, browser, { phone });
    const used = await browser.solveCaptcha('register');
    expect(await browser.post('/register/phone', { ...body, code: zeroCode, validate: used })).toMatchObject({ code: 1007 });
    for (const validate of [undefined, '', 'nonsense', used, await browser.solveCaptcha('login')]) {
      expect(await browser.post('/register/phone', { ...body, validate })).toMatchObject({ status: 200, code: 3008 });
    }
    expect(await browser.post('/register/phone', { ...body, validate: await browser.solveCaptcha('register') })).toMatchObject({
      code: 200,
    });
  });

  it('is refused without a code, with a wrong one, and with that of another browser', async () => {
    const browser = app.newBrowser();
    const phone = freshPhone();
    const stranger = app.newBrowser();
    const forged = async (with_: Record<string, unknown>) => ({ ...with_, validate: await stranger.solveCaptcha('register') });
    const body = await registrationBody(app, browser, { phone });
    expect(await stranger.post('/register/phone', await forged(body))).toMatchObject({ code: 1013 });
    expect(await stranger.post('/register/email', await forged({ ...body, phone: undefined, email: freshEmail() }))).toMatchObject({
      code: 1014,
    });
    const wrong = otherCode(String(body['code']));
    expect(await browser.post('/register/phone', { ...body, code: wrong })).toMatchObject({ code: 1007 });
    const email = freshEmail();
    const byEmail = await registrationBody(app, browser, { email });
    const wrongByEmail = otherCode(String(byEmail['code']));
    expect(await browser.post('/register/email', { ...byEmail, code: wrongByEmail })).toMatchObject({ code: 1004 });
    expect((await accountsWith(phone)) + (await accountsWith(email))).toBe(0);
  });

  it('reports a taken phone or email, even if it was taken after the code was sent', async () => {
    for (const [path, contact, code] of [
      ['/register/phone', { phone: freshPhone() }, 1005],
      ['/register/email', { email: freshEmail() }, 1002],
    ] as const) {
      const browser = app.newBrowser();
      const late = await registrationBody(app, browser, contact);
      app.clock.advance(minute);
      await signUp(app, contact);
      expect(await browser.post(path, late)).toMatchObject({ status: 200, code });
    }
  });

  it('accepts a free nickname and reports a taken one', async () => {
    const first = app.newBrowser();
    const named = { ...(await registrationBody(app, first, { phone: freshPhone() })), nickname: '雪松Anna' };
    expect(await first.post<SignedIn>('/register/phone', named)).toMatchObject({ code: 200, data: { account: { nickname: '雪松Anna' } } });
    const browser = app.newBrowser();
    const body = { ...(await registrationBody(app, browser, { phone: freshPhone() })), nickname: '雪松ＡＮＮＡ' };
    expect(await browser.post('/register/phone', body)).toMatchObject({ status: 200, code: 1018 });
    // Nothing was spent: the same code works with another name.
    const again = { ...body, nickname: '雪松Anna2', validate: await browser.solveCaptcha('register') };
    expect(await browser.post('/register/phone', again)).toMatchObject({ code: 200 });
  });

  it('continues to the requested page, and to the account home for anything else', async () => {
    for (const [redirect, expected] of [
      ['/device?x=1', '/device?x=1'],
      ['//evil.example', '/'],
    ] as const) {
      const browser = app.newBrowser();
      const body = await registrationBody(app, browser, { phone: freshPhone() });
      const query = new URLSearchParams({ redirect, from: 'uos', phone: '13900000000', region: 'DE' });
      expect(await browser.post<SignedIn>(`/register/phone?${query.toString()}`, body)).toMatchObject({
        code: 200,
        data: { continue: expected, account: { region: 'CN' } },
      });
      expect(await browser.post('/register/registerclient', { redirect })).toMatchObject({ code: 200, data: { continue: expected } });
    }
  });

  it('uses the language of the region unless one was chosen', async () => {
    for (const [region, lang, language] of [
      ['CN', undefined, 'zh_CN'],
      ['DE', undefined, 'en_US'],
      ['', undefined, 'zh_CN'],
      ['CN', 'en_US', 'en_US'],
      ['DE', 'zh_CN', 'zh_CN'],
    ] as const) {
      const browser = app.newBrowser();
      if (lang !== undefined) browser.cookies.set('lang', lang);
      const body = { ...(await registrationBody(app, browser, { email: freshEmail() })), region };
      const answer = await browser.post<SignedIn>('/register/email', body, { 'accept-language': 'zh-CN,zh;q=0.9' });
      expect(answer).toMatchObject({ code: 200, data: { account: { language, region } } });
      expect(browser.cookies.get('lang')).toBe(lang ?? language);
    }
  });

  it('by phone is open to every region', async () => {
    const browser = app.newBrowser();
    const body = { ...(await registrationBody(app, browser, { phone: freshPhone() })), region: 'DE' };
    expect(await browser.post<SignedIn>('/register/phone', body)).toMatchObject({ code: 200, data: { account: { region: 'DE' } } });
  });

  it('refuses an email at a domain that the operator blocks, before a code is sent', async () => {
    const server = await buildTestApp({ config: { blockedMailDomains: ['throwaway.example', 'xn--fiqs8s.example'] } });
    try {
      for (const email of ['a@throwaway.example', 'a@MX.throwaway.example', 'a@中国.example']) {
        const browser = server.newBrowser();
        const refusal = { status: 400, data: { fields: { email: 'block' } } };
        const validate = await browser.solveCaptcha('register');
        expect(await browser.post('/captcha/email/send/register', { email, validate })).toMatchObject(refusal);
        const form = { email, code: someCode, password: goodPassword, region: 'DE', agreements: currentAgreements };
        expect(await browser.post('/register/email', form)).toMatchObject(refusal);
        const person = await signUp(server);
        expect(await person.browser.post('/captcha/account/email/send/login', { scene: 'bind', email })).toMatchObject(refusal);
        expect(await person.browser.post('/update/email', { email, code: someCode })).toMatchObject(refusal);
      }
      expect(await sendVisitorCode(server.newBrowser(), { contact: 'a@not-throwaway.example', scene: 'register' })).toMatchObject({
        code: 200,
      });
      expect(await sendVisitorCode(server.newBrowser(), { contact: 'a@throwaway.example', scene: 'login' })).toMatchObject({ code: 200 });
    } finally {
      await server.close();
    }
  });

  it('starts its own session in a browser that had one', async () => {
    const { browser } = await signUp(app);
    const before = browser.cookies.get('sid');
    await signUp(app, { browser });
    const after = browser.cookies.get('sid');
    expect(after).not.toBe(before);
    browser.cookies.set('sid', before ?? '');
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401, code: 401 });
  });
});
