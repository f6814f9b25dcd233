import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode, someCode, zeroCode } from '#contract/fixtures/codes.ts';
import { askDeletion, withdrawWith } from '#server/testing/people/deletion.ts';
import { accountCode, askReset, sendVisitorCode, takePasswordAway, visitorCode } from '#server/testing/people/proving.ts';
import { whileWritesFail } from '#server/testing/costs/failing-writes.ts';
import { signUpOwner, type Owner } from '#server/testing/people/owner.ts';
import { comparable, freshEmail, freshPhone, signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';

const newPassword = 'Harbour9-violet';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(async () => {
  await app.close();
});

const newOwner = () => signUpOwner(app);

type Proof = { readonly code: string } | { readonly token: string };

function reset(browser: TestBrowser, contact: string, proof: Proof & { readonly newPassword?: string }): Promise<TestAnswer> {
  const [way, field] = contact.includes('@') ? ['email', 'email'] : ['phone', 'phone'];
  return browser.post(`/password/reset/reset_password/${way}`, { [field]: contact, newPassword, ...proof });
}

const byLink = (browser: TestBrowser, token: string, changes: Record<string, unknown> = {}) =>
  browser.post('/password/reset/reset_password/email', { token, newPassword, ...changes });

async function signIn(account: string, password: string, browser = app.newBrowser()): Promise<TestAnswer> {
  return browser.post('/login/password', { account, password });
}

const isSignedIn = async (browser: TestBrowser) => (await browser.get('/account/metainfo')).code === 200;

/** The three ways back in: each asks in the visitor's browser and resets. */
const ways: Readonly<
  Record<string, (owner: Owner, browser: TestBrowser, changes?: { readonly newPassword?: string }) => Promise<TestAnswer>>
> = {
  'by phone': async ({ contact }, browser, changes) =>
    reset(browser, contact, { code: (await askReset(app, browser, contact)).code, ...changes }),
  'by email': async ({ email }, browser, changes) =>
    reset(browser, email, { code: (await askReset(app, browser, email)).code, ...changes }),
  'by the ticket of a recovery': async ({ contact }, browser, changes) => {
    const { code } = await askReset(app, browser, contact);
    const begun = await browser.post<{ ticket: string }>('/recovery/begin', { phone: contact, code });
    if (begun.code !== 200) return begun;
    return browser.post('/password/reset/reset_password/phone', { token: begun.data.ticket, newPassword, ...changes });
  },
  'by the mailed link': async ({ email }, browser, changes) => byLink(browser, (await askReset(app, browser, email)).token, changes),
};

describe.each(Object.entries(ways))('a reset %s', (_way, recover) => {
  it('sets the password without signing in', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    expect(await recover(owner, browser)).toMatchObject({ status: 200, code: 200, data: { ticket: expect.any(String) } });
    expect(browser.cookies.has('sid')).toBe(false);
    expect(await signIn(owner.contact, owner.password)).toMatchObject({ code: 3007 });
    expect(await signIn(owner.contact, newPassword)).toMatchObject({ code: 200 });
  });

  it('ends every session, code, proof and link of the account at once', async () => {
    const owner = await newOwner();
    await takePasswordAway(app, owner.id);
    const { browser } = owner;
    const code = await accountCode(app, browser, { contact: owner.contact });
    expect(await browser.post('/account/auth', { method: 'phone', code, action: 'setPassword' })).toMatchObject({ code: 200 });
    const verify = await accountCode(app, browser, { contact: owner.email });
    const stranger = app.newBrowser();
    const login = await visitorCode(app, stranger, { contact: owner.contact, scene: 'login' });
    const first = await askReset(app, stranger, owner.email);

    const visitor = app.newBrowser();
    expect(await recover(owner, visitor)).toMatchObject({ code: 200 });

    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401, code: 401 });
    expect(await browser.post('/password/set', { newPassword: `${newPassword}2` })).toMatchObject({ status: 401 });
    expect(await stranger.post('/login/code', { account: owner.contact, code: login })).toMatchObject({ code: 1007 });
    expect(await reset(stranger, owner.email, { code: first.code })).toMatchObject({ code: 1004 });
    expect(await byLink(stranger, first.token)).toMatchObject({ code: 1022 });
    // Even after a new sign-in, the earlier code and proof are worthless.
    await signIn(owner.contact, newPassword, browser);
    expect(await browser.post('/account/auth', { method: 'email', code: verify })).toMatchObject({ code: 1004 });
    expect(await browser.get('/account/metainfo')).toMatchObject({ data: { verifiedUntil: null } });
  });

  it('works while strangers keep guessing, and lets the owner sign in at once', async () => {
    const owner = await newOwner();
    const stranger = app.newBrowser();
    for (let tries = 0; tries < 10; tries += 1) {
      const validate = tries < 5 ? undefined : await stranger.solveCaptcha('login');
      await stranger.post('/login/password', { account: owner.contact, password: 'wrong-1-wrong', validate });
    }
    expect(await signIn(owner.contact, owner.password)).toMatchObject({ code: 3004 });
    expect(await recover(owner, app.newBrowser())).toMatchObject({ code: 200 });
    expect(await signIn(owner.contact, newPassword)).toMatchObject({ code: 200 });
  });

  it('lets the owner sign in from a browser that had to wait', async () => {
    const owner = await newOwner();
    for (let tries = 0; tries < 10; tries += 1) {
      const validate = tries < 5 ? undefined : await owner.browser.solveCaptcha('login');
      await owner.browser.post('/login/password', { account: owner.contact, password: 'wrong-1-wrong', validate });
    }
    expect(await signIn(owner.contact, owner.password, owner.browser)).toMatchObject({ code: 3004 });
    expect(await recover(owner, app.newBrowser())).toMatchObject({ code: 200 });
    expect(await signIn(owner.contact, newPassword, owner.browser)).toMatchObject({ code: 200 });
  });

  it('is reported to every phone and email of the account', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    browser.cookies.set('lang', 'zh_CN');
    await recover(owner, browser);
    for (const contact of [owner.contact, owner.email]) {
      const [message] = await app.outbox(contact);
      expect(message).toMatchObject({ scene: 'passwordReset' });
      expect(message?.text).toContain('已重置');
    }
    const rows = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', owner.id).execute();
    expect(rows.map(({ event }) => event)).toContain('password.reset');
  });

  it('refuses a password made of the account’s names, and the present one', async () => {
    const owner = await newOwner();
    const weak = { status: 400, code: 400, data: { fields: { newPassword: 'custom_password' } } };
    expect(await recover(owner, app.newBrowser(), { newPassword: `${owner.account.nickname}1` })).toMatchObject(weak);
    expect(await recover(owner, app.newBrowser(), { newPassword: owner.password })).toMatchObject(weak);
    expect(await signIn(owner.contact, owner.password)).toMatchObject({ code: 200 });
  });

  it.each([
    ['deleting', 3002],
    ['locked', 4010],
  ] as const)('of an account that is %s is refused with %i, and only to its owner', async (to, code) => {
    const owner = await newOwner();
    await transitionAccount(app.db, { id: owner.id, from: 'active', to });
    expect(await recover(owner, app.newBrowser())).toMatchObject({ status: 200, code });
    const stranger = app.newBrowser();
    await askReset(app, stranger, owner.contact);
    expect(await reset(stranger, owner.contact, { code: zeroCode })).toMatchObject({ code: 1007 });
  });

  it('of an account in deletion leads its owner to the withdrawal, by code and by link, until the deadline', async () => {
    const owner = await newOwner();
    const { data } = await askDeletion(owner.browser);
    const browser = app.newBrowser();
    const { code, token } = await askReset(app, browser, owner.email);
    const body = { email: owner.email, newPassword, code };
    const byCode = await browser.post<{ withdrawTicket: string }>('/password/reset/reset_password/email', body);
    expect(byCode).toMatchObject({ code: 3002, data: { dueAt: data.dueAt, withdrawTicket: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(await byLink(browser, token)).toMatchObject({ code: 3002, data: { dueAt: data.dueAt } });
    expect(await byLink(browser, token)).toMatchObject({ code: 1022 });
    expect(await withdrawWith(browser, byCode.data.withdrawTicket)).toMatchObject({ code: 200, data: { status: 'active' } });
    expect(await signIn(owner.contact, owner.password)).toMatchObject({ code: 200 });

    const again = app.newBrowser();
    await again.post('/login/password', { account: owner.contact, password: owner.password });
    const asked = await askDeletion(again);
    app.clock.set(Date.parse(asked.data.dueAt) - minute);
    const late = await askReset(app, browser, owner.contact);
    app.clock.advance(minute);
    expect(await reset(browser, owner.contact, { code: late.code })).toMatchObject({ code: 1007 });
  });

  it('ends a session of the account in the same browser', async () => {
    const owner = await newOwner();
    expect(await recover(owner, owner.browser)).toMatchObject({ code: 200 });
    expect(await isSignedIn(owner.browser)).toBe(false);
  });
});

describe('a recovery that begins with the code', () => {
  const begin = async (browser: TestBrowser, phone: string) => {
    const { code } = await askReset(app, browser, phone);
    return browser.post<{ ticket: string; enough: boolean; methods: readonly unknown[] }>('/recovery/begin', { phone, code });
  };

  it('is enough for an ordinary account; its ticket resets once, in its browser', async () => {
    const { contact } = await newOwner();
    const browser = app.newBrowser();
    const { data } = await begin(browser, contact);
    expect(data).toMatchObject({ enough: true, methods: [] });
    expect(await byLink(app.newBrowser(), data.ticket)).toMatchObject({ code: 1022 });
    expect(await byLink(browser, data.ticket)).toMatchObject({ code: 200 });
    expect(await byLink(browser, data.ticket, { newPassword: 'Another9-violet' })).toMatchObject({ code: 1022 });
  });

  it('is not enough for a frozen account: its ticket shows more, and resets nothing', async () => {
    const owner = await newOwner();
    expect(await owner.browser.post('/account/freeze', {})).toMatchObject({ code: 200 });
    const browser = app.newBrowser();
    const { data } = await begin(browser, owner.contact);
    expect(data).toMatchObject({ enough: false, methods: [] });
    expect(await byLink(browser, data.ticket)).toMatchObject({ code: 1022 });
    expect(await browser.post('/recovery/prove', { ticket: data.ticket })).toMatchObject({ code: 200, data: { proven: ['phone'] } });
  });

  it('that was enough takes more once the account is protected meanwhile', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    const { data } = await begin(browser, owner.contact);
    expect(await owner.browser.post('/account/freeze', {})).toMatchObject({ code: 200 });
    expect((await byLink(browser, data.ticket)).code).not.toBe(200);
    expect(await signIn(owner.contact, newPassword)).toMatchObject({ code: 3007 });
  });
});

describe('the mailed link', () => {
  it('leads to the page of recovery, in a mail that states its lifetime', async () => {
    const { email } = await newOwner();
    await askReset(app, app.newBrowser(), email);
    const [mail] = await app.outbox(email);
    expect(mail?.link).toMatch(new RegExp(`^${app.config.publicUrl}/register/support\\?token=[\\w-]{22}$`));
    expect(mail?.text).toContain('48');
    expect(mail?.text).toContain(mail?.code);
  });

  it('works in another browser, once, for 48 hours to the second', async () => {
    const owner = await newOwner();
    const { token } = await askReset(app, app.newBrowser(), owner.email);
    const until = app.clock.now() + 48 * hour;
    app.clock.set(until - 1000);
    expect(await byLink(app.newBrowser(), token)).toMatchObject({ code: 200 });
    expect(await byLink(app.newBrowser(), token)).toMatchObject({ status: 200, code: 1022 });

    const { token: late } = await askReset(app, app.newBrowser(), owner.email);
    app.clock.advance(48 * hour);
    expect(await byLink(app.newBrowser(), late)).toMatchObject({ code: 1022 });
  });

  it('is spent once by sixteen at once', async () => {
    const owner = await newOwner();
    // Half the hashes: on a busy machine some would wait too long and get 503.
    await takePasswordAway(app, owner.id);
    const { token } = await askReset(app, app.newBrowser(), owner.email);
    const browsers = Array.from({ length: 16 }, () => app.newBrowser());
    const answers = await Promise.all(browsers.map((browser, index) => byLink(browser, token, { newPassword: `${newPassword}${index}` })));
    const winners = answers.flatMap(({ code }, index) => (code === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(answers.every(({ code }) => [200, 1022, 503].includes(code))).toBe(true);
    expect(await signIn(owner.contact, `${newPassword}${winners[0]}`)).toMatchObject({ code: 200 });
  });

  it('survives the question of its page whether it lives, and a password that breaks a rule', async () => {
    const owner = await newOwner();
    const { token } = await askReset(app, app.newBrowser(), owner.email);
    const browser = app.newBrowser();
    expect(await byLink(browser, token, { newPassword: '' })).toMatchObject({ code: 200, data: { contact: owner.email } });
    expect(await byLink(browser, token, { newPassword: 'password123' })).toMatchObject({ status: 400 });
    expect(await byLink(browser, token, { email: owner.email.toUpperCase() })).toMatchObject({ code: 200 });
  });

  it('is 1022 when invented or for another email, whatever the password', async () => {
    const { email } = await newOwner();
    const { token } = await askReset(app, app.newBrowser(), email);
    const browser = app.newBrowser();
    expect(await byLink(browser, 'x', { newPassword: '' })).toMatchObject({ status: 200, code: 1022 });
    expect(await byLink(browser, token, { email: freshEmail() })).toMatchObject({ code: 1022 });
    expect(await byLink(browser, token.slice(0, -1))).toMatchObject({ code: 1022 });
  });

  it('dies when the password changes in another way', async () => {
    const owner = await newOwner();
    const { token } = await askReset(app, app.newBrowser(), owner.email);
    await owner.browser.post('/password/update', { oldPassword: owner.password, newPassword: `${newPassword}2` });
    expect(await byLink(app.newBrowser(), token)).toMatchObject({ code: 1022 });
  });
});

describe('a code for a reset', () => {
  it('works only in the browser that requested it', async () => {
    const owner = await newOwner();
    const { code } = await askReset(app, app.newBrowser(), owner.contact);
    expect(await reset(app.newBrowser(), owner.contact, { code })).toMatchObject({ code: 1013 });
  });

  it('is spent once by sixteen at once', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    const { code } = await askReset(app, browser, owner.contact);
    // Each has its own password, because the winner's becomes the present one for the others.
    const newPasswords = Array.from({ length: 16 }, (_list, index) => `${newPassword}${index}`);
    const answers = await Promise.all(newPasswords.map((own) => reset(browser, owner.contact, { code, newPassword: own })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 1007)).toHaveLength(15);
  });

  it('allows five tries', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    const { code } = await askReset(app, browser, owner.contact);
    const wrong = otherCode(code);
    for (let tries = 0; tries < 5; tries += 1) expect(await reset(browser, owner.contact, { code: wrong })).toMatchObject({ code: 1007 });
    expect(await reset(browser, owner.contact, { code })).toMatchObject({ code: 1007 });
  });

  it.each(['contact', 'email'] as const)('works for the owner while strangers guess at their own codes (%s)', async (kind) => {
    const owner = await newOwner();
    const contact = owner[kind];
    const stranger = app.newBrowser();
    for (let round = 0; round < 2; round += 1) {
      const { code } = await askReset(app, stranger, contact);
      for (let tries = 0; tries < 5; tries += 1) await reset(stranger, contact, { code: otherCode(code) });
      app.clock.advance(minute);
    }
    expect(await reset(stranger, contact, { code: zeroCode })).toMatchObject({ code: 3004 });
    const { code } = await askReset(app, owner.browser, contact);
    expect(await reset(owner.browser, contact, { code })).toMatchObject({ code: 200 });
  });

  it('expires after ten minutes', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    const { code } = await askReset(app, browser, owner.email);
    app.clock.advance(10 * minute);
    expect(await reset(browser, owner.email, { code })).toMatchObject({ code: 1004 });
  });

  it.each([
    ['13800', someCode, newPassword, { phone: 'digits' }],
    ['12800138000', someCode, newPassword, { phone: 'regex' }],
    ['', '', '', { phone: 'required', code: 'required', newPassword: 'required' }],
    ['13800138000', '12345', newPassword, { code: 'length' }],
    ['13800138000', someCode, 'a13800138000', { newPassword: 'custom_password' }],
    ['13800138000', someCode, '密码密码密码12', { newPassword: 'zzts' }],
  ])('with %j, %j and %j breaks rules', async (phone, code, password, fields) => {
    const answer = await reset(app.newBrowser(), phone, { code, newPassword: password });
    expect(answer).toMatchObject({ status: 400, code: 400, data: { fields } });
  });

  it('needs a contact or a link', async () => {
    const answer = await app.newBrowser().post('/password/reset/reset_password/email', { newPassword });
    expect(answer).toMatchObject({ status: 400, data: { fields: { email: 'required', code: 'required' } } });
  });
});

describe('a visitor', () => {
  /** The parts of an answer that do not differ from request to request. */
  const seen = (answer: TestAnswer) => {
    const { 'x-request-id': _id, date: _date, 'set-cookie': _cookies, ...headers } = answer.headers;
    return { body: comparable(answer), headers, cookies: answer.setCookies.map((line) => line.replace(/=[^;]*/, '')) };
  };

  it.each([
    ['phone', freshPhone],
    ['email', freshEmail],
  ] as const)('learns nothing about accounts from a reset by %s', async (kind, fresh) => {
    const owner = await newOwner();
    const known = kind === 'phone' ? owner.contact : owner.email;
    const look = async (contact: string) => {
      const browser = app.newBrowser();
      const unasked = await reset(browser, contact, { code: someCode });
      const sent = await sendVisitorCode(browser, { contact, scene: 'reset' });
      const again = await sendVisitorCode(browser, { contact, scene: 'reset' });
      const guesses = [];
      for (let tries = 0; tries < 6; tries += 1) guesses.push(await reset(browser, contact, { code: zeroCode }));
      const own = await reset(browser, contact, { code: zeroCode, newPassword: 'short1' });
      return [unasked, sent, again, ...guesses, own].map(seen);
    };
    const unknown = fresh();
    expect(await look(unknown)).toEqual(await look(known));
    expect(await app.outbox(unknown)).toEqual([]);
  });

  it('learns of a missing account if the installation allows it: 1006, 1003', async () => {
    const explicit = await buildTestApp({ config: { enumeration: 'explicit' } });
    try {
      const browser = explicit.newBrowser();
      expect(await reset(browser, freshPhone(), { code: someCode })).toMatchObject({ status: 200, code: 1006 });
      expect(await reset(browser, freshEmail(), { code: someCode })).toMatchObject({ status: 200, code: 1003 });
    } finally {
      await explicit.close();
    }
  });
});

it('resets with field encryption', async () => {
  const encrypted = await buildTestApp({ encryption: true });
  try {
    const { contact } = await signUp(encrypted, { email: freshEmail() });
    const browser = encrypted.newBrowser();
    const { code } = await askReset(encrypted, browser, contact);
    expect(await reset(browser, contact, { code })).toMatchObject({ code: 200 });
  } finally {
    await encrypted.close();
  }
});

describe('a failure in the middle', () => {
  it.each(['accounts', 'sessions', 'codes', 'audit', 'outbox'])('at %s undoes the whole reset', async (table) => {
    const owner = await newOwner();
    const { token } = await askReset(app, app.newBrowser(), owner.email);
    const rows = async () =>
      JSON.stringify([
        await app.db.q().selectFrom('accounts').selectAll().where('id', '=', owner.id).execute(),
        await app.db.q().selectFrom('sessions').selectAll().where('account_id', '=', owner.id).execute(),
        await app.db.q().selectFrom('links').selectAll().where('account_id', '=', owner.id).execute(),
        await app.db.q().selectFrom('audit').select('id').where('account_id', '=', owner.id).execute(),
        await app.db.q().selectFrom('outbox').select('id').execute(),
      ]);
    const before = await rows();
    const work = async () => expect(await byLink(app.newBrowser(), token)).toMatchObject({ status: 500 });
    await whileWritesFail(app, { table, work });
    expect(await rows()).toBe(before);
    expect(await isSignedIn(owner.browser)).toBe(true);
    expect(await signIn(owner.contact, newPassword)).toMatchObject({ code: 3007 });
    expect(await byLink(app.newBrowser(), token)).toMatchObject({ code: 200 });
    expect(await signIn(owner.contact, newPassword)).toMatchObject({ code: 200 });
  });
});
