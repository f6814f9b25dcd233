/**
 * A life that uses every feature of the product, so that every table with personal data gets a row, and every column of
 * it another value than at the beginning. `app/erased.test.ts` fails when the life misses one: then add a step here.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { isOfKind, profileItems, type ItemsOfKind, type ProfileValues } from '#contract/profile/items.ts';
import { zeroCode } from '#contract/fixtures/codes.ts';
import { sealAudit } from '#server/core/audit/audit-chain.ts';
import { day } from '#server/platform/clock.ts';
import { developFully } from './life-of-developer.ts';
import { askDeletion, mailedWithdrawal, withdrawWith } from './deletion.ts';
import { quarters } from './hostile-images.ts';
import { bind, importOld, legacyPassword, prepareMerge, proveContact, undoTokenOf, type OldAccount } from './legacy.ts';
import { begin, newRelyingParty, open, signInTo, type TestRelyingParty } from './openid.ts';
import { addPasskey, beginPasskey, signInByPasskey } from './passkeys.ts';
import { freshEmail, goodPassword, signInCode, signUp } from './people.ts';
import { accountCode, accountIdOf, askReset, sendVisitorCode, visitorCode } from './proving.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { approve, simulatedSocial, visitPlatform } from './social.ts';
import { buildTestApp, type TestApp } from './test-app.ts';
import type { TestAnswer, TestBrowser } from './test-browser.ts';

/** A listening server with simulated platforms and OAuth clients. */
export interface LifeStage {
  readonly app: TestApp;
  readonly simulators: Simulators;
  readonly apps: { readonly site: TestRelyingParty; readonly device: TestRelyingParty };
  close(): Promise<void>;
}

export async function openLifeStage(): Promise<LifeStage> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-life-'));
  let app: TestApp | undefined;
  const simulators = await startSimulators({ clock: { now: () => app?.clock.now() ?? 0 } });
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000, social: simulatedSocial(simulators, folder) } });
  await app.listen();
  const apps = {
    // No server listens there: the notifications of sign-outs stay pending.
    site: await newRelyingParty(app, { backchannelLogoutUri: 'http://127.0.0.1:9/bye', resources: ['ssf.read', 'ssf.manage'] }),
    device: await newRelyingParty(app, { kind: 'native', redirectUris: [], deviceGrant: true, system: true }),
  };
  // The operator's apps were in use before: a later use leaves no other row.
  await app.db.q().updateTable('app_secrets').set({ used_day: '9999-12-31' }).execute();
  return {
    app,
    simulators,
    apps,
    async close() {
      await app.close();
      await simulators.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A person in the middle of their life. Their names and contacts are in `known`, by kind. */
export interface Living {
  browser: TestBrowser;
  readonly accountId: string;
  readonly known: Record<string, string>;
  password: string;
  phone: string;
}

/** A unique word. */
export const word = (of: string) => `${of}-${randomUUID().slice(0, 18)}`;

async function ok<Data>(calling: Promise<TestAnswer<Data>>): Promise<Data> {
  const { code, data, text } = await calling;
  if (code !== 200) throw new Error(text);
  return data;
}

/**
 * From the registration to the day on which the deletion is due, before the purge; returns the known values of the
 * person.
 */
export async function liveFully({ app, apps }: LifeStage): Promise<Living & { readonly dueAt: number }> {
  const living = await beginLife(app);
  await fillProfile(app, living);
  await takeAvatars(app, living);
  await bindPlatforms(app, living);
  await makePasskey(app, living);
  await allowApps(app, living, apps.site);
  await allowDevices(app, living, apps.device);
  await joinLegacy(app, living);
  await changeContacts(app, living);
  await claim(app, living);
  await recover(app, living);
  await meetTrouble(app, living);
  // The mailbox set the password: it proves everything again.
  app.clock.advance(46 * day);
  await changeMind(app, living);
  living.known['appName'] = word('app');
  await developFully(app, { accountId: living.accountId, name: living.known['appName'] });
  await allowMore(app, living);
  const dueAt = await leave(app, living);
  await comeBackToLook(app, living, apps.site);
  await keepSecondSteps(app, living);
  await keepFreeze(app, living);
  await keepQr(app, living);
  await keepCopy(app, living);
  await keepSettings(app, living);
  await keepRequest(app, living);
  await keepShort(app, living);
  await sealAudit({ db: app.db, clock: app.clock, keyring: app.wiring.keyring });
  app.clock.set(dueAt);
  return { ...living, dueAt };
}

/** Second steps as a deletion leaves them; trust would have ended with the request, so they are written directly. */
async function keepSecondSteps({ db, clock }: TestApp, { accountId, known }: Living): Promise<void> {
  const at = clock.now();
  known['totp'] = word('totp');
  const app = { id: word('app'), account_id: accountId, sealed: word('sealed'), name: known['totp'], last_step: 7, created_at: at };
  await db
    .q()
    .insertInto('totp_secrets')
    .values({ ...app, confirmed_at: at, pending_until: at + 1, last_used_at: at })
    .execute();
  const code = { account_id: accountId, n: 1, mac: word('mac'), used_at: at, made_at: at, pending_until: at + 1 };
  await db.q().insertInto('recovery_codes').values(code).execute();
  await sql`update accounts set two_step_at = ${at}, second_methods = 'phone email', offer_passkeys = 0, frozen_at = ${at} where id = ${accountId}`.execute(
    db.q(),
  );
  const choice = { purpose: 'mail', given: 1, version: word('version'), since: at } as const;
  await db
    .q()
    .insertInto('choices')
    .values({ account_id: accountId, ...choice })
    .execute();
  // An acceptance that an earlier version has noted.
  const accepted = { type: 'serverAgreement', version: '1', region: 'CN', language: 'zh_CN', accepted_at: at } as const;
  await db
    .q()
    .insertInto('consents')
    .values({ account_id: accountId, ...accepted })
    .execute();
  await sql`update accounts set agreed_through = 7, terms_later_for = 7, terms_remind_at = ${at} where id = ${accountId}`.execute(db.q());
  await sql`update known_browsers set trusted_until = ${at}, trust_epoch = 1 where account_id = ${accountId}`.execute(db.q());
}

/** A freeze that is over, and an act of staff that two did. */
async function keepFreeze({ db, clock }: TestApp, { accountId }: Living): Promise<void> {
  const at = clock.now();
  await db
    .q()
    .insertInto('incidents')
    .values({
      id: randomUUID(),
      account_id: accountId,
      state: 'closed',
      opened_at: at,
      opened_by: 'phone',
      event: 'newBrowser',
      window_from: at - 7 * day,
      spent: '["phone:1"]',
      why: 'phone',
      muted: word('muted'),
      closed_at: at,
      operator: 'li.wei',
      case_ref: '4711',
    })
    .execute();
  await db
    .q()
    .insertInto('approvals')
    .values({
      id: randomUUID(),
      act: 'account.unlock',
      object: '{}',
      account_id: accountId,
      version: 1,
      reason: 'fraud',
      case_ref: 'CASE-4711',
      digest: word('digest'),
      asked_by: 'li.wei',
      asked_at: at,
      expires_at: at + day,
      state: 'approved',
      answered_by: 'wu.fang',
      answered_at: at,
    })
    .execute();
}

/** A code in the middle of a sign-in; in its minutes the deletion would end it, so it is written directly. */
async function keepQr({ db, clock }: TestApp, { accountId, known }: Living): Promise<void> {
  const id = word('qr');
  known['qrBrowser'] = word('browser');
  known['qrVisitor'] = word('visitor');
  const code = { id, purpose: 'register', phone: known['qrVisitor'], opened_at: clock.now(), expires_at: clock.now() + day } as const;
  const computer = { computer: known['qrVisitor'], computer_address: '203.0.113.80', computer_browser: word('cookie') };
  const asked = { account_id: accountId, credential_epoch: 1, number: 47, choices: '82 47 19', same_network: 1, ways: `browser:${id}` };
  await db
    .q()
    .insertInto('qr_sign_ins')
    .values({ ...code, ...computer, ...asked, state: 'approved', browser_name: known['qrBrowser'], os: word('os') })
    .execute();
  await sql`update qr_sign_ins set source = ${word('source')} where id = ${id}`.execute(db.q());
}

/** A setting of a desktop: written directly, as its program has no token any more. */
async function keepSettings({ db, clock, wiring }: TestApp, { accountId, known }: Living): Promise<void> {
  const at = clock.now();
  known['settingDevice'] = word('computer');
  known['settingKey'] = word('key');
  const place = { account_id: accountId, client_id: word('client'), key: known['settingKey'] };
  const sealed = wiring.keyring.seal('setting', word('setting'));
  await db
    .q()
    .insertInto('settings')
    .values({ ...place, sealed, bytes: 20, etag: word('etag'), device: known['settingDevice'], changed_at: at })
    .execute();
  const state = { account_id: accountId, enabled: 1, bytes: 20, entries: 1, version: word('version'), switched_at: at };
  await db.q().insertInto('settings_state').values(state).execute();
}

/** Rows that live for minutes: on a slow machine, a sweep of a server has taken those of the beginning of this life. */
async function keepShort({ db, clock }: TestApp, { accountId, known }: Living): Promise<void> {
  const at = clock.now();
  const times = { created_at: at, expires_at: at + day, used_at: at };
  const upload = {
    id: word('upload'),
    ticket_hash: word('hash'),
    account_id: accountId,
    session_id: word('session'),
    file: known['upload'] ?? '',
  };
  await db
    .q()
    .insertInto('uploads')
    .values({ ...upload, ...times })
    .execute();
  const state = {
    id: word('state'),
    platform: 'wechat',
    app: word('app'),
    visitor: word('visitor'),
    account_id: accountId,
    redirect: '/device',
  };
  await db
    .q()
    .insertInto('social_states')
    .values({ ...state, ...times })
    .execute();
}

/** A request about the data with its answer. */
async function keepRequest({ db, clock, wiring }: TestApp, { accountId, known }: Living): Promise<void> {
  const at = clock.now();
  const id = word('request');
  known['requestNumber'] = word('number');
  known['requestLaw'] = word('law');
  const asked = {
    id,
    account_id: accountId,
    number: known['requestNumber'],
    kind: 'explain',
    topic: 'apps',
    client_key: word('key'),
  } as const;
  const dates = { channel: 'page', region: 'DE', received_at: at, due_at: at + 30 * day, extended: 1, told: 1, answered_at: at } as const;
  await db
    .q()
    .insertInto('rights_requests')
    .values({ ...asked, ...dates, state: 'answered', outcome: 'part', law: known['requestLaw'] })
    .execute();
  const sealed = wiring.keyring.seal('rights-message', word('message'));
  const message = { id: word('message'), request_id: id, account_id: accountId, at, position: 1, author: 'person', sealed } as const;
  await db.q().insertInto('rights_messages').values(message).execute();
}

/** A copy that was downloaded: written directly, because a request to delete the account has ended its sessions. */
async function keepCopy({ db, clock }: TestApp, { accountId, known }: Living): Promise<void> {
  const at = clock.now();
  known['copyDigest'] = word('digest');
  await db
    .q()
    .insertInto('exports')
    .values({
      id: word('copy'),
      account_id: accountId,
      state: 'ready',
      language: 'en_US',
      requested_at: at,
      ready_at: at,
      expires_at: at + 21 * day,
      leased_until: at,
      tries: 1,
      file: word('file'),
      parts: 1,
      bytes: 1000,
      sha256: known['copyDigest'],
      sealed_key: word('key'),
      ticket_hash: word('ticket'),
      ticket_session: word('session'),
      ticket_until: at,
      ticket_uses: 1,
      downloads: 1,
      last_download_at: at,
    })
    .execute();
}

async function beginLife(app: TestApp): Promise<Living> {
  const { browser, contact: phone, account } = await signUp(app);
  const known = { phone, number: account.id };
  return { browser, accountId: await accountIdOf(app, phone), known, password: goodPassword, phone };
}

async function prove({ browser, password }: Living, body: Readonly<Record<string, string>> = {}): Promise<void> {
  await ok(browser.post('/account/auth', { method: 'password', password, ...body }));
}

async function signIn(app: TestApp, living: Living, account = living.phone): Promise<void> {
  living.browser = app.newBrowser();
  await ok(living.browser.post('/login/password', { account, password: living.password }, { 'user-agent': living.known['userAgent'] }));
}

/** A passkey with a name, which is used and of which a copy turns up. */
async function makePasskey(app: TestApp, { browser, password, known }: Living): Promise<void> {
  const { id, authenticator } = await addPasskey({ browser, password }, { counts: true });
  known['passkey'] = word('passkey');
  await ok(browser.post('/passkey/rename', { id, name: known['passkey'] }));
  for (let times = 0; times < 2; times += 1) await ok(signInByPasskey(app.newBrowser(), { authenticator }));
  const copy = app.newBrowser();
  await copy.post('/login/passkey', { credential: authenticator.assert(await beginPasskey(copy), { counter: 1 }) });
}

async function fillProfile(app: TestApp, living: Living): Promise<void> {
  await ok(living.browser.post('/account/checkup/later', { advice: 'quiet' }));
  const { browser, known } = living;
  const texts = profileItems.filter((item) => isOfKind(item, 'text'));
  Object.assign(known, Object.fromEntries(texts.map((item) => [item, word(item)])), {
    userAgent: `Mozilla/5.0 (X11; Linux) Firefox/140.0 ${word('agent')}`,
  });
  const newName = () => `u${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  known['username'] = newName();
  known['nickname'] = `n${randomInt(1e9)}${randomInt(1e9)}`;
  const choices = {
    gender: 2,
    birthday: '1980-01-02',
    country: 'FR',
    zone: 'Europe/Paris',
    degree: 'doctor',
    year: '2004',
    industry: 5,
  } satisfies Omit<ProfileValues, ItemsOfKind<'text'>>;
  const items = Object.fromEntries(texts.map((item) => [item, known[item]]));
  const { username, nickname } = known;
  // The first choice is free, and then there is one change.
  await ok(browser.post('/update/username', { username: newName() }));
  await ok(browser.post('/userinfo', { username, nickname, ...items, ...choices }, { 'user-agent': known['userAgent'] }));
  await ok(browser.post('/update/showqrcode', { showQrcode: false }));
  await ok(browser.post('/update/lang', { lang: 'en_US' }));
  await prove(living, { action: 'changeRegion', target: 'DE' });
  await ok(browser.post('/update/region', { region: 'DE' }));
  await signIn(app, living);
}

/** One avatar, and an uploaded picture for another one. */
async function takeAvatars(app: TestApp, { browser, accountId, known }: Living): Promise<void> {
  const png = await quarters().png().toBuffer();
  for (const isFinished of [true, false]) {
    const begun = await ok(
      browser.post<{ sign: string; uploadUrl: string }>('/profileimage/begin', { filetype: 'image/png', size: png.length }),
    );
    await browser.raw({ method: 'PUT', path: begun.uploadUrl, body: png, headers: { 'content-type': 'image/png' } });
    if (isFinished) await ok(browser.post('/profileimage/finish', { sign: begun.sign }));
  }
  const row = await app.db.q().selectFrom('accounts').select('profile_image').where('id', '=', accountId).executeTakeFirstOrThrow();
  known['picture'] = row.profile_image ?? '';
  const upload = await app.db
    .q()
    .selectFrom('uploads')
    .select('file')
    .where('file', 'is not', null)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  known['upload'] = upload.file ?? '';
}

/** One link started while signed in, one that waited in a visitor's browser, and one that is unfinished. */
async function bindPlatforms(app: TestApp, living: Living): Promise<void> {
  const { browser, known } = living;
  const person = `p${randomInt(1e9)}`;
  known['platformName'] = `山雀_${person}`;
  await prove(living);
  const begun = await ok(browser.get<{ url: string }>('/platform/bind?platform=weibo'));
  await ok(browser.post('/platform/bind', { platform: 'weibo', ...(await approve(begun.url, person)) }));
  const back = await visitPlatform(browser, { platform: 'qq', person, query: '&redirect=%2Fpc-security' });
  const pending = await ok(browser.post<{ platform_key: string }>('/oauth2/platform/user/login', { ...back }));
  await prove(living, { action: 'bindSocial', target: 'qq' });
  await ok(browser.post('/platform/bind', { platform: 'qq', platform_key: pending.platform_key }));
  const { sealed } = await app.db
    .q()
    .selectFrom('binding_grants')
    .select('sealed')
    .where('account_id', '=', living.accountId)
    .executeTakeFirstOrThrow();
  known['platformToken'] = app.wiring.keyring.open('binding-grant', sealed);
  await prove(living);
  await ok(browser.get('/platform/bind?platform=wechat'));
  await signIn(app, living);
}

async function allowApps(app: TestApp, { browser }: Living, party: TestRelyingParty): Promise<void> {
  const tokens = await signInTo(app, browser, { party, params: { scope: 'openid profile email phone offline_access', prompt: 'consent' } });
  await client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
  await listenTo(app, party, tokens.claims()?.sub ?? '');
  // A second request, which stays unanswered.
  const stop = await open(app, browser, (await begin(party, { prompt: 'consent' })).url);
  if (stop.url.pathname !== '/consent') throw new Error(`no question at ${stop.url.pathname}`);
}

/** The app hears of security events by two streams, of which one leaves the person out. */
async function listenTo(app: TestApp, { config }: TestRelyingParty, sub: string): Promise<void> {
  const { access_token: token } = await client.clientCredentialsGrant(config, { scope: 'ssf.manage' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<{ readonly stream_id: string }> => {
    const answer = await fetch(new URL(`/oidc/ssf${path}`, app.config.publicUrl), { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text === '' ? { stream_id: '' } : JSON.parse(text);
  };
  await post('/streams', { delivery: { method: 'urn:ietf:rfc:8936' } });
  const { stream_id: other } = await post('/streams', { delivery: { method: 'urn:ietf:rfc:8936' } });
  await post('/subjects/remove', { stream_id: other, subject: { format: 'iss_sub', iss: app.config.publicUrl, sub } });
}

/** Claims beyond scopes that an app may see. */
async function allowMore({ db }: TestApp, { accountId }: Living): Promise<void> {
  await db.q().updateTable('openid_consents').set({ more: 'personal' }).where('account_id', '=', accountId).execute();
}

/** One device in use, and one that was removed. */
async function allowDevices(app: TestApp, living: Living, { config }: TestRelyingParty): Promise<void> {
  const { browser, known } = living;
  Object.assign(known, { deviceName: word('laptop'), deviceModel: word('model'), deviceOs: word('os'), deviceVersion: word('v') });
  for (const hardware of ['hw-1', 'hw-2']) {
    const asked = await client.initiateDeviceAuthorization(config, {
      device_name: known['deviceName'] ?? '',
      device_type: '3',
      device_model: known['deviceModel'] ?? '',
      os: known['deviceOs'] ?? '',
      os_version: known['deviceVersion'] ?? '',
      hardware_id: hardware,
      scope: 'openid profile',
    });
    await ok(browser.post('/openid/device/allow', { userCode: asked.user_code, scopes: ['profile'] }));
    app.clock.advance(6000);
    const { device_code } = asked;
    await client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', { device_code });
  }
  const listed = await ok(browser.get<readonly { readonly id: string; readonly kind: string }[]>('/device/list'));
  await prove(living, { action: 'endOthers' });
  await ok(browser.delete('/device/unBind', { id: listed.find(({ kind }) => kind === 'device')?.id }));
}

/**
 * A legacy account signs in and is merged; the merge is undone and repeated; another one, which waits, loses an email.
 */
async function joinLegacy(app: TestApp, living: Living): Promise<void> {
  const old = await importOld(app);
  await app.newBrowser().post('/login/password', { account: old.phone, password: legacyPassword });
  await merge(app, living, old);
  // Void after the merge.
  await askReset(app, app.newBrowser(), old.email);
  const token = await undoTokenOf(app, old.phone);
  await ok(app.newBrowser().post('/register/undobinddeepin', { token }));
  await merge(app, living, old);
  // Its session ended with the merge; the app cannot be notified.
  await app.wiring.tellSessionEnds();
  Object.assign(living.known, { oldPhone: living.phone, phone: old.phone, legacyEmail: old.email, legacyName: old.username });
  living.phone = old.phone;
  await signIn(app, living);
  const waiting = await importOld(app, { phone: old.phone });
  const { ticket, legacy } = await proveContact(app, living.browser, waiting.email);
  await ok(bind(living.browser, { step: 'release', legacyId: legacy[0]?.legacyId, tickets: [ticket] }));
}

async function merge(app: TestApp, { phone }: Living, old: OldAccount): Promise<void> {
  const visitor = app.newBrowser();
  const sides = await prepareMerge(app, visitor, { old, target: phone });
  const choices = { phone: 'legacy', username: 'target', nickname: 'target', email: 'legacy' };
  const own = { realName: 'target', company: 'target', gender: 'target', birthday: 'target' };
  await ok(bind(visitor, { step: 'merge', ...sides, choices: { ...choices, ...own } }));
}

/** An email other than that of the merge, with notices to both. */
async function changeContacts(app: TestApp, living: Living): Promise<void> {
  const email = freshEmail();
  await prove(living);
  const code = await accountCode(app, living.browser, { contact: email, scene: 'bind' });
  await ok(living.browser.post('/update/email', { email, code }));
  living.known['email'] = email;
}

/** Wrong codes, a message that does not arrive, and one that cannot leave. */
async function meetTrouble(app: TestApp, { browser, phone, known }: Living): Promise<void> {
  await accountCode(app, browser, { contact: phone });
  for (let tries = 0; tries < 3; tries += 1) await browser.post('/account/auth', { method: 'phone', code: zeroCode });
  await signInCode(app, app.newBrowser(), phone);
  await browser.post('/account/auth', { method: 'password', password: 'wrong-1-wrong' });
  for (const guesser of [browser, app.newBrowser()]) await guesser.post('/login/password', { account: phone, password: 'wrong-1-wrong' });
  // Rows that only a provider's report, an outage or a hundred wrong passwords create.
  const at = app.clock.now();
  await sql`update password_guesses set paused_at = ${at - 90 * day}`.execute(app.db.q());
  await sql`update codes set failure = 'undelivered', failure_told_at = ${at} where tells_failure = 1 and used_at is null`.execute(
    app.db.q(),
  );
  const sealed = app.wiring.keyring.seal('outbox', JSON.stringify({ message: { channel: 'email', to: known['email'] }, discard: false }));
  const times = { created_at: at, not_before: at + 90 * day, expires_at: at + 91 * day, leased_until: at + 90 * day };
  await app.db
    .q()
    .insertInto('outbox')
    .values({ id: randomUUID(), channel: 'email', sealed, lane: 'notice', attempts: 1, ...times })
    .execute();
  await sql`update signals set tries = 1, leased_until = ${at}, done_at = ${at}, failure = 'status 500' where done_at is null`.execute(
    app.db.q(),
  );
  await sql`update outbox set counted_at = ${at} where counted_at is null`.execute(app.db.q());
}

/** Gets in by a claim that was cancelled, and has a former way that a recovery dropped. */
async function claim(app: TestApp, { accountId, browser }: Living): Promise<void> {
  const at = app.clock.now();
  await ok(browser.get('/account/metainfo'));
  await app.db
    .q()
    .insertInto('account_claims')
    .values({
      id: randomUUID(),
      account_id: accountId,
      kind: 'removal',
      action: 'unbindEmail',
      way: 'email:1',
      shown: '["phone:1"]',
      roots: '["phone:1"]',
      incident_id: randomUUID(),
      opened_at: at,
      due_at: at + day,
      state: 'cancelled',
      ended_at: at,
      place: '203.0.*.*',
      visitor: randomUUID(),
      language: 'en_US',
      told: 1,
    })
    .execute();
  const incident = { incident_id: randomUUID(), outcome: 'dropped' as const };
  const [former] = await app.db.q().selectFrom('former_ways').selectAll().where('account_id', '=', accountId).limit(1).execute();
  if (former !== undefined)
    await app.db
      .q()
      .insertInto('former_ways')
      .values({ ...former, id: randomUUID(), ...incident })
      .execute();
}

async function recover(app: TestApp, living: Living): Promise<void> {
  const visitor = app.newBrowser();
  const { token } = await askReset(app, visitor, living.known['email'] ?? '');
  living.password = 'Harbour9-violet';
  await ok(visitor.post('/password/reset/reset_password/email', { token, newPassword: living.password }));
  await signIn(app, living);
  await prove(living);
  await ok(living.browser.post('/account/added/keep', {}));
  await signIn(app, living, living.known['username']);
}

/** Requests the deletion with a reason, and withdraws it. */
async function changeMind(app: TestApp, living: Living): Promise<void> {
  await signIn(app, living);
  living.known['firstFeedback'] = word('feedback');
  await ok(askDeletion(living.browser, { password: living.password, detail: living.known['firstFeedback'] }));
  const mailed = await mailedWithdrawal(app, living.known['email'] ?? '');
  await ok(withdrawWith(app.newBrowser(), mailed?.ticket ?? ''));
}

/** Requests it again and gets a reminder; returns the due date. */
async function leave(app: TestApp, living: Living): Promise<number> {
  await signIn(app, living);
  living.known['feedback'] = word('feedback');
  const { ticket } = await ok(living.browser.post<{ ticket: string }>('/delete/password', { password: living.password }));
  const { version } = await ok(living.browser.get<{ version: string }>('/agreement/deletion/latest'));
  const reasons = { channel: 'email', reason: 'privacy', detail: living.known['feedback'], agreement: version };
  const { dueAt } = await ok(living.browser.post<{ dueAt: string }>('/delete', { ticket, ...reasons }));
  await app.outbox(living.phone);
  app.clock.set(Date.parse(dueAt) - day);
  await app.wiring.deletions.run();
  return Date.parse(dueAt);
}

/** The last day: a look at the withdrawal page, wrong passwords, unused codes. */
async function comeBackToLook(app: TestApp, { phone, password, known }: Living, party: TestRelyingParty): Promise<void> {
  const visitor = app.newBrowser();
  // Unfinished ways to an app and to a platform.
  const { url } = await begin(party);
  await visitor.raw({ method: 'GET', path: `${url.pathname}${url.search}` });
  await ok(visitor.get('/oauth2/platform/login/url?platform=wechat&redirect=%2Fdevice'));
  const answer = await visitor.post<{ withdrawTicket: string }>('/login/password', { account: phone, password });
  await ok(visitor.put('/account/unregister', { action: 'open' }, { 'x-token': answer.data.withdrawTicket }));
  const stranger = app.newBrowser();
  for (let tries = 0; tries < 10; tries += 1) {
    const validate = await stranger.solveCaptcha('login');
    await stranger.post('/login/password', { account: known['email'], password: 'wrong-Harbour-1', validate });
  }
  await sendVisitorCode(visitor, { contact: phone, scene: 'login' });
  await visitorCode(app, visitor, { contact: known['email'] ?? '', scene: 'reset' });
  await visitor.post('/login/code', { account: phone, code: zeroCode });
}
