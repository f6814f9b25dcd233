// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode, someCode } from '#contract/fixtures/codes.ts';
import { accountCode, takePasswordAway } from '#server/testing/people/proving.ts';
import { whileWritesFail } from '#server/testing/costs/failing-writes.ts';
import { signUpOwner, type Owner } from '#server/testing/people/owner.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { minute } from '#server/platform/clock.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

const newPassword = 'Harbour9-violet';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(async () => {
  await app.close();
});

const newOwner = () => signUpOwner(app);

async function signIn(account: string, password: string): Promise<{ readonly browser: TestBrowser; readonly answer: TestAnswer }> {
  const browser = app.newBrowser();
  return { browser, answer: await browser.post('/login/password', { account, password }) };
}

const isSignedIn = async (browser: TestBrowser) => (await browser.get('/account/metainfo')).code === 200;

function change({ browser, password }: Person, changes: Record<string, unknown> = {}): Promise<TestAnswer> {
  return browser.post('/password/update', { oldPassword: password, newPassword, ...changes });
}

function byCode({ browser }: Person, way: 'byphone' | 'byemail', code: string, changes: Record<string, unknown> = {}): Promise<TestAnswer> {
  return browser.post(`/password/${way}`, { code, newPassword, ...changes });
}

async function auditOf(accountId: string): Promise<readonly string[]> {
  const rows = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', accountId).execute();
  return rows.map(({ event }) => event);
}

/** Three ways to a new password for a signed-in person, each with all that it needs. */
const ways: Readonly<Record<string, (owner: Owner, changes?: Record<string, unknown>) => Promise<TestAnswer>>> = {
  'with the old one': (owner, changes) => change(owner, changes),
  'by phone': async (owner, changes) =>
    byCode(owner, 'byphone', await accountCode(app, owner.browser, { contact: owner.contact }), changes),
  'by email': async (owner, changes) => byCode(owner, 'byemail', await accountCode(app, owner.browser, { contact: owner.email }), changes),
};

describe.each(Object.entries(ways))('a new password %s', (_way, replace) => {
  it('signs in afterwards, and the old one does not', async () => {
    const owner = await newOwner();
    expect(await replace(owner)).toMatchObject({ status: 200, code: 200, data: {} });
    expect((await signIn(owner.contact, owner.password)).answer).toMatchObject({ code: 3007 });
    expect((await signIn(owner.contact, newPassword)).answer).toMatchObject({ code: 200 });
    expect(await auditOf(owner.id)).toContain('password.changed');
  });

  it('ends all other sessions at once; the own session continues under a new id', async () => {
    const owner = await newOwner();
    const { browser: other } = await signIn(owner.contact, owner.password);
    const before = new Map(owner.browser.cookies);
    expect(await replace(owner)).toMatchObject({ code: 200 });
    expect(await other.get('/account/metainfo')).toMatchObject({ status: 401, code: 401 });
    expect(await isSignedIn(owner.browser)).toBe(true);
    expect(await owner.browser.post('/update/showqrcode', { showQrcode: false })).toMatchObject({ code: 200 });
    const thief = app.newBrowser();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it('is reported to every phone and email of the account, with time, origin and advice', async () => {
    const owner = await newOwner();
    await replace(owner);
    const network = owner.browser.clientIp.replace(/\.\d+\.\d+$/, '.*.*');
    const [sms] = await app.outbox(owner.contact);
    const [mail] = await app.outbox(owner.email);
    expect(sms).toMatchObject({ channel: 'sms', scene: 'passwordChanged', code: null });
    expect(mail).toMatchObject({
      channel: 'email',
      scene: 'passwordChanged',
      subject: expect.stringContaining('密码已修改'),
      link: expect.stringContaining(`${app.config.publicUrl}/notice#`),
    });
    expect(mail?.text).toContain('1月15日 16:00');
    expect(mail?.text).toContain(network);
    for (const message of [sms, mail]) {
      expect(message?.text).toMatch(/\/n(?:otice)?#(?:w\.)?[\w-]{22}/);
      expect(message?.text).not.toContain(owner.browser.clientIp);
      expect(message?.text).not.toMatch(/\{\w+\}/);
    }
  });

  it.each([
    ['', 'required'],
    ['short1', 'min'],
    [`a1${'b'.repeat(63)}`, 'max'],
    ['violet7-Härbour', 'zzts'],
    ['violet-Harbour', 'num_str'],
    ['12345678901', 'num_str'],
    ['password123', 'common_password'],
    ['CedarID2024', 'custom_password'],
  ])('cannot be %j: %s', async (weak, rule) => {
    expect(await replace(await newOwner(), { newPassword: weak })).toMatchObject({
      status: 400,
      code: 400,
      data: { fields: { newPassword: rule } },
    });
  });

  it('cannot contain the names of the account, nor equal the present one', async () => {
    const owner = await newOwner();
    for (const weak of [`a${owner.contact}`, `${owner.email}1`, `${owner.email.split('@')[0]}x1`, `${owner.account.nickname}1`]) {
      expect(await change(owner, { newPassword: weak })).toMatchObject({ code: 400, data: { fields: { newPassword: 'custom_password' } } });
    }
    const same = { newPassword: owner.password };
    expect(await replace(owner, same)).toMatchObject({ code: 400, data: { fields: { newPassword: 'custom_password' } } });
  });
});

describe('the password in a session', () => {
  it('is confirmed when it is right', async () => {
    const owner = await newOwner();
    expect(await owner.browser.post('/password/valid', { password: owner.password })).toMatchObject({ code: 200, data: true });
    expect(await owner.browser.post('/password/valid', { password: '' })).toMatchObject({
      code: 400,
      data: { fields: { password: 'required' } },
    });
  });

  it('travels encrypted if the installation requires it', async () => {
    const encrypted = await buildTestApp({ encryption: true });
    try {
      const person = await signUp(encrypted);
      expect(await person.browser.post('/password/valid', { password: person.password })).toMatchObject({ code: 200, data: true });
      expect(await change(person)).toMatchObject({ code: 200 });
    } finally {
      await encrypted.close();
    }
  });

  it('ends only this session after five wrong tries: 4010', async () => {
    const owner = await newOwner();
    const { browser: other } = await signIn(owner.contact, owner.password);
    for (let tries = 1; tries < 5; tries += 1) {
      expect(await change(owner, { oldPassword: 'wrong-1-wrong' })).toMatchObject({ status: 200, code: 1012 });
    }
    expect(await change(owner, { oldPassword: 'wrong-1-wrong' })).toMatchObject({ status: 200, code: 4010 });
    expect(await change(owner)).toMatchObject({ status: 401 });
    expect(await isSignedIn(other)).toBe(true);
    expect((await signIn(owner.contact, owner.password)).answer).toMatchObject({ code: 200 });
  });

  it('is replaced once by sixteen changes at once', async () => {
    const owner = await newOwner();
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => change(owner, { newPassword: `${newPassword}${index}` })));
    const winners = answers.flatMap(({ code }, index) => (code === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await signIn(owner.contact, `${newPassword}${winners[0]}`)).answer).toMatchObject({ code: 200 });
  });

  it('spends no code when the new one breaks a rule', async () => {
    const owner = await newOwner();
    const { browser: other } = await signIn(owner.contact, owner.password);
    const code = await accountCode(app, owner.browser, { contact: owner.contact });
    expect(await byCode(owner, 'byphone', code, { newPassword: 'password123' })).toMatchObject({ code: 400 });
    expect(await isSignedIn(other)).toBe(true);
    expect(await byCode(owner, 'byphone', code)).toMatchObject({ code: 200 });
    expect(await byCode(owner, 'byphone', code, { newPassword: `${newPassword}2` })).toMatchObject({ code: 1007 });
  });
});

describe('a code for a new password', () => {
  it.each([
    ['byphone', 1013, 1007],
    ['byemail', 1014, 1004],
  ] as const)('%s is refused when it was not requested or is wrong', async (way, notAsked, wrong) => {
    const owner = await newOwner();
    expect(await byCode(owner, way, someCode)).toMatchObject({ status: 200, code: notAsked });
    const code = await accountCode(app, owner.browser, { contact: way === 'byphone' ? owner.contact : owner.email });
    expect(await byCode(owner, way, otherCode(code))).toMatchObject({ code: wrong });
    expect(await byCode(owner, way, '12345')).toMatchObject({ code: 400, data: { fields: { code: 'length' } } });
  });

  it('needs a phone or an email: 1006, 1003', async () => {
    expect(await byCode(await signUp(app, { email: freshEmail() }), 'byphone', someCode)).toMatchObject({ status: 200, code: 1006 });
    expect(await byCode(await signUp(app), 'byemail', someCode)).toMatchObject({ status: 200, code: 1003 });
  });
});

async function newOwnerWithout(): Promise<Owner> {
  const owner = await newOwner();
  await takePasswordAway(app, owner.id);
  return owner;
}

const set = ({ browser }: Person, password = newPassword) => browser.post('/password/set', { newPassword: password });

async function prove({ browser, contact }: Person): Promise<void> {
  const code = await accountCode(app, browser, { contact });
  expect(await browser.post('/account/auth', { method: 'phone', code, action: 'setPassword' })).toMatchObject({ code: 200 });
}

describe('the first password', () => {
  it('needs a proof, which it spends', async () => {
    const owner = await newOwnerWithout();
    const { browser: other } = { browser: app.newBrowser() };
    expect(await set(owner)).toMatchObject({
      status: 200,
      code: 3001,
      data: { methods: [{ method: 'phone' }, { method: 'email' }] },
    });
    await prove(owner);
    expect(await set(owner)).toMatchObject({ status: 200, code: 200, data: {} });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { password_empty: false, verifiedUntil: null } });
    expect(await other.post('/login/password', { account: owner.contact, password: newPassword })).toMatchObject({ code: 200 });
    expect((await app.outbox(owner.email))[0]).toMatchObject({ scene: 'passwordSet' });
    expect(await auditOf(owner.id)).toContain('password.set');
  });

  it('is refused for an account that has one: 403', async () => {
    const owner = await newOwner();
    await prove(owner);
    expect(await set(owner)).toMatchObject({ status: 403, code: 403 });
    expect(await isSignedIn(owner.browser)).toBe(true);
  });

  it('is checked before the proof, and a weak one spends nothing', async () => {
    const owner = await newOwnerWithout();
    const weak = { status: 400, data: { fields: { newPassword: 'common_password' } } };
    expect(await set(owner, 'password123')).toMatchObject(weak);
    await prove(owner);
    expect(await set(owner, 'password123')).toMatchObject(weak);
    expect(await set(owner)).toMatchObject({ code: 200 });
  });

  it('is set by one of two sessions at once', async () => {
    const owner = await newOwner();
    const { browser } = await signIn(owner.contact, owner.password);
    await takePasswordAway(app, owner.id);
    await prove(owner);
    app.clock.advance(minute);
    await prove({ ...owner, browser });
    const answers = await Promise.all([set(owner), set({ ...owner, browser })]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });

  it('is set once by sixteen requests with one proof', async () => {
    const owner = await newOwnerWithout();
    await prove(owner);
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => set(owner, `${newPassword}${index}`)));
    const winners = answers.flatMap(({ code }, index) => (code === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await signIn(owner.contact, `${newPassword}${winners[0]}`)).answer).toMatchObject({ code: 200 });
  });

  it('is not set with a proof for another action', async () => {
    const owner = await newOwnerWithout();
    const code = await accountCode(app, owner.browser, { contact: owner.contact });
    await owner.browser.post('/account/auth', { method: 'phone', code, action: 'bindPhone' });
    expect(await set(owner)).toMatchObject({ code: 3001 });
  });
});

describe('a failure in the middle', () => {
  const tables = ['accounts', 'sessions', 'audit', 'outbox'];

  /** All data of an account that a change of the password touches. */
  async function dump(accountId: string): Promise<string> {
    const own = ['sessions', 'proofs', 'known_browsers'] as const;
    const rows = await Promise.all([
      app.db.q().selectFrom('accounts').selectAll().where('id', '=', accountId).execute(),
      ...own.map((table) => app.db.q().selectFrom(table).selectAll().where('account_id', '=', accountId).execute()),
      app.db.q().selectFrom('audit').select('id').where('account_id', '=', accountId).execute(),
      app.db.q().selectFrom('outbox').select('id').execute(),
    ]);
    return JSON.stringify(rows);
  }

  it.each(tables)('at %s leaves the password, every session and the code of a change unchanged', async (table) => {
    const owner = await newOwner();
    const { browser: other } = await signIn(owner.contact, owner.password);
    const code = await accountCode(app, owner.browser, { contact: owner.contact });
    const before = await dump(owner.id);
    const work = async () => expect(await byCode(owner, 'byphone', code)).toMatchObject({ status: 500 });
    await whileWritesFail(app, { table, work });
    expect(await dump(owner.id)).toBe(before);
    for (const browser of [owner.browser, other]) expect(await isSignedIn(browser)).toBe(true);
    expect((await signIn(owner.contact, newPassword)).answer).toMatchObject({ code: 3007 });
    expect(await byCode(owner, 'byphone', code)).toMatchObject({ code: 200 });
  });

  it.each(['proofs', ...tables])('at %s leaves an account without a password and its proof unchanged', async (table) => {
    const owner = await newOwnerWithout();
    await prove(owner);
    const before = await dump(owner.id);
    await whileWritesFail(app, { table, work: async () => expect(await set(owner)).toMatchObject({ status: 500 }) });
    expect(await dump(owner.id)).toBe(before);
    expect(await set(owner)).toMatchObject({ code: 200 });
  });
});
