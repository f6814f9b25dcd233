// @one-database
/**
 * No app reads that a phone or an email is verified, unless this product has sent a code there and the holder of the
 * account has brought it: whatever an old system said, and whose legacy account it was. People with numbers that had other
 * holders, and with leaked passwords of the old system, register, upgrade, merge and bind in any order.
 */
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimsOf } from '#server/capabilities/apps/openid/tokens/claims.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { newRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { bind, importOld, legacyPassword, proveContact, undoTokenOf, upgrade, type OldAccount } from '#server/testing/people/legacy.ts';
import { freshEmail, freshPhone, goodPassword, signUp } from '#server/testing/people/people.ts';
import { accountCode } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { randomOf } from '#server/testing/thief/kinds.ts';

interface Actor {
  readonly browser: TestBrowser;
  /** The contacts that they read. */
  readonly phone: string;
  readonly email: string;
  hasAccount: boolean;
}

interface World {
  readonly people: readonly Actor[];
  readonly legacy: OldAccount[];
  readonly random: (below: number) => number;
}

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
  // Refusals that hide how long hashes take are most of the time.
  Object.assign(app.wiring.core.identity.legacyAccounts, { hasWaiting: async () => false });
});

afterAll(() => app.close());

const pick = <Each>({ random }: World, all: readonly Each[]): Each => all[random(all.length)] as Each;

/** Each may be refused. */
const acts: readonly ((world: World, actor: Actor) => Promise<unknown>)[] = [
  async (world) => {
    const [one, other] = [pick(world, world.people), pick(world, world.people)];
    const phone = pick(world, [one.phone, freshPhone()]);
    const email = pick(world, [other.email, freshEmail()]);
    world.legacy.push(await importOld(app, { phone, email, nickname: null }));
  },
  async (world, actor) => {
    const by = pick(world, [{ phone: actor.phone }, { email: actor.email }]);
    const { browser } = await signUp(app, by);
    Object.assign(actor, { browser, hasAccount: true });
  },
  async (world, actor) => {
    const old = pick(world, world.legacy);
    const { tickets, legacyId } = await proveLegacy(world, actor, old);
    const body = { step: 'upgrade', legacyId, tickets, password: goodPassword, agreements: currentAgreements };
    if ((await bind(actor.browser, body)).code === 200) actor.hasAccount = true;
  },
  async (world, actor) => {
    const old = pick(world, world.legacy);
    const { tickets, legacyId, target } = await proveLegacy(world, actor, old);
    await actor.browser.post('/account/auth', { method: 'password', password: goodPassword, action: 'mergeAccounts' });
    const side = pick(world, ['legacy', 'target']);
    const choices = { phone: side, email: side, username: side, realName: side, company: side, birthday: side, gender: side };
    const merged = await bind(actor.browser, { step: 'merge', legacyId, target, tickets, choices });
    if (merged.code !== 200 || world.random(2) === 0) return;
    const token = await undoTokenOf(app, pick(world, [actor.phone, actor.email]));
    await app.newBrowser().post('/register/undobinddeepin', { token });
  },
  async (world, { browser, phone, email }) => {
    const [kind, contact] = pick(world, [['phone', phone] as const, ['email', email] as const]);
    await browser.post('/account/auth', { method: 'password', password: goodPassword });
    const code = await accountCode(app, browser, { contact, scene: 'bind' });
    await browser.post(`/update/${kind}`, { [kind]: contact, code });
  },
];

/** By its password, which leaked, by a contact that the person reads, or by both. */
async function proveLegacy(world: World, { browser, phone, email }: Actor, old: OldAccount) {
  const tickets: string[] = [];
  let [legacyId, target] = ['', ''];
  if (world.random(3) > 0) {
    const { data } = await browser.post<{ upgrade?: { ticket: string; legacyId: string } }>('/login/password', {
      account: old.username,
      password: legacyPassword,
    });
    if (data.upgrade !== undefined) tickets.push(data.upgrade.ticket);
    legacyId = data.upgrade?.legacyId ?? '';
  }
  if (world.random(3) > 0) {
    const found = await proveContact(app, browser, pick(world, [phone, email]));
    tickets.push(found.ticket);
    legacyId ||= found.legacy[0]?.legacyId ?? '';
    target = found.accounts.find(({ isOwn, isProven }) => isOwn || isProven)?.target ?? '';
  }
  return { tickets, legacyId, target };
}

/** Every address that an app reads as verified, with the account. */
async function verified(): Promise<readonly { readonly id: string; readonly address: string }[]> {
  const rows = await app.db.q().selectFrom('accounts').select('id').where('state', '=', 'active').execute();
  const found = [];
  for (const { id } of rows) {
    const account = await app.wiring.core.identity.accounts.findById(id);
    if (account === undefined) continue;
    const claims = claimsOf(account, app.config.publicUrl);
    if (claims['email_verified'] === true) found.push({ id, address: String(claims['email']) });
    if (claims['phone_number_verified'] === true) found.push({ id, address: String(claims['phone_number']).slice(3) });
  }
  return found;
}

it('in random lives with numbers of others, an account has for verified what one person reads', { timeout: 120_000 }, async () => {
  let unproven = 0;
  const seen = new Set<string>();
  for (let seed = 1; seed <= 5; seed += 1) {
    const random = randomOf(seed);
    const people = Array.from({ length: 3 }, () => ({
      browser: app.newBrowser(),
      phone: freshPhone(),
      email: freshEmail(),
      hasAccount: false,
    }));
    const world: World = { people, legacy: [await importOld(app, { phone: people[0]?.phone, email: people[1]?.email })], random };
    for (let step = 0; step < 12; step += 1) {
      app.clock.advance(61_000);
      const actor = pick(world, people);
      // May fail: somebody has the contact, or the proof does not suffice.
      await pick(world, acts)(world, actor).catch(() => undefined);
    }
    const all = (await verified()).filter(({ id }) => !seen.has(id));
    for (const { id, address } of all) {
      const reader = people.find(({ phone, email }) => phone === address || email === address);
      // Nobody reads fresh contacts of legacy accounts.
      expect(reader, `seed ${seed}: ${address} of a stranger is verified`).toBeDefined();
      const others = all.filter((each) => each.id === id).map((each) => each.address);
      expect([reader?.phone, reader?.email], `seed ${seed}: one account, two people`).toEqual(expect.arrayContaining(others));
    }
    unproven += (await app.db.q().selectFrom('unproven_contacts').selectAll().execute()).length;
    for (const { id } of all) seen.add(id);
  }
  expect(unproven).toBeGreaterThan(0);
});

it('at userinfo the mailbox of a legacy account is not verified, until a code confirms it', async () => {
  const party = await newRelyingParty(app);
  const old = await importOld(app);
  const browser = app.newBrowser();
  expect(await upgrade(app, browser, old)).toMatchObject({ code: 200 });
  const read = async () => {
    const tokens = await signInTo(app, browser, { party, params: { scope: 'openid email phone' } });
    return client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck);
  };
  expect(await read()).toMatchObject({ email: old.email, email_verified: false, phone_number_verified: true });
  // It signs nobody in, and takes no place.
  expect(await app.newBrowser().post('/login/password', { account: old.email, password: goodPassword })).toMatchObject({ code: 3007 });
  await browser.post('/account/auth', { method: 'password', password: goodPassword });
  const code = await accountCode(app, browser, { contact: old.email, scene: 'bind' });
  expect(await browser.post('/update/email', { email: old.email, code })).toMatchObject({ code: 200, data: { unconfirmed: [] } });
  expect(await read()).toMatchObject({ email: old.email, email_verified: true });
});

it('who proves such a mailbox gets it, and the account that waited for it forgets it', async () => {
  const old = await importOld(app);
  const browser = app.newBrowser();
  expect(await upgrade(app, browser, old)).toMatchObject({ code: 200, data: { account: { unconfirmed: [{ kind: 'email' }] } } });
  expect((await signUp(app, { email: old.email })).account).toMatchObject({ unconfirmed: [] });
  expect(await browser.get('/account/metainfo')).toMatchObject({ data: { unconfirmed: [], encryptEmail: '' } });
});
