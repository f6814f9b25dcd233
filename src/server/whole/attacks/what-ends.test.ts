// @one-database
import { endsOthers, type SensitiveAction } from '#contract/acts/acts.ts';
import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import { day } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { askCopy } from '#server/testing/lives/copies.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { newDesktopClient } from '#server/testing/apps/desktop.ts';
import { bind, importOld, prepareMerge } from '#server/testing/people/legacy.ts';
import { begin, newRelyingParty, open, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { freshEmail, freshPhone, signUp, type Person } from '#server/testing/people/people.ts';
import { addPasskey, proveByPasskey, type OwnPasskey } from '#server/testing/people/passkeys.ts';
import { accountCode, accountIdOf, addEmail, askReset, takePasswordAway } from '#server/testing/people/proving.ts';
import { decideQr, finishQr, scanQr } from '#server/testing/people/qr.ts';
import { approve, simulatedSocial } from '#server/testing/people/social.ts';
import { newAppBody } from '#server/testing/apps/developers.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { addAuthenticator, provePassword, proveTwo, switchTwoStepOn } from '#server/testing/people/two-step.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';

let app: TestApp;
let simulators: Simulators;
let folder: string;
let party: TestRelyingParty;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-ends-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  // The library of the provider measures life by the real clock.
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000, social: simulatedSocial(simulators, folder) } });
  await app.listen();
  party = await newRelyingParty(app);
});

afterAll(async () => {
  await app.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

interface Owner extends Person {
  readonly accountId: string;
  /** Another signed-in browser of the account. */
  readonly other: TestBrowser;
}

/** What is left of the access that an account had before a change. */
interface Left {
  readonly others: boolean;
  readonly tokens: boolean;
  readonly consents: boolean;
}

const all: Left = { others: true, tokens: true, consents: true };
const consentsAlone: Left = { others: false, tokens: false, consents: true };

interface Row {
  readonly left: Left;
  /** Before the other session and the tokens begin. */
  readonly prepare?: (owner: Person & { readonly accountId: string }) => Promise<unknown>;
  readonly run: (owner: Owner) => Promise<unknown>;
}

const newPassword = 'Harbour9-violet';

async function ok(answer: Promise<TestAnswer>): Promise<void> {
  expect(await answer).toMatchObject({ code: 200 });
}

const prove = ({ browser, password }: Pick<Person, 'browser' | 'password'>) =>
  ok(browser.post('/account/auth', { method: 'password', password }));

async function update(owner: Person, contact: string): Promise<void> {
  const kind = contact.includes('@') ? 'email' : 'phone';
  await prove(owner);
  const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
  await ok(owner.browser.post(`/update/${kind}`, { [kind]: contact, code }));
}

async function remove(owner: Person, kind: 'phone' | 'email'): Promise<void> {
  await prove(owner);
  await ok(owner.browser.post(`/update/${kind}`, { [kind]: '' }));
}

async function bindQq(owner: Person): Promise<void> {
  await prove(owner);
  const { data } = await owner.browser.get<{ url: string }>('/platform/bind?platform=qq');
  await ok(owner.browser.post('/platform/bind', { platform: 'qq', ...(await approve(data.url, `p${randomInt(1_000_000_000)}`)) }));
}

async function liveApp(owner: Owner) {
  const made = await ownApp(owner);
  await sql`update openid_clients set state = 'live', live_at = ${app.clock.now()} where id = ${made.clientID}`.execute(app.db.q());
  return made;
}

async function makeSecret(owner: Owner, { clientID }: { readonly clientID: string }): Promise<void> {
  await prove(owner);
  await ok(owner.browser.post(`/developer/apps/${clientID}/secrets`, { oldEnds: 'now', idempotencyKey: newId() }));
}

async function allowDesktop(browser: TestBrowser, proven?: (userCode: string) => Promise<void>): Promise<void> {
  const { config } = await newDesktopClient(app);
  const scope = 'openid desktop';
  const { user_code: userCode } = await client.initiateDeviceAuthorization(config, { scope, device_number: '42' });
  await proven?.(userCode);
  await ok(browser.post('/openid/device/allow', { userCode, scopes: scope.split(' '), number: 42 }));
}

/** A new app of this person, in the Developer Center. */
async function ownApp({ browser }: Owner) {
  const { data } = await browser.get<{ agreement: string }>('/developer');
  await ok(browser.post('/developer/begin', { agreement: data.agreement }));
  const made = await browser.post<{ app: { clientID: string; version: number; name: { en_US: string } } }>('/developer/apps', newAppBody());
  return made.data.app;
}

/** Agrees to the account of a child; returns the id of the guardianship. */
async function agreeForChild(owner: Owner): Promise<string> {
  const child = await signUp(app);
  const childId = await accountIdOf(app, child.contact);
  const until = app.clock.now() + 400 * day;
  await sql`update accounts set age_band = 'child', guardian_answer = 'waiting', child_until = ${until} where id = ${childId}`.execute(
    app.db.q(),
  );
  await sql`update accounts set created_at = ${app.clock.now() - 30 * day} where id = ${owner.accountId}`.execute(app.db.q());
  const { data: made } = await child.browser.post<{ code: string }>('/guardian/invite', {});
  await prove(owner);
  const body = { invitation: made.code, relation: 'parent', version: guardianTextVersion };
  const { code, data } = await owner.browser.post<{ id: string }>('/guardian/consent', body);
  expect(code).toBe(200);
  return data.id;
}

const withEmail: Row['prepare'] = ({ accountId }) => addEmail(app, accountId, freshEmail());

const passkeys = new Map<string, OwnPasskey>();

/**
 * Every sensitive action, and what it leaves. A new action does not compile without its row. The age gate, which asks for an
 * age, is open here.
 */
const actions: Readonly<Record<Exclude<SensitiveAction, 'answerAge'>, Row>> = {
  changePhone: { left: consentsAlone, run: (owner) => update(owner, freshPhone()) },
  unbindPhone: { left: consentsAlone, prepare: withEmail, run: (owner) => remove(owner, 'phone') },
  changeEmail: { left: consentsAlone, prepare: withEmail, run: (owner) => update(owner, freshEmail()) },
  unbindEmail: { left: consentsAlone, prepare: withEmail, run: (owner) => remove(owner, 'email') },
  bindPhone: {
    left: all,
    prepare: async ({ accountId }) => {
      await addEmail(app, accountId, freshEmail());
      await app.db.q().deleteFrom('identifiers').where('account_id', '=', accountId).where('kind', '=', 'phone').execute();
    },
    run: (owner) => update(owner, freshPhone()),
  },
  bindEmail: { left: all, run: (owner) => update(owner, freshEmail()) },
  setPassword: {
    left: all,
    run: async ({ browser, accountId, contact }) => {
      await takePasswordAway(app, accountId);
      const code = await accountCode(app, browser, { contact });
      await ok(browser.post('/account/auth', { method: 'phone', code }));
      await ok(browser.post('/password/set', { newPassword }));
    },
  },
  changePassword: {
    left: consentsAlone,
    run: ({ browser, password }) => ok(browser.post('/password/update', { oldPassword: password, newPassword })),
  },
  changeRegion: {
    left: all,
    run: async (owner) => {
      await prove(owner);
      await ok(owner.browser.post('/update/region', { region: 'DE' }));
    },
  },
  deleteAccount: { left: consentsAlone, run: ({ browser }) => ok(askDeletion(browser)) },
  bindSocial: { left: all, run: bindQq },
  unbindSocial: {
    left: consentsAlone,
    prepare: bindQq,
    run: async (owner) => {
      await prove(owner);
      await ok(owner.browser.post('/platform/unbind', { platform: 'qq' }));
    },
  },
  addPasskey: {
    left: all,
    run: async (owner) => {
      await addPasskey(owner);
    },
  },
  removePasskey: {
    left: consentsAlone,
    prepare: async (owner) => {
      passkeys.set(owner.accountId, await addPasskey(owner));
    },
    run: async (owner) => {
      const passkey = passkeys.get(owner.accountId) ?? (await addPasskey(owner));
      const { id: target } = passkey;
      await ok(proveByPasskey(owner, passkey, { action: 'removePasskey', target }));
      await ok(owner.browser.post('/passkey/remove', { id: target }));
    },
  },
  allowQr: {
    left: all,
    run: async (owner) => {
      const computer = app.newBrowser({ clientIp: owner.browser.clientIp });
      const scanned = await scanQr(app, { computer, phone: owner });
      await ok(decideQr(owner, scanned));
      await ok(finishQr(computer, scanned));
    },
  },
  allowFarQr: {
    left: all,
    run: async (owner) => {
      const scanned = await scanQr(app, { computer: app.newBrowser(), phone: owner });
      const proof = { method: 'password', password: owner.password, action: 'allowFarQr', target: scanned.code };
      await ok(owner.browser.post('/account/auth', proof));
      await ok(decideQr(owner, scanned));
    },
  },
  allowDevice: {
    left: all,
    run: async ({ contact, password }) => {
      const near = app.newBrowser({ clientIp: '127.0.0.1' });
      await ok(near.post('/login/password', { account: contact, password }));
      await allowDesktop(near);
    },
  },
  allowFarDevice: {
    left: all,
    run: async ({ browser, password }) => {
      await allowDesktop(browser, (target) =>
        ok(browser.post('/account/auth', { method: 'password', password, action: 'allowFarDevice', target })),
      );
    },
  },
  allowOffline: {
    left: all,
    run: async ({ browser }) => {
      await signInTo(app, browser, { party, params: { scope: 'openid email offline_access', prompt: 'consent' } });
    },
  },
  removePassword: {
    left: consentsAlone,
    prepare: async (owner) => {
      passkeys.set(owner.accountId, await addPasskey(owner));
    },
    run: async (owner) => {
      const passkey = passkeys.get(owner.accountId) ?? (await addPasskey(owner));
      await ok(proveByPasskey(owner, passkey, { action: 'removePassword' }));
      await ok(owner.browser.post('/password/remove', {}));
    },
  },
  // Apps in browsers end with their sessions, but those with offline access are in the list of apps.
  endOthers: {
    left: { ...all, others: false },
    run: async (owner) => {
      await prove(owner);
      await ok(owner.browser.post('/device/unBindOthers', {}));
    },
  },
  mergeAccounts: {
    left: consentsAlone,
    run: async ({ browser, contact }) => {
      const old = await importOld(app);
      const prepared = await prepareMerge(app, browser, { old, target: contact });
      const { data } = await bind(browser, { step: 'preview', ...prepared });
      const choices = Object.fromEntries((data.preview?.conflicts ?? []).map(({ field }) => [field, 'target']));
      await ok(bind(browser, { step: 'merge', ...prepared, choices }));
    },
  },
  keepAdded: {
    left: all,
    run: async (owner) => {
      await prove(owner);
      await owner.browser.post('/account/added/keep', {});
    },
  },
  addTotp: { left: all, run: (owner) => addAuthenticator(app, owner) },
  removeTotp: {
    left: consentsAlone,
    prepare: (owner) => addAuthenticator(app, owner),
    run: async (owner) => {
      const { data } = await owner.browser.get<{ totp: readonly { readonly id: string }[] }>('/two-step');
      await provePassword(owner);
      await ok(owner.browser.post('/totp/remove', { id: data.totp[0]?.id }));
    },
  },
  makeRecoveryCodes: {
    left: all,
    run: async (owner) => {
      await provePassword(owner);
      await ok(owner.browser.post('/recovery-codes/make', {}));
    },
  },
  enableTwoStep: { left: consentsAlone, run: (owner) => switchTwoStepOn(app, owner) },
  disableTwoStep: {
    left: consentsAlone,
    run: async (owner) => {
      const { authenticator } = await switchTwoStepOn(app, owner);
      await proveTwo({ ...owner, authenticator });
      await ok(owner.browser.post('/two-step/disable', {}));
    },
  },
  changeTwoStep: {
    left: all,
    run: async (owner) => {
      await provePassword(owner);
      await ok(owner.browser.post('/two-step/update', { sms: true }));
    },
  },
  testAppSecret: { left: all, prepare: withEmail, run: async (owner) => makeSecret(owner, await ownApp(owner)) },
  appSecret: { left: all, prepare: withEmail, run: async (owner) => makeSecret(owner, await liveApp(owner)) },
  appAddresses: {
    left: all,
    prepare: withEmail,
    run: async (owner) => {
      const { clientID, version } = await liveApp(owner);
      await prove(owner);
      const body = { version, redirectUris: ['https://ends.example.com/new'] };
      await ok(owner.browser.put(`/developer/apps/${clientID}`, body));
    },
  },
  appTransfer: {
    left: all,
    prepare: withEmail,
    run: async (owner) => {
      const { clientID } = await ownApp(owner);
      await prove(owner);
      await ok(owner.browser.post(`/developer/apps/${clientID}/transfer`, { to: freshEmail() }));
    },
  },
  requestExport: {
    left: all,
    run: async (owner) => {
      await provePassword(owner);
      await ok(owner.browser.post('/account/exports', {}));
    },
  },
  consentForChild: {
    left: all,
    run: async (owner) => {
      await agreeForChild(owner);
    },
  },
  withdrawForChild: {
    left: all,
    run: async (owner) => {
      const id = await agreeForChild(owner);
      await prove(owner);
      await ok(owner.browser.post('/guardian/children/withdraw', { id }));
    },
  },
  inviteSecondGuardian: {
    left: all,
    run: async (owner) => {
      const child = await agreeForChild(owner);
      await prove(owner);
      await ok(owner.browser.post('/guardian/invite', { child }));
    },
  },
  exportForChild: {
    left: all,
    run: async (owner) => {
      const id = await agreeForChild(owner);
      await prove(owner);
      await ok(owner.browser.post('/guardian/children/export', { id }));
    },
  },
  changeNotices: {
    left: all,
    run: async (owner) => {
      await prove(owner);
      const groups = { ...usualChoice, apps: { mail: true, sms: true } };
      await ok(owner.browser.post('/account/notices', { groups, etag: '' }));
    },
  },
  eraseSettings: {
    left: all,
    run: async (owner) => {
      await prove(owner);
      await ok(owner.browser.post('/account/settings/erase', {}));
    },
  },
  downloadExport: {
    left: all,
    run: async (owner) => {
      const id = await askCopy(app, owner);
      await provePassword(owner);
      await ok(owner.browser.post('/account/exports/open', { id }));
    },
  },
  appDelete: {
    left: all,
    prepare: withEmail,
    run: async (owner) => {
      const { clientID, name } = await liveApp(owner);
      await prove(owner);
      await ok(owner.browser.delete(`/developer/apps/${clientID}`, { name: name.en_US }));
    },
  },
};

/** Changes that need no proof of the session. */
const others: Readonly<Record<string, Row>> = {
  'an activated first email': {
    left: all,
    run: async (owner) => {
      const email = freshEmail();
      await prove(owner);
      await accountCode(app, owner.browser, { contact: email, scene: 'bind' });
      const link = (await app.outbox(email))[0]?.link ?? '';
      await ok(app.newBrowser().post('/update/activate', { token: new URL(link).searchParams.get('token') }));
    },
  },
  'a recovery': {
    left: consentsAlone,
    run: async ({ contact }) => {
      const browser = app.newBrowser();
      const { code } = await askReset(app, browser, contact);
      await ok(browser.post('/password/reset/reset_password/phone', { phone: contact, code, newPassword }));
    },
  },
};

async function newOwner({ prepare }: Row): Promise<{ readonly owner: Owner; readonly refreshToken: string }> {
  const person = await signUp(app);
  const accountId = await accountIdOf(app, person.contact);
  await prepare?.({ ...person, accountId });
  const other = app.newBrowser();
  const [{ value: name }] = (await app.db
    .q()
    .selectFrom('identifiers')
    .select('value')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['phone', 'email'])
    .execute()) as [{ value: string }];
  await ok(other.post('/login/password', { account: name, password: person.password }));
  const tokens = await signInTo(app, person.browser, { party, params: { scope: 'openid profile offline_access', prompt: 'consent' } });
  return { owner: { ...person, accountId, other }, refreshToken: tokens.refresh_token ?? '' };
}

async function leftOf({ other, accountId }: Owner, refreshToken: string): Promise<Left> {
  const refreshed = await client.refreshTokenGrant(party.config, refreshToken).then(
    () => true,
    () => false,
  );
  const ofParty = app.db.q().selectFrom('openid_consents').select('client_id').where('client_id', '=', party.clientId);
  const consents = await ofParty.where('account_id', '=', accountId).execute();
  return { others: (await other.get('/account/metainfo')).code === 200, tokens: refreshed, consents: consents.length === 1 };
}

describe('other sessions, tokens and consents', () => {
  it.each([...Object.entries(actions), ...Object.entries(others)])('after %s', async (_name, row) => {
    const { owner, refreshToken } = await newOwner(row);
    await row.run(owner);
    expect(await leftOf(owner, refreshToken)).toEqual(row.left);
  });

  it.each(Object.entries(actions))('end with %s as its dialog says', (action, { left }) => {
    expect(endsOthers(action as SensitiveAction)).toBe(!left.others);
  });

  it('let a person continue to an app without another consent after a change of password', async () => {
    const { owner } = await newOwner(actions.changePassword);
    await actions.changePassword.run(owner);
    expect((await owner.browser.get<readonly unknown[]>('/oauthclient/list')).data).toHaveLength(1);
    const { url } = await open(app, owner.browser, (await begin(party)).url);
    expect(url.searchParams.has('code')).toBe(true);
  });
});
