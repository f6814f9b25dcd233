// @one-database
/**
 * Every call with which a visitor may begin a session, against an account with two-step verification: one family opens
 * it nowhere, whatever else the visitor does.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, Endpoints } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { askDeletion, mailedWithdrawal, withdrawWith } from '#server/testing/people/deletion.ts';
import { bind, importOld, prepareMerge } from '#server/testing/people/legacy.ts';
import { freshEmail, goodPassword, registrationBody, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, addEmail, askReset } from '#server/testing/people/proving.ts';
import { minute } from '#server/platform/clock.ts';
import { decideQr, finishQr, scanQr } from '#server/testing/people/qr.ts';
import type { SessionBeginning } from '#server/testing/people/session-beginning.ts';
import { approve, simulatedSocial, visitPlatform } from '#server/testing/people/social.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { beginRecovery } from '#server/testing/people/recovering.ts';
import { provePassword, switchTwoStepOn, type TestTwoStep } from '#server/testing/people/two-step.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';

let app: TestApp;
let simulators: Simulators;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-protected-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  app = await buildTestApp({ config: { rateFactor: 1000, social: simulatedSocial(simulators, folder) } });
});

afterAll(async () => {
  await app.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

interface Owner extends Person, TestTwoStep {
  readonly email: string;
  /** At the platform. */
  readonly qq: string;
}

/** With password, phone, email, social account, app and recovery codes. */
async function newOwner(): Promise<Owner> {
  const person = await signUp(app);
  const email = freshEmail();
  await addEmail(app, await accountIdOf(app, person.contact), email);
  const qq = `p${randomInt(1_000_000_000)}`;
  await provePassword(person);
  const begun = await person.browser.get<{ url: string }>('/platform/bind?platform=qq');
  expect(await person.browser.post('/platform/bind', { platform: 'qq', ...(await approve(begun.data.url, qq)) })).toMatchObject({
    code: 200,
  });
  return { ...person, email, qq, ...(await switchTwoStepOn(app, person)) };
}

/** Everything that a thief of one family does in their own browser. */
type Attack = (owner: Owner, thief: TestBrowser) => Promise<readonly TestAnswer[]>;

const byCode = async (thief: TestBrowser, contact: string) =>
  thief.post('/login/code', { account: contact, code: await signInCode(app, thief, contact) });

const byPlatform =
  (path: string): Attack =>
  async ({ qq }, thief) => [await thief.post(path, { ...(await visitPlatform(thief, { platform: 'qq', person: qq })) })];

/** Continues from the first step with the family that it showed. */
const again: Attack = async (owner, thief) => {
  const attempts: readonly (readonly [method: string, first: () => Promise<TestAnswer>])[] = [
    ['phone', () => byCode(thief, owner.contact)],
    ['email', () => byCode(thief, owner.email)],
  ];
  const answers: TestAnswer[] = [];
  for (const [method, first] of attempts) {
    const { ticket } = (await first()).data as { readonly ticket: string };
    const code = await signInCode(app, thief, method === 'phone' ? owner.contact : owner.email);
    answers.push(await thief.post('/login/second', { ticket, method, code }));
    // A family that the owner does not allow as a second step.
    const other = method === 'phone' ? 'email' : 'phone';
    answers.push(await thief.post('/login/second', { ticket, method: other }));
  }
  return answers;
};

/** The withdrawal of a deletion, with each thing that opens its page. */
const byWithdrawal: Attack = async (owner, thief) => {
  await provePassword(owner, 'deleteAccount');
  const proof = { method: 'phone', code: await accountCode(app, owner.browser, { contact: owner.contact }), action: 'deleteAccount' };
  expect(await owner.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
  expect(await askDeletion(owner.browser)).toMatchObject({ code: 200 });
  const answers: TestAnswer[] = [await thief.post('/login/password', { account: owner.contact, password: owner.password })];
  const { code } = await askReset(app, thief, owner.contact);
  const reset = await thief.post<{ withdrawTicket: string }>('/password/reset/reset_password/phone', {
    phone: owner.contact,
    code,
    newPassword: 'Harbour9-violet',
  });
  expect(reset).toMatchObject({ code: 3002 });
  // One way keeps the account, and opens nothing.
  const withdrawn = await withdrawWith(thief, reset.data.withdrawTicket);
  expect(withdrawn).toMatchObject({ code: 200 });
  // Nor does the sign-in that continues then.
  answers.push(await thief.post('/login/second', { ticket: withdrawn.data.ticket }));
  answers.push(withdrawn, await thief.post('/login/password', { account: owner.contact, password: owner.password }));
  const mailed = await mailedWithdrawal(app, owner.email);
  if (mailed) answers.push(await withdrawWith(thief, mailed.ticket));
  return answers;
};

/** Every call that may begin a session: a new one does not compile without its attack. */
const attacks: Readonly<Record<SessionBeginning, Attack>> = {
  signInByPassword: async ({ contact, password }, thief) => [await thief.post('/login/password', { account: contact, password })],
  signInByCode: async ({ contact, email }, thief) => [await byCode(thief, contact), await byCode(thief, email)],
  signInSecondStep: async (owner, thief) => [...(await again(owner, thief)), ...(await byWithdrawal(owner, thief))],
  // An assertion for nothing: passkeys of the account are tried with its own tests.
  signInByPasskey: async (_owner, thief) => [await thief.post('/login/passkey', { credential: {} })],
  finishQr: async (owner, thief) => {
    // A phone that was left signed in a while ago, with its password.
    app.clock.advance(11 * minute);
    const computer = app.newBrowser({ clientIp: thief.clientIp });
    const answers: TestAnswer[] = [];
    for (const proves of [false, true]) {
      const scanned = await scanQr(app, { computer, phone: owner });
      const proof = { method: 'password', password: owner.password, action: 'allowQr', target: scanned.code };
      if (proves) expect(await owner.browser.post('/account/auth', proof)).toMatchObject({ code: 3001 });
      answers.push(await decideQr(owner, scanned), await finishQr(computer, scanned));
    }
    return answers;
  },
  signInByPlatform: byPlatform('/oauth2/platform/user/login'),
  bindByPlatform: byPlatform('/oauth2/platform/user/bind'),
  registerByPlatform: async ({ contact }, thief) => {
    const back = await visitPlatform(thief, { platform: 'qq', person: `p${randomInt(1_000_000_000)}` });
    const { data } = await thief.post<{ platform_key: string }>('/oauth2/platform/user/login', { ...back });
    const code = await signInCode(app, thief, contact);
    const body = { platform_key: data.platform_key, phone: contact, code, region: 'CN', agreements: currentAgreements };
    return [await thief.post('/oauth2/platform/regist_phone', body)];
  },
  registerByPhone: async ({ contact }, thief) => [await register(thief, { phone: contact })],
  registerByEmail: async ({ email }, thief) => [await register(thief, { email })],
  bindLegacyAccount: async ({ contact }, thief) => {
    const old = await importOld(app);
    const prepared = await prepareMerge(app, thief, { old, target: contact });
    const choices = { phone: 'target', email: 'target', username: 'target', nickname: 'target' };
    const merged = await bind(thief, { step: 'merge', ...prepared, choices });
    // Nor does it bring its contacts, which would be a second family.
    expect(merged).toMatchObject({ code: 1022 });
    return [merged];
  },
  finishRecovery: async ({ contact, email }, thief) => {
    const answers: TestAnswer[] = [];
    for (const one of [contact, email]) {
      const { ticket } = await beginRecovery(app, one, thief);
      answers.push(await thief.post('/recovery/finish', { ticket, newPassword: 'thieves-9-Harbour', keep: [] }));
    }
    return answers;
  },
};

async function register(thief: TestBrowser, contact: { readonly phone: string } | { readonly email: string }): Promise<TestAnswer> {
  const own = 'phone' in contact ? { phone: `13${randomInt(1e8, 1e9)}` } : { email: freshEmail() };
  const body = await registrationBody(app, thief, own);
  return thief.post('phone' in contact ? '/register/phone' : '/register/email', { ...body, ...contact });
}

describe('an account with two-step verification', () => {
  it('is tried with every call that may begin a session', () => {
    const rows = Object.values<Endpoints>(allEndpoints).flatMap((group) => Object.entries<Endpoint>(group));
    const beginning = rows.flatMap(([name, row]) => (row.beginsSession === true ? [name] : []));
    expect(Object.keys(attacks).toSorted()).toEqual(beginning.toSorted());
  });

  it.each(Object.entries(attacks))('is not opened by one family: %s', async (_name, attack) => {
    const owner = await newOwner();
    const thief = app.newBrowser();
    await thief.prepare();
    const answers = await attack(owner, thief);
    expect(answers.length).toBeGreaterThan(0);
    for (const { data } of answers) expect(data).not.toMatchObject({ account: { id: owner.account.id } });
    const seen = await thief.get<{ id?: string }>('/account/metainfo');
    expect(seen.data).not.toMatchObject({ id: owner.account.id });
    const sessions = await app.db
      .q()
      .selectFrom('sessions')
      .select('client_ip')
      .where('account_id', '=', await accountIdOf(app, owner.contact))
      .where('client_ip', '=', thief.clientIp)
      .execute();
    expect(sessions).toEqual([]);
  });

  it.each(['phone', 'email'] as const)('is not recovered by only a code to its %s', async (kind) => {
    const owner = await newOwner();
    const thief = app.newBrowser();
    const contact = kind === 'phone' ? owner.contact : owner.email;
    const { code } = await askReset(app, thief, contact);
    const newPassword = 'Harbour9-violet';
    const body = { [kind]: contact, code, newPassword };
    const answer = await thief.post<{ ticket: string }>(`/password/reset/reset_password/${kind}`, body);
    expect(answer).toMatchObject({ code: 3011, data: { because: 'protected', methods: expect.any(Array) } });
    // The ticket of a recovery finishes no sign-in.
    const second = { ticket: answer.data.ticket, method: 'recovery', code: owner.codes[0] };
    expect(await thief.post('/login/second', second)).toMatchObject({ code: 1022 });
    expect(await thief.post('/login/password', { account: contact, password: newPassword })).toMatchObject({ code: 3007 });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it('is not recovered by only a mailed link', async () => {
    const owner = await newOwner();
    const thief = app.newBrowser();
    const { token } = await askReset(app, thief, owner.email);
    await thief.prepare();
    const body = { token, newPassword: 'Harbour9-violet' };
    expect(await thief.post('/password/reset/reset_password/email', body)).toMatchObject({ code: 3011, data: { because: 'protected' } });
    expect(await thief.post('/login/password', { account: owner.contact, password: goodPassword })).toMatchObject({ code: 3011 });
  });

  it('is opened by two families, and the session says which', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    const { data } = await browser.post<{ ticket: string }>('/login/password', { account: owner.contact, password: owner.password });
    const second = { ticket: data.ticket, method: 'totp', code: owner.authenticator.next() };
    expect(await browser.post('/login/second', second)).toMatchObject({ code: 200 });
    const [session] = await app.db.q().selectFrom('sessions').selectAll().where('client_ip', '=', browser.clientIp).execute();
    expect(session).toMatchObject({ acr: '2', amr: 'pwd otp mfa', auth_at: app.clock.now() });
    expect(session?.ways).toMatch(/^password:\d+ totp:[\w-]{22}$/);
  });
});
