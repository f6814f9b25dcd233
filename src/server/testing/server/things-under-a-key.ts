import * as client from 'openid-client';
import { expect } from 'vitest';
import { reserveIdentifier } from '#server/core/account/identifiers/reserved-identifiers.repository.ts';
import { restName } from '#server/core/account/identifiers/resting-names.repository.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { findLiveGrant } from '#server/capabilities/account/social-accounts/grants.repository.ts';
import { keepGrant } from '#server/capabilities/account/social-accounts/keep-grant.ts';
import { findPending, issuePending } from '#server/capabilities/account/social-accounts/pending-identity.ts';
import { findMessageCopy, keepMessageCopy } from '#server/core/protection/messages/message-copies.repository.ts';
import { findException, insertException } from '#server/core/operations/desk/desk-exceptions.repository.ts';
import { insertDeskNote, listDeskNotes } from '#server/core/operations/desk/desk-notes.repository.ts';
import { createSignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { day, hour, second } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { OwnAppView } from '#contract/apps/developer/developer.schemas.ts';
import { askCopy, download, openCopy, takeCopy, unzipped } from '#server/testing/lives/copies.ts';
import { createOwnApp, must, newDeveloper } from '#server/testing/apps/developers.ts';
import { bind, importOld, importRows, legacyPassword, prepareMerge } from '#server/testing/people/legacy.ts';
import { proveContact, undoTokenOf, upgrade } from '#server/testing/people/legacy.ts';
import { mailedThings, type Thing } from '#server/testing/people/mailed-things.ts';
import { newRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { freshEmail, freshPhone, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import type { TestApp } from './test-app.ts';
import { switchTwoStepOn } from '#server/testing/people/two-step.ts';

const codeGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export const things: Readonly<Record<string, Thing>> = {
  'verifies a password and refuses a wrong one': async (app) => {
    const { contact: account, password } = await signUp(app);
    return async (later) => {
      expect(await later.newBrowser().post('/login/password', { account, password: 'wrong-1-Harbour' })).toMatchObject({ code: 3007 });
      for (const _ of [1, 2]) expect(await later.newBrowser().post('/login/password', { account, password })).toMatchObject({ code: 200 });
    };
  },

  'opens an earlier copy, and signs the next one with the same key': async (app) => {
    const person = await signUp(app);
    const id = await askCopy(app, person);
    const url = await openCopy(person, id);
    return async (later) => {
      const { bytes } = await download(later, person.browser, url);
      const before = unzipped(bytes).get('public-key.pem');
      expect(await person.browser.get('/key')).toMatchObject({ code: 200 });
      expect(before?.equals((await takeCopy(later, person)).get('public-key.pem') ?? Buffer.alloc(0))).toBe(true);
    };
  },

  'lists invitations to test an app, and shows a trial': async (app) => {
    const developer = await newDeveloper(app);
    const { app: own } = await createOwnApp(developer);
    const email = freshEmail();
    must(await developer.browser.post(`/developer/apps/${own.clientID}/testers`, { account: email }));
    const options = { scopes: [], prompt: '', maxAge: null, acrValues: '', claims: '', dpop: false, par: false, replace: false };
    const { run } = must(await developer.browser.post<{ run: string }>(`/developer/apps/${own.clientID}/try`, options));
    return async () => {
      const view = must(await developer.browser.get<OwnAppView>(`/developer/apps/${own.clientID}`));
      expect(view.testers.map(({ account }) => account)).toEqual([maskEmail(email)]);
      expect(must(await developer.browser.get(`/developer/apps/${own.clientID}/try/${run}`))).toMatchObject({ run, state: 'open' });
    };
  },

  'takes the second step by an authenticator app, and by an earlier recovery code': async (app) => {
    const person = await signUp(app);
    const { authenticator, codes } = await switchTwoStepOn(app, person);
    return async (later) => {
      const secondStep = async (step: { readonly method: string; readonly code: string }) => {
        const browser = later.newBrowser();
        const first = { account: person.contact, password: person.password };
        const { data } = await browser.post<{ ticket: string }>('/login/password', first);
        return (await browser.post('/login/second', { ticket: data.ticket, ...step })).code;
      };
      later.clock.advance(30 * second);
      app.clock.set(later.clock.now());
      expect(await secondStep({ method: 'totp', code: authenticator.code() })).toBe(200);
      const [code = ''] = codes;
      expect([await secondStep({ method: 'recovery', code }), await secondStep({ method: 'recovery', code })]).toEqual([200, 3027]);
    };
  },

  'continues a session, with a new CSRF token': async (app) => {
    const { browser } = await signUp(app);
    return async (later) => {
      expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
      expect(await browser.post('/userinfo', { company: 'Cedar' })).toMatchObject({ status: 403 });
      expect(await browser.get('/key')).toMatchObject({ code: 200 });
      expect(await browser.post('/userinfo', { company: 'Cedar' })).toMatchObject({ code: 200 });
      expect(later.logLines.some((line) => line['reason'] === 'csrf')).toBe(true);
    };
  },

  'reads what an account had before': async (app) => {
    const { browser, contact, password } = await signUp(app);
    const change = { oldPassword: password, newPassword: 'another-9-Harbour' };
    expect(await browser.post('/password/update', change)).toMatchObject({ code: 200 });
    const id = await accountIdOf(app, contact);
    return async (later) => {
      const { formers } = later.wiring.core.identity;
      expect((await formers.of({ id })).map(({ way }) => way.kind)).toEqual(['password']);
    };
  },

  ...mailedThings,

  'refuses an earlier code and accepts a new one': async (app) => {
    const { contact: account } = await signUp(app);
    const browser = app.newBrowser();
    const code = await signInCode(app, browser, account);
    return async (later) => {
      await browser.get('/key');
      expect(await browser.post('/login/code', { account, code })).toMatchObject({ code: 1013 });
      const again = later.newBrowser();
      expect(await again.post('/login/code', { account, code: await signInCode(later, again, account) })).toMatchObject({ code: 200 });
    };
  },

  'reads a setting of a desktop in a copy': async (app) => {
    const person = await signUp(app);
    const [value, account_id] = [`setting-${newId()}`, await accountIdOf(app, person.contact)];
    const place = { account_id, client_id: 'desktop', key: 'dock', device: 'Workstation' };
    const stored = { sealed: app.wiring.keyring.seal('setting', value), bytes: value.length, etag: newId(), changed_at: app.clock.now() };
    await app.db
      .q()
      .insertInto('settings')
      .values({ ...place, ...stored })
      .execute();
    return async (later) => {
      expect(await person.browser.get('/key')).toMatchObject({ code: 200 });
      const files = await takeCopy(later, person);
      expect(String(files.get('data/sessions.json'))).toContain(value);
    };
  },

  'reads a request about the data, and its answers': async (app) => {
    const person = await signUp(app);
    const text = `Please explain ${newId()}`;
    const { id } = must(await person.browser.post<{ id: string }>('/account/requests', { kind: 'explain', text, key: newId() }));
    return async (later) => {
      expect(await person.browser.get('/key')).toMatchObject({ code: 200 });
      expect(must(await person.browser.get(`/account/requests/${id}`))).toMatchObject({ messages: [{ author: 'person', text }] });
      expect(String((await takeCopy(later, person)).get('data/requests.json'))).toContain(text);
    };
  },

  'reads what the desk keeps about a person': async (app) => {
    const { db, clock, keyring } = app.wiring.core.store;
    const accountId = await accountIdOf(app, (await signUp(app)).contact);
    const [at, id, expiresAt] = [clock.now(), newId(), clock.now() + day];
    await insertDeskNote(app.wiring.core.store, { id, account_id: accountId, at, member: 'li.wei', case_ref: 'CS-1', text: 'a note' });
    const asked = {
      account_id: accountId,
      member: 'li.wei',
      case_ref: 'CS-1',
      state: 'open',
      asked_at: at,
      expires_at: expiresAt,
    } as const;
    const sealed = keyring.seal('rights-message', 'an exception');
    const signed = { asked_with: sealed, confirmed_with: sealed };
    const nobody = { confirmed_by: '', confirmed_at: null, reviewed_by: '', reviewed_at: null };
    await insertException(db, { id, ...asked, ...nobody, ...signed, sealed });
    await keepMessageCopy(db, { id, account_id: accountId, first: id, sealed: keyring.seal('outbox', 'a message'), expires_at: expiresAt });
    return async (later) => {
      const { store } = later.wiring.core;
      expect((await listDeskNotes(store, accountId)).map(({ text }) => text)).toEqual(['a note']);
      const exception = await findException(store.db, id);
      for (const kept of [exception?.sealed, exception?.asked_with, exception?.confirmed_with])
        expect(store.keyring.open('rights-message', kept ?? '')).toBe('an exception');
      const copy = await findMessageCopy(store.db, { accountId, id, at });
      expect(store.keyring.open('outbox', copy?.sealed ?? '')).toBe('a message');
    };
  },

  'refuses an earlier captcha and accepts a new one': async (app) => {
    const browser = app.newBrowser();
    const validate = await browser.solveCaptcha('login');
    return async () => {
      await browser.get('/key');
      const ask = async (proof: string) => (await browser.post('/captcha/sms/send/login', { phone: freshPhone(), validate: proof })).code;
      expect([await ask(validate), await ask(await browser.solveCaptcha('login'))]).toEqual([3008, 200]);
    };
  },

  'sends a waiting message': async (app) => {
    const { db, clock, wiring } = app;
    const message = { channel: 'sms', to: freshPhone(), scene: 'notice', language: 'zh_CN', text: 'It waits.' } as const;
    const queue = createOutboxQueue({ db, keyring: wiring.keyring, clock });
    const id = newId();
    await db.tx(async () => {
      await queue.put({ id, message, lane: 'notice', discard: false, expiresAt: clock.now() + day });
      await db
        .q()
        .updateTable('outbox')
        .set({ not_before: clock.now() + hour })
        .where('id', '=', id)
        .execute();
    });
    return async (later) => {
      await later.db.q().updateTable('outbox').set({ not_before: 0 }).where('id', '=', id).execute();
      expect(await later.outbox(message.to)).toMatchObject([{ text: message.text }]);
    };
  },

  'finds a legacy account by its phone, and upgrades it': async (app) => {
    const old = await importOld(app);
    return async (later) => {
      expect(await upgrade(later, later.newBrowser(), old)).toMatchObject({ code: 200, data: { account: { username: old.username } } });
    };
  },

  'accepts a legacy password for the upgrade, and keeps it': async (app) => {
    const old = await importOld(app);
    return async (later) => {
      const browser = later.newBrowser();
      const led = await browser.post<{ upgrade: { ticket: string; legacyId: string } }>('/login/password', {
        account: old.email,
        password: legacyPassword,
      });
      const { ticket, legacyId } = led.data.upgrade;
      const { ticket: contact } = await proveContact(later, browser, old.email);
      const done = await bind(browser, { step: 'upgrade', legacyId, tickets: [ticket, contact], agreements: currentAgreements });
      expect(done).toMatchObject({ code: 200, data: { account: { password_empty: false } } });
      const account = { account: old.username, password: legacyPassword };
      expect(await later.newBrowser().post('/login/password', account)).toMatchObject({ code: 200 });
    };
  },

  'continues an upgrade with its proven password': async (app) => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const led = await browser.post<{ upgrade: { ticket: string; legacyId: string } }>('/login/password', {
      account: old.phone,
      password: legacyPassword,
    });
    return async (later) => {
      const { ticket, legacyId } = led.data.upgrade;
      await browser.get('/key');
      const { ticket: contact } = await proveContact(later, browser, old.phone);
      const done = await bind(browser, { step: 'upgrade', legacyId, tickets: [ticket, contact], agreements: currentAgreements });
      expect(done).toMatchObject({ code: 200 });
      for (const _ of [1, 2]) {
        const account = { account: old.username, password: legacyPassword };
        expect(await later.newBrowser().post('/login/password', account)).toMatchObject({ code: 200 });
      }
    };
  },

  'imports no row twice, and revives no upgraded account': async (app) => {
    const [waiting, upgraded, changed] = [await importOld(app), await importOld(app), await importOld(app)];
    expect(await upgrade(app, app.newBrowser(), upgraded)).toMatchObject({ code: 200 });
    return async (later) => {
      const rows = [waiting.row, upgraded.row, { ...changed.row, profile: { company: 'New Works' } }];
      expect(await importRows(later, rows)).toMatchObject({ imported: 0, unchanged: 2, updated: 1, refused: 0 });
    };
  },

  'finds a legacy account by its remaining contacts only': async (app) => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const { legacy, ticket } = await proveContact(app, browser, old.phone);
    const released = await bind(browser, { step: 'release', legacyId: legacy[0]?.legacyId ?? '', tickets: [ticket] });
    expect(released).toMatchObject({ code: 200 });
    return async (later) => {
      expect((await proveContact(later, later.newBrowser(), old.phone)).legacy).toEqual([]);
      expect((await proveContact(later, later.newBrowser(), old.email)).legacy).toMatchObject([{ number: old.id, phone: '' }]);
      expect(await importRows(later, [old.row])).toMatchObject({ unchanged: 1 });
    };
  },

  'undoes a merge': async (app) => {
    const { person, username } = await withUsername(app);
    const old = await importOld(app);
    const browser = app.newBrowser();
    const sides = await prepareMerge(app, browser, { old, target: person.contact });
    const choices = { phone: 'legacy', username: 'legacy', nickname: 'legacy', realName: 'legacy' };
    expect(await bind(browser, { step: 'merge', ...sides, choices })).toMatchObject({ code: 200 });
    const token = await undoTokenOf(app, person.contact);
    return async (later) => {
      expect(await later.newBrowser().post('/register/undobinddeepin', { token })).toMatchObject({ code: 200 });
      expect(await later.db.q().selectFrom('identifiers').select('account_id').where('value', '=', username).execute()).toHaveLength(1);
      const again = await proveContact(later, later.newBrowser(), old.phone);
      expect(again.legacy[0]?.number).toBe(old.id);
    };
  },

  'refuses resting and reserved names': async (app) => {
    const [resting, reserved, free] = [1, 2, 3].map(() => `name_${newId().replaceAll(/[^a-z0-9]/gi, '')}`.slice(0, 24).toLowerCase());
    const { db, clock, wiring } = app;
    const until = clock.now() + 90 * day;
    const accountId = await accountIdOf(app, (await signUp(app)).contact);
    await restName({ db, keyring: wiring.keyring }, { kind: 'username', value: resting ?? '', until });
    await reserveIdentifier(db, { accountId, kind: 'username', value: reserved ?? '', until });
    return async (later) => {
      const { browser } = await signUp(later);
      const taken = async (username = '') => (await browser.post<boolean>('/check/username', { username })).data;
      expect([await taken(resting), await taken(reserved), await taken(free)]).toEqual([true, true, false]);
      expect(await browser.post('/userinfo', { username: resting })).toMatchObject({ code: 1001 });
    };
  },

  'replaces a device that signs in again': async (app) => {
    const party = await newRelyingParty(app, { kind: 'native', redirectUris: [], deviceGrant: true, system: true });
    const person = await signUp(app);
    const signIn = async (on: TestApp) => {
      const asked = await client.initiateDeviceAuthorization(party.config, {
        scope: 'openid profile',
        device_name: 'Laptop',
        hardware_id: 'hw-1',
      });
      await person.browser.get('/key');
      const proof = { method: 'password', password: person.password, action: 'allowFarDevice', target: asked.user_code };
      expect(await person.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
      const allowed = await person.browser.post('/openid/device/allow', { userCode: asked.user_code, scopes: ['profile'] });
      expect(allowed).toMatchObject({ code: 200 });
      on.clock.advance(6000);
      return client.genericGrantRequest(party.config, codeGrant, { device_code: asked.device_code });
    };
    const listed = async () => (await person.browser.get('/device/list')).text.match(/"kind":"device"/g)?.length;
    await signIn(app);
    expect(await listed()).toBe(1);
    return async (later) => {
      await signIn(later);
      expect(await listed()).toBe(1);
    };
  },

  'keeps the secret, tokens, subjects and signing keys of an app': async (app) => {
    const party = await newRelyingParty(app, { subject: 'pairwise' });
    const { browser } = await signUp(app);
    const params = { scope: 'openid profile offline_access', prompt: 'consent' };
    const tokens = await signInTo(app, browser, { party, params });
    const kidOf = (token = '') => (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
    return async (later) => {
      expect(await client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck)).toHaveProperty('nickname');
      const refreshed = await client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
      expect(refreshed).toHaveProperty('access_token');
      await browser.get('/key');
      const again = await signInTo(later, browser, { party, params });
      expect(kidOf(again.id_token)).toBe(kidOf(tokens.id_token));
      expect(again.claims()?.sub).toBe(tokens.claims()?.sub);
    };
  },

  'brings a waiting signal, with the secret of its webhook': async (app) => {
    const { clientId } = await newRelyingParty(app);
    const at = app.clock.now();
    const rows = createSignalRows({ db: app.db, keyring: app.wiring.keyring });
    const state = { status: 'paused', reason: '', verifiedAt: null, failingSince: null, description: '', events: [] } as const;
    const stream = { id: newId(), clientId, kind: 'webhook', address: 'http://127.0.0.1:9/', ...state } as const;
    await rows.addStream({ ...stream, secret: 'whsec_of-the-webhook' }, at);
    const content = { members: { state: 'waits' } };
    await rows.insert({ id: newId(), streamId: stream.id, accountId: null, event: 'verification', content, at, expiresAt: at + 7 * day });
    return async (later) => {
      const kept = createSignalRows({ db: later.db, keyring: later.wiring.keyring });
      expect(await kept.secret(stream.id)).toBe('whsec_of-the-webhook');
      expect(await kept.waiting({ streamId: stream.id, at, limit: 1 })).toMatchObject([{ content }]);
    };
  },

  'decrypts encrypted fields': async (app) => {
    const isKnown = async (on: TestApp) => {
      const { code, data } = await on.newBrowser().post('/check/username', { username: 'nobody-has-this-name' });
      return { code, data };
    };
    expect(await isKnown(app)).toEqual({ code: 200, data: false });
    return async (later) => {
      expect(await isKnown(later)).toEqual({ code: 200, data: false });
    };
  },

  "keeps a platform's grant, and a pending registration from it": async (app) => {
    const accountId = await accountIdOf(app, (await signUp(app)).contact);
    const store = { db: app.db, clock: app.clock, keyring: app.wiring.keyring };
    const row = { account_id: accountId, platform: 'weibo', name: 'Ada', avatar_url: '', bound_at: app.clock.now() };
    await app.db.q().insertInto('social_accounts').values(row).execute();
    const person = { platform: 'weibo', app: '1', subject: 'ada', unionId: undefined, profile: undefined } as const;
    await keepGrant(store, accountId, { ...person, grant: { token: 'granted', lifeMs: day } });
    const { key } = await issuePending({ store }, 'visitor', { identity: person, redirect: '/' });
    return async (later) => {
      const { db, clock, wiring } = later;
      const sealed = await findLiveGrant(db, { accountId, platform: 'weibo', at: clock.now() });
      expect(wiring.keyring.open('social-grant', sealed ?? '')).toBe('granted');
      const found = await findPending({ store: { db, clock, keyring: wiring.keyring } }, { platform: 'weibo', visitor: 'visitor', key });
      expect(found?.identity.subject).toBe('ada');
    };
  },
};

async function withUsername(app: TestApp): Promise<{ readonly person: Person; readonly username: string }> {
  const person = await signUp(app);
  const username = `new_${person.contact}`;
  expect(await person.browser.post('/userinfo', { username, realName: 'Han Meimei' })).toMatchObject({ code: 200 });
  return { person, username };
}
