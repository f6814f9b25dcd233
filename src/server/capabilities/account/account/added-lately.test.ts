// @one-database
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { day, minute, second } from '#server/platform/clock.ts';
import { freshEmail, freshPhone, signUp, type Person } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, addEmail, askReset, visitorCode } from '#server/testing/people/proving.ts';
import { addAuthenticator, provePassword } from '#server/testing/people/two-step.ts';
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

/** Recovers the account by a code to one of its contacts, or by the mailed link, and signs in. */
async function recover(contact: string, by: 'code' | 'link' = 'code'): Promise<TestBrowser> {
  const browser = app.newBrowser();
  const { code, token } = await askReset(app, browser, contact);
  const kind = contact.includes('@') ? 'email' : 'phone';
  const proof = by === 'code' ? { [kind]: contact, code } : { token };
  expect(await browser.post(`/password/reset/reset_password/${kind}`, { ...proof, newPassword })).toMatchObject({ code: 200 });
  expect(await browser.post('/login/password', { account: contact, password: newPassword })).toMatchObject({ code: 200 });
  return browser;
}

async function prove(browser: TestBrowser, password: string): Promise<void> {
  expect(await browser.post('/account/auth', { method: 'password', password })).toMatchObject({ code: 200 });
}

async function bind({ browser, password }: Pick<Person, 'browser' | 'password'>, contact: string): Promise<void> {
  const kind = contact.includes('@') ? 'email' : 'phone';
  await prove(browser, password);
  const code = await accountCode(app, browser, { contact, scene: 'bind' });
  expect(await browser.post(`/update/${kind}`, { [kind]: contact, code })).toMatchObject({ code: 200 });
}

const bindQq = async (person: Person) =>
  app.db
    .q()
    .insertInto('social_accounts')
    .values({
      account_id: await accountIdOf(app, person.contact),
      platform: 'qq',
      name: 'Ada',
      avatar_url: '',
      bound_at: app.clock.now(),
    })
    .execute();

async function listOf(browser: TestBrowser): Promise<readonly string[]> {
  const { data } = await browser.get<AccountView>('/account/metainfo');
  return data.addedLately.map(({ type }) => type);
}

it('is empty without a recovery, even after additions', async () => {
  const person = await signUp(app);
  await bind(person, freshEmail());
  await bindQq(person);
  expect(await listOf(person.browser)).toEqual([]);
});

it('lists additions of the 45 days before a recovery, to the second, except the proving contact', async () => {
  const person = await signUp(app);
  const email = freshEmail();
  await addEmail(app, await accountIdOf(app, person.contact), email);
  app.clock.advance(second);
  const addedAt = new Date(app.clock.now()).toISOString();
  await bindQq(person);
  app.clock.advance(45 * day - second);
  const browser = await recover(person.contact);
  expect((await browser.get<AccountView>('/account/metainfo')).data.addedLately).toEqual([{ type: 'qq', addedAt }]);
  app.clock.advance(second);
  await bind({ browser, password: newPassword }, freshEmail());
  expect(await listOf(browser)).toEqual(['qq']);
});

it.each(['code', 'link'] as const)('lists the phone after a recovery by email, by %s, for 45 days', async (by) => {
  const person = await signUp(app, { email: freshEmail() });
  await bind(person, freshPhone());
  app.clock.advance(day);
  const browser = await recover(person.contact, by);
  expect(await listOf(browser)).toEqual(['phone']);
  app.clock.advance(45 * day - second);
  const again = app.newBrowser();
  await again.post('/login/password', { account: person.contact, password: newPassword });
  const last = await again.get<AccountView>('/account/metainfo');
  expect(last.data.addedLately).toMatchObject([{ type: 'phone' }]);
  app.clock.advance(second);
  const after = await again.get<AccountView>('/account/metainfo', { 'if-none-match': last.headers['etag'] });
  expect(after).toMatchObject({ status: 200, data: { addedLately: [] } });
});

it('ends for every browser when the owner keeps it, is recorded, and restarts with the next recovery', async () => {
  const person = await signUp(app);
  const email = freshEmail();
  await bind(person, email);
  await bindQq(person);
  const browser = await recover(person.contact);
  const other = app.newBrowser();
  await other.post('/login/password', { account: person.contact, password: newPassword });
  const { headers, data } = await other.get<AccountView>('/account/metainfo');
  expect(data.addedLately).toMatchObject([{ type: 'email' }, { type: 'qq' }]);
  await prove(browser, newPassword);
  expect(await browser.post('/account/added/keep', {})).toMatchObject({
    code: 200,
    data: { addedLately: [], tpls: [{ type: 'qq' }], encryptEmail: data.encryptEmail, verifiedUntil: null },
  });
  expect(await browser.post('/account/added/keep', {})).toMatchObject({ code: 200, data: { addedLately: [] } });
  expect(await other.get('/account/metainfo', { 'if-none-match': headers['etag'] })).toMatchObject({
    status: 200,
    data: { addedLately: [] },
  });
  const trail = await app.db
    .q()
    .selectFrom('audit')
    .select('detail')
    .where('account_id', '=', await accountIdOf(app, person.contact))
    .where('event', '=', 'recovery.reviewed')
    .execute();
  expect(trail).toEqual([{ detail: JSON.stringify({ kept: 'email qq' }) }]);

  const code = (await askReset(app, browser, email)).code;
  const again = { email, code, newPassword: 'meadow9-Lantern' };
  expect(await app.newBrowser().post('/account/added/keep', {})).toMatchObject({ status: 401 });
  expect(await browser.post('/password/reset/reset_password/email', again)).toMatchObject({ code: 200 });
  const third = app.newBrowser();
  await third.post('/login/password', { account: email, password: 'meadow9-Lantern' });
  expect(await listOf(third)).toEqual(['phone', 'qq']);
});

it('resists an intruder: neither a code to an added contact nor their later password or contact ends it', async () => {
  const person = await signUp(app, { email: freshEmail() });
  const [phone, other] = [freshPhone(), freshEmail()];
  app.clock.advance(second);
  await bind(person, phone);
  await recover(person.contact);
  app.clock.advance(second);
  const intruder = app.newBrowser();
  const code = await visitorCode(app, intruder, { contact: phone, scene: 'login' });
  expect(await intruder.post('/login/code', { account: phone, code })).toMatchObject({ code: 200 });
  const keep = () => intruder.post('/account/added/keep', {});
  const enough = { code: 3001, data: { methods: [{ method: 'password' }, { method: 'email' }] } };
  expect(await keep()).toMatchObject(enough);
  const proveByCode = async (action?: string) => {
    const own = await accountCode(app, intruder, { contact: phone, scene: 'verify' });
    return intruder.post('/account/auth', { method: 'phone', code: own, ...(action === undefined ? {} : { action }) });
  };
  expect(await proveByCode('keepAdded')).toMatchObject(enough);
  expect(await proveByCode()).toMatchObject({ code: 200 });
  expect(await keep()).toMatchObject(enough);

  app.clock.advance(minute);
  const again = await accountCode(app, intruder, { contact: phone });
  // With such a code they change the password and the email, which then no longer prove the former owner.
  expect(await intruder.post('/password/byphone', { code: again, newPassword: 'meadow9-Lantern' })).toMatchObject({ code: 200 });
  await prove(intruder, 'meadow9-Lantern');
  expect(await keep()).toMatchObject({ code: 3001, data: { methods: [{ method: 'email' }] } });
  await bind({ browser: intruder, password: 'meadow9-Lantern' }, other);
  await prove(intruder, 'meadow9-Lantern');
  expect(await keep()).toMatchObject({ code: 3001, data: { methods: [] } });
  expect(await listOf(intruder)).toEqual(['phone']);
});

it('lets what proved it remove an app and replace a sheet of codes that an intruder may have added', async () => {
  const person = await signUp(app, { email: freshEmail() });
  app.clock.advance(20 * day);
  await person.browser.post('/login/password', { account: person.contact, password: person.password });
  const { id } = await addAuthenticator(app, person);
  await provePassword(person, 'makeRecoveryCodes');
  expect(await person.browser.post('/recovery-codes/make', {})).toMatchObject({ code: 200 });
  app.clock.advance(day);
  const owner = { browser: await recover(person.contact), password: newPassword };
  for (const [action, path, body] of [
    ['makeRecoveryCodes', '/recovery-codes/make', {}],
    ['removeTotp', '/totp/remove', { id }],
  ] as const) {
    await provePassword(owner, action);
    expect(await owner.browser.post(path, body)).toMatchObject({ code: 200 });
  }
});

it('drops removed entries and never allows removal of the last way in', async () => {
  const person = await signUp(app);
  await bind(person, freshEmail());
  await bindQq(person);
  const browser = await recover(person.contact);
  await prove(browser, newPassword);
  expect(await browser.post('/platform/unbind', { platform: 'qq' })).toMatchObject({
    code: 200,
    data: { addedLately: [{ type: 'email' }] },
  });
  await prove(browser, newPassword);
  expect(await browser.post('/update/email', { email: '' })).toMatchObject({ code: 200, data: { addedLately: [] } });
  await prove(browser, newPassword);
  expect(await browser.post('/update/phone', { phone: '' })).toMatchObject({ code: 3006 });
});

it('sends removed contacts no link that acts, unless the owner had kept them', async () => {
  for (const [isKept, way] of [
    [false, expect.stringMatching(/\/freeze$/)],
    [true, expect.stringContaining('/notice#')],
  ] as const) {
    const person = await signUp(app);
    const email = freshEmail();
    app.clock.advance(second);
    await bind(person, email);
    const browser = await recover(person.contact);
    if (isKept) {
      await prove(browser, newPassword);
      expect(await browser.post('/account/added/keep', {})).toMatchObject({ code: 200 });
    }
    await prove(browser, newPassword);
    expect(await browser.post('/update/email', { email: '' })).toMatchObject({ code: 200 });
    // Notices of one moment leave in any order.
    const told = (await app.outbox(email)).find(({ scene }) => scene === 'emailUnbound');
    expect(told).toBeDefined();
    expect(told?.link ?? '').toEqual(way);
  }
});
