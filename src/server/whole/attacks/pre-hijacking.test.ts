// @one-database
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode, zeroCode } from '#contract/fixtures/codes.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { day, minute } from '#server/platform/clock.ts';
import { bind, importOld, prepareMerge, proveContact } from '#server/testing/people/legacy.ts';
import { freshEmail, freshPhone, goodPassword, registrationBody, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, addEmail, askReset, sendVisitorCode, visitorCode } from '#server/testing/people/proving.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { approve, simulatedSocial, visitPlatform } from '#server/testing/people/social.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let simulators: Simulators;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-hijack-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  app = await buildTestApp({ config: { rateFactor: 1000, social: simulatedSocial(simulators, folder) } });
});

afterAll(async () => {
  await app.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

const someone = () => `p${randomInt(1_000_000_000)}`;

const isSignedIn = async (browser: TestBrowser) => (await browser.get('/account/metainfo')).code === 200;

/** Arrives from a platform: signed in, or with an unlinked social account. */
async function comeBy(platform: 'weibo' | 'qq', person: string) {
  const browser = app.newBrowser();
  const back = await visitPlatform(browser, { platform, person });
  const { data } = await browser.post<{ platform_key?: string; account?: AccountView }>('/oauth2/platform/user/login', { ...back });
  return { browser, ...data };
}

async function prove({ browser, password }: Pick<Person, 'browser' | 'password'>): Promise<void> {
  expect(await browser.post('/account/auth', { method: 'password', password })).toMatchObject({ code: 200 });
}

async function bindSocial(who: Person, person: string): Promise<void> {
  await prove(who);
  const begun = await who.browser.get<{ url: string }>('/platform/bind?platform=qq');
  expect(await who.browser.post('/platform/bind', { platform: 'qq', ...(await approve(begun.data.url, person)) })).toMatchObject({
    code: 200,
  });
}

async function bindPhone(who: Person, phone: string): Promise<void> {
  await prove(who);
  const code = await accountCode(app, who.browser, { contact: phone, scene: 'bind' });
  expect(await who.browser.post('/update/phone', { phone, code })).toMatchObject({ code: 200 });
}

/** The owner recovers the account by a code to their own phone or email. */
async function recover(contact: string, newPassword = 'meadow9-Lantern'): Promise<void> {
  const browser = app.newBrowser();
  const { code } = await askReset(app, browser, contact);
  const kind = contact.includes('@') ? 'email' : 'phone';
  expect(await browser.post(`/password/reset/reset_password/${kind}`, { [kind]: contact, code, newPassword })).toMatchObject({ code: 200 });
}

/** An intruder who knows the password, signed in beside the owner. */
async function intruderAt({ contact, password }: Person): Promise<Person> {
  const browser = app.newBrowser();
  const answer = await browser.post<{ account: AccountView }>('/login/password', { account: contact, password });
  expect(answer.code).toBe(200);
  return { browser, contact, password, account: answer.data.account };
}

// Each test makes several accounts and hashes a password for each.
describe('an account that is prepared before its owner comes', { timeout: 60_000 }, () => {
  it('P1: cannot have another person’s email, and is never joined to a social account by name', async () => {
    const email = freshEmail();
    const attacker = app.newBrowser();
    const body = await registrationBody(app, attacker, { email });
    expect(await attacker.post('/register/email', { ...body, code: otherCode(String(body['code'])) })).toMatchObject({ code: 1004 });
    expect(await app.newBrowser().post('/login/password', { account: email, password: goodPassword })).toMatchObject({ code: 3007 });
    const person = someone();
    const namesake = await signUp(app);
    const row = { value: `山雀_${person}`, shown: `山雀_${person}` };
    await app.db
      .q()
      .updateTable('identifiers')
      .set(row)
      .where('kind', '=', 'nickname')
      .where('account_id', '=', await accountIdOf(app, namesake.contact))
      .execute();
    const visitor = await comeBy('weibo', person);
    expect(visitor.platform_key).toBeDefined();
    expect(await isSignedIn(visitor.browser)).toBe(false);
  });

  it('P2: keeps no session of an intruder after a recovery', async () => {
    const owner = await signUp(app);
    const intruder = await intruderAt(owner);
    await recover(owner.contact);
    expect(await isSignedIn(intruder.browser)).toBe(false);
    expect(await app.newBrowser().post('/login/password', { account: owner.contact, password: owner.password })).toMatchObject({
      code: 3007,
    });
  });

  it('P3: gets no second way in from a stolen session, and tells the owner of each with a freeze', async () => {
    const owner = await signUp(app);
    const [early, email] = [freshEmail(), freshEmail()];
    expect(await owner.browser.get('/platform/bind?platform=qq')).toMatchObject({ code: 3001 });
    const code = await accountCode(app, owner.browser, { contact: early, scene: 'bind' });
    expect(await owner.browser.post('/update/email', { email: early, code })).toMatchObject({ code: 3001 });
    // With the password it works: the owner's phone is then told, with a way to end it.
    const intruder = await intruderAt(owner);
    await bindSocial(intruder, someone());
    expect((await app.outbox(owner.contact))[0]).toMatchObject({
      scene: 'socialBound',
      text: expect.stringContaining('/n#'),
    });
    await prove(intruder);
    const fresh = await accountCode(app, intruder.browser, { contact: email, scene: 'bind' });
    expect(await intruder.browser.post('/update/email', { email, code: fresh })).toMatchObject({ code: 200 });
    expect((await app.outbox(owner.contact))[0]).toMatchObject({ scene: 'emailBound' });
    // The code for a recovery goes only to the requested channel.
    const before = (await app.outbox(email)).length;
    await recover(owner.contact);
    const since = (await app.outbox(email)).slice(0, -before || undefined);
    expect(since.every(({ code: sent }) => sent === null)).toBe(true);
    const recovered = { ...owner, password: 'meadow9-Lantern' };
    const browser = app.newBrowser();
    await browser.post('/login/password', { account: owner.contact, password: recovered.password });
    expect((await browser.get<AccountView>('/account/metainfo')).data).toMatchObject({
      tpls: [{ type: 'qq' }],
      addedLately: [{ type: 'email' }, { type: 'qq' }],
    });
    await prove({ browser, password: recovered.password });
    expect(await browser.post('/platform/unbind', { platform: 'qq' })).toMatchObject({ code: 200, data: { tpls: [] } });
    await prove({ browser, password: recovered.password });
    expect(await browser.post('/update/email', { email: '' })).toMatchObject({
      code: 200,
      data: { encryptEmail: '', addedLately: [] },
    });
  });

  it("P3: shows the owner after a recovery the intruder's phone, which is removed and opens nothing any more", async () => {
    const owner = await signUp(app, { email: freshEmail() });
    const intruder = await intruderAt(owner);
    const phone = freshPhone();
    app.clock.advance(minute);
    await bindPhone(intruder, phone);
    await recover(owner.contact);
    const password = 'meadow9-Lantern';
    const browser = app.newBrowser();
    const back = await browser.post<{ account: AccountView }>('/login/password', { account: owner.contact, password });
    expect(back.data.account).toMatchObject({
      addedLately: [{ type: 'phone' }],
      encryptPhoneNumber: expect.stringContaining(phone.slice(-4)),
    });
    await prove({ browser, password });
    expect(await browser.post('/update/phone', { phone: '' })).toMatchObject({
      code: 200,
      data: { encryptPhoneNumber: '', addedLately: [] },
    });
    expect(await app.newBrowser().post('/login/password', { account: phone, password })).toMatchObject({ code: 3007 });
    // A message of the same moment may come first.
    const told = (await app.outbox(phone)).find(({ scene }) => scene === 'phoneUnbound');
    expect(told).toMatchObject({ text: expect.not.stringContaining('/n#') });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('P4: refuses a change of the email that was started before a recovery', async () => {
    const owner = await signUp(app);
    const intruder = await intruderAt(owner);
    const email = freshEmail();
    await prove(intruder);
    const code = await accountCode(app, intruder.browser, { contact: email, scene: 'bind' });
    await recover(owner.contact);
    expect(await intruder.browser.post('/update/email', { email, code })).toMatchObject({ code: 401 });
    const again = app.newBrowser();
    await again.post('/login/password', { account: owner.contact, password: 'meadow9-Lantern' });
    await prove({ browser: again, password: 'meadow9-Lantern' });
    expect((await again.post('/update/email', { email, code })).code).not.toBe(200);
  });

  it('P5: takes no email and no phone from a platform', async () => {
    const { browser, platform_key: key } = await comeBy('weibo', someone());
    const phone = freshPhone();
    const code = await visitorCode(app, browser, { contact: phone, scene: 'register' });
    const body = { phone, valid_code: code, platform: 'weibo', platform_key: key, agreements: currentAgreements };
    const made = await browser.post<{ account: AccountView }>('/oauth2/platform/regist_phone', body);
    expect(made.data.account).toMatchObject({ encryptEmail: '', password_empty: true });
    const url = await app.newBrowser().get<{ url: string }>('/oauth2/platform/login/url?platform=weibo');
    expect(new URL(url.data.url).searchParams.get('scope') ?? '').not.toContain('email');
  });

  it('P6: a reassigned number neither signs in nor recovers without the owner’s email', async () => {
    const owner = await signUp(app);
    const accountId = await accountIdOf(app, owner.contact);
    const email = freshEmail();
    await addEmail(app, accountId, email);
    app.clock.advance(200 * day);
    const stranger = app.newBrowser();
    const code = await signInCode(app, stranger, owner.contact);
    const refused = await stranger.post<{ ticket: string }>('/login/code', { account: owner.contact, code });
    expect(refused).toMatchObject({ code: 3011, data: { methods: [{ method: 'email' }] } });
    expect(refused.text).not.toContain(email);
    const { ticket } = refused.data;
    expect(await stranger.post('/login/second', { ticket, method: 'email', code: zeroCode })).toMatchObject({ code: 1004 });
    expect(await isSignedIn(stranger)).toBe(false);
    const reset = await askReset(app, stranger, owner.contact);
    const recovery = { phone: owner.contact, code: reset.code, newPassword: 'meadow9-Lantern' };
    expect(await stranger.post('/password/reset/reset_password/phone', recovery)).toMatchObject({ code: 3011 });
    // A legacy account with the stranger's own email is no way in either.
    await importOld(app, { phone: owner.contact });
    const found = await proveContact(app, stranger, owner.contact);
    expect(found).toMatchObject({ legacy: [expect.anything()], accounts: [{ isProven: false }] });
    const into = { legacyId: found.legacy[0]?.legacyId, target: found.accounts[0]?.target, tickets: [found.ticket] };
    expect(await bind(stranger, { step: 'merge', ...into })).toMatchObject({ code: 1022 });
    // The owner is asked by email and signs in.
    const mailed = (await app.outbox(email)).find(({ scene }) => scene === 'login');
    expect(await stranger.post('/login/second', { ticket, method: 'email', code: mailed?.code })).toMatchObject({ code: 200 });
  });

  it('P7: bears no username that is another person’s email or phone', async () => {
    const owner = await signUp(app, { email: freshEmail() });
    const attacker = await signUp(app);
    const local = owner.contact.split('@')[0] ?? '';
    for (const username of [
      owner.contact,
      attacker.contact,
      freshPhone(),
      `+86${freshPhone()}`,
      `${local}@`,
      '13800138000',
      `${local}＠example.com`,
    ]) {
      await prove(attacker);
      expect([username, (await attacker.browser.post('/update/username', { username })).code]).toEqual([username, 400]);
    }
  });

  it('P8: does not own a legacy account by the same email before its code or password proves it', async () => {
    const old = await importOld(app);
    const attacker = app.newBrowser();
    expect(await sendVisitorCode(attacker, { contact: old.email, scene: 'register' })).toMatchObject({ code: 1021 });
    expect(await attacker.post('/check/email', { email: old.email })).toMatchObject({
      code: 1021,
      data: expect.not.objectContaining({ upgrade: expect.anything() }),
    });
    const own = await proveContact(app, attacker, freshPhone());
    expect(own.legacy).toEqual([]);
    const body = { step: 'upgrade', legacyId: old.id, tickets: [own.ticket], password: goodPassword, agreements: currentAgreements };
    expect(await bind(attacker, body)).toMatchObject({ code: 1022 });
  });

  it('P9: is not merged into with proofs that its owner gave in another browser', async () => {
    const old = await importOld(app);
    const [victim, attacker] = [await signUp(app), await signUp(app)];
    const prepared = await prepareMerge(app, victim.browser, { old, target: victim.contact });
    expect(await bind(victim.browser, { step: 'preview', ...prepared })).toMatchObject({ code: 200 });
    const own = await proveContact(app, attacker.browser, attacker.contact);
    const target = own.accounts.find(({ isProven }) => isProven)?.target ?? '';
    for (const tickets of [prepared.tickets, [...prepared.tickets, own.ticket]]) {
      for (const wanted of [prepared.target, target]) {
        const answer = await bind(attacker.browser, { step: 'merge', legacyId: prepared.legacyId, target: wanted, tickets });
        expect(answer).toMatchObject({ code: 1022 });
      }
    }
  });

  it('P10: leaves nothing to the next owner of the phone after its deletion', async () => {
    const owner = await signUp(app);
    const accountId = await accountIdOf(app, owner.contact);
    const person = someone();
    await bindSocial(owner, person);
    const stale = new Map(owner.browser.cookies);
    const { data } = await owner.browser.post<{ ticket: string }>('/delete/password', { password: owner.password });
    const asked = await owner.browser.post<{ dueAt: string }>('/delete', { ticket: data.ticket, channel: 'none', reason: 'other' });
    app.clock.set(Date.parse(asked.data.dueAt));
    await app.wiring.jobs.deletions.run();
    const next = await signUp(app, { phone: owner.contact });
    expect(await accountIdOf(app, next.contact)).not.toBe(accountId);
    expect(next.account.id).not.toBe(owner.account.id);
    for (const [name, value] of stale) owner.browser.cookies.set(name, value);
    expect(await isSignedIn(owner.browser)).toBe(false);
    expect((await comeBy('qq', person)).platform_key).toBeDefined();
    const trail = await app.db
      .q()
      .selectFrom('audit')
      .select('at')
      .where('account_id', '=', await accountIdOf(app, next.contact))
      .execute();
    expect(trail.every(({ at }) => at >= Date.parse(asked.data.dueAt))).toBe(true);
  });
});
