/**
 * A life that uses every feature of the product, so that every table with personal data gets a row, and every column of
 * it another value than at the beginning. `whole/lives/erased.test.ts` fails when the life misses one: then add a step here.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { putHold } from '#server/core/account/holds/holds.repository.ts';
import { day } from '#server/platform/clock.ts';
import { developFully } from './life-of-developer.ts';
import { newRelyingParty, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { goodPassword, signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { simulatedSocial } from '#server/testing/people/social.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from '#server/testing/server/test-app.ts';
import { word, type Living } from './living.ts';
import { fillProfile, takeAvatars } from './life-of-profile.ts';
import { bindPlatforms, changeContacts, makePasskey } from './life-of-ways.ts';
import { allowApps, allowDevices, allowMore } from './life-of-apps.ts';
import { joinLegacy } from './life-of-legacy.ts';
import { claim, meetTrouble, recover, keepNotices } from './life-of-trouble.ts';
import { changeMind, comeBackToLook, leave } from './life-of-leaving.ts';

/** A listening server with simulated platforms and OAuth clients. */
export interface LifeStage {
  readonly app: TestApp;
  readonly simulators: Simulators;
  readonly apps: { readonly site: TestRelyingParty; readonly device: TestRelyingParty };
  close(): Promise<void>;
}

export async function openLifeStage(on: Pick<TestAppOptions, 'database' | 'config'> = {}): Promise<LifeStage> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-life-'));
  let app: TestApp | undefined;
  const simulators = await startSimulators({ clock: { now: () => app?.clock.now() ?? 0 } });
  const config = { rateFactor: 1000, social: simulatedSocial(simulators, folder), ...on.config };
  app = await buildTestApp({ ...on, now: Date.now(), config });
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
  await keepNotices(app, living);
  await keepDesk(app, living);
  await keepQr(app, living);
  await keepCopy(app, living);
  await keepSettings(app, living);
  await keepRequest(app, living);
  await keepFamily(app, living);
  await keepShort(app, living);
  await sealAudit({ db: app.db, clock: app.clock, keyring: app.wiring.keyring });
  app.clock.set(dueAt);
  return { ...living, dueAt };
}

/** Second steps as a deletion leaves them; trust would have ended with the request, so they are written directly. */
async function keepSecondSteps({ db, clock }: TestApp, { accountId, known }: Living): Promise<void> {
  const at = clock.now();
  known['totp'] = word('totp');
  const waits = { pending_until: at + 1, session_id: word('session') };
  const app = { id: word('app'), account_id: accountId, sealed: word('sealed'), name: known['totp'], last_step: 7, created_at: at };
  await db
    .q()
    .insertInto('totp_secrets')
    .values({ ...app, confirmed_at: at, ...waits, last_used_at: at })
    .execute();
  const code = { account_id: accountId, n: 1, mac: word('mac'), used_at: at, made_at: at, ...waits };
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
  await sql`update accounts set password_weak = 1, agreed_through = 7, terms_later_for = 7, terms_remind_at = ${at} where id = ${accountId}`.execute(
    db.q(),
  );
  await sql`update known_networks set country = 'CN' where account_id = ${accountId}`.execute(db.q());
  await sql`update former_ways set kept_at = ${at}, session = ${word('session')} where account_id = ${accountId}`.execute(db.q());
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
      why: 'phone',
      opened_via: word('via'),
      muted: word('muted'),
      put_back: 'nickname',
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
      assertion: word('assertion'),
      asked_with: word('assertion'),
    })
    .execute();
}

/** A member of staff, with a session at the desk, at whom another one has looked. */
async function keepDesk({ db, clock, wiring }: TestApp, { accountId }: Living): Promise<void> {
  const at = clock.now();
  const name = word('member');
  const changes = { since: at, changed_at: at, granted_by: 'li.wei and wu.fang', place: word('place') };
  await db
    .q()
    .insertInto('staff')
    .values({ name, role: 'agent', state: 'active', ...changes, account_id: accountId })
    .execute();
  await db
    .q()
    .insertInto('desk_sessions')
    .values({
      id: word('session'),
      account_id: accountId,
      member: name,
      role_since: at,
      credential_epoch: 1,
      thumbprint: word('key'),
      made_at: at,
      proof_at: at,
      seen_at: at,
      expires_at: at + day,
      network: '203.0.113.0/24',
      ended_at: at,
    })
    .execute();
  await db
    .q()
    .insertInto('desk_looks')
    .values({
      id: randomUUID(),
      session: word('session'),
      account_id: accountId,
      member: 'li.wei',
      reason: 'asked',
      case_ref: 'CASE-4711',
      opened_at: at,
      expires_at: at + day,
    })
    .execute();
  const sealed = (purpose: 'outbox' | 'rights-message') => wiring.keyring.seal(purpose, word('text'));
  const [id, number] = [randomUUID(), word('number')];
  const ends = { made_at: at, expires_at: at + day };
  const about = { account_id: accountId, claim_id: word('claim'), shown: '["password:1"]', place: '203.0.*.*' };
  await db
    .q()
    .insertInto('message_copies')
    .values({ id, account_id: accountId, first: id, sealed: sealed('outbox'), again: 1, expires_at: at + day })
    .execute();
  await db
    .q()
    .insertInto('desk_notes')
    .values({ id: randomUUID(), account_id: accountId, at, member: 'li.wei', case_ref: 'CASE-4711', sealed: sealed('rights-message') })
    .execute();
  await db
    .q()
    .insertInto('recovery_numbers')
    .values({ number, ...about, visitor: word('visitor'), state: 'open', ...ends })
    .execute();
  await putHold(db, { account_id: accountId, until: at + day, made_at: at, operator: 'li.wei', case_ref: 'CASE-4711' });
  const seconds = { confirmed_by: 'wu.fang', confirmed_at: at, reviewed_by: 'xu.min', reviewed_at: at };
  const text = sealed('rights-message');
  const signed = { asked_with: text, confirmed_with: text };
  const asked = { member: 'li.wei', case_ref: 'CASE-4711', sealed: text, ...signed, asked_at: at, expires_at: at };
  await db
    .q()
    .insertInto('desk_exceptions')
    .values({ id: randomUUID(), account_id: accountId, ...asked, state: 'reviewed', ...seconds })
    .execute();
}

/** A code in the middle of a sign-in; in its minutes the deletion would end it, so it is written directly. */
async function keepQr({ db, clock }: TestApp, { accountId, known }: Living): Promise<void> {
  const id = word('qr');
  known['qrBrowser'] = word('browser');
  known['qrVisitor'] = word('visitor');
  const code = { id, purpose: 'register', phone: known['qrVisitor'], opened_at: clock.now(), expires_at: clock.now() + day } as const;
  const computer = { computer: known['qrVisitor'], computer_ip: '203.0.113.80', computer_browser: word('cookie') };
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
  const value = { sealed, bytes: 20, etag: word('etag'), device: known['settingDevice'], changed_at: at };
  await db.q().insertInto('settings').values(Object.assign(place, value)).execute();
  const off = { switched_at: at, switched_off: JSON.stringify([word('client')]) };
  const state = { account_id: accountId, enabled: 1, bytes: 20, entries: 1, version: word('version'), ...off };
  await db.q().insertInto('settings_state').values(state).execute();
}

/** Rows that live for minutes: on a slow machine, a sweep of a server has taken those of the beginning of this life. */
async function keepShort({ db, clock }: TestApp, { accountId, known }: Living): Promise<void> {
  const at = clock.now();
  const waiting = { kind: 'email', value: word('value'), shown: known['legacyEmail'] ?? '' } as const;
  const unproven = { account_id: accountId, ...waiting, moved_at: at, ends_at: at + day };
  await db.q().insertInto('unproven_contacts').values(unproven).execute();
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
    created_at: at,
    expires_at: at + day,
  };
  await db.q().insertInto('social_states').values(state).execute();
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
      asked_by: word('guardian'),
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

/** Adds a child with a guardian. Only an account that went through the age gate can be a child's. */
async function keepFamily({ db, clock }: TestApp, { accountId }: Living): Promise<void> {
  const at = clock.now();
  const ages = sql`age_band = 'child', child_until = ${at + 400 * day}, guardian_answer = 'agreed', guardian_due_at = ${at + 300 * day}, guardian_told = 1, age_remind_at = ${at}, grown_at = ${at}, grown_answer = 'clean'`;
  await sql`update accounts set ${ages} where id = ${accountId}`.execute(db.q());
  const row = {
    id: word('family'),
    child_id: accountId,
    guardian_id: word('guardian'),
    relation: 'parent',
    version: word('version'),
  } as const;
  await db
    .q()
    .insertInto('guardianships')
    .values({ ...row, state: 'withdrawn', since: at, ended_at: at })
    .execute();
}

async function beginLife(app: TestApp): Promise<Living> {
  const { browser, contact: phone, account } = await signUp(app);
  const known = { phone, number: account.id };
  return { browser, accountId: await accountIdOf(app, phone), known, password: goodPassword, phone };
}
