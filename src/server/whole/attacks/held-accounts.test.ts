// @one-database
/**
 * Every call with which a session may begin, against changed agreements that nobody has accepted: it leads into no
 * account, neither into an old one nor into a new one.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, Endpoints } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import { grownDays } from '#contract/vocabulary/children.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { day } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { daysUntilHeld, publishTerms } from '#server/testing/people/agreements.ts';
import { importOld, upgrade } from '#server/testing/people/legacy.ts';
import { newDesktopClient } from '#server/testing/apps/desktop.ts';
import { begin, newRelyingParty, open, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { addPasskey, signInByPasskey, type OwnPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail, freshPhone, registrationBody, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { beginRecovery, protectedOwner, type Owner as ProtectedOwner } from '#server/testing/people/recovering.ts';
import type { SessionBeginning } from '#server/testing/people/session-beginning.ts';
import { approve, simulatedSocial, visitPlatform } from '#server/testing/people/social.ts';
import { decideQr, finishQr, scanQr } from '#server/testing/people/qr.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';

/** A person with every way in, and one whose account two-step verification protects. */
interface Owner extends Person {
  readonly email: string;
  /** At the platform. */
  readonly qq: string;
  readonly passkey: OwnPasskey;
  readonly guarded: ProtectedOwner;
}

let app: TestApp;
let simulators: Simulators;
let folder: string;
let party: TestRelyingParty;
let owner: Owner;
/** A second one, who becomes a child without a guardian. */
let child: Owner;
/** A third one, who has come before an age gate. */
let late: Owner;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-held-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  database = await openTestDatabase();
  app = await newApp(Date.now());
  party = await newRelyingParty(app);
  owner = await newOwner();
  child = await newOwner();
  late = await newOwner();
  await publishTerms(app, 'changed');
  app.clock.advance(daysUntilHeld * day);
});

afterAll(async () => {
  await app.close();
  await database.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

async function newApp(now: number, more: Partial<Config> = {}): Promise<TestApp> {
  const made = await buildTestApp({ now, database, config: { rateFactor: 1000, social: simulatedSocial(simulators, folder), ...more } });
  await made.listen();
  return made;
}

async function newOwner(): Promise<Owner> {
  const guarded = await protectedOwner(app);
  const person = await signUp(app);
  const email = freshEmail();
  await addEmail(app, await accountIdOf(app, person.contact), email);
  const qq = `h${randomInt(1_000_000_000)}`;
  expect(await person.browser.post('/account/auth', { method: 'password', password: person.password })).toMatchObject({ code: 200 });
  const begun = await person.browser.get<{ url: string }>('/platform/bind?platform=qq');
  const bound = { platform: 'qq', ...(await approve(begun.data.url, qq)) };
  expect(await person.browser.post('/platform/bind', bound)).toMatchObject({ code: 200 });
  const passkey = await addPasskey(person);
  await signInTo(app, person.browser, { party });
  return { ...person, email, qq, passkey, guarded };
}

async function signedIn(): Promise<TestBrowser> {
  const browser = app.newBrowser();
  expect(await browser.post('/login/password', { account: owner.contact, password: owner.password })).toMatchObject({ code: 200 });
  return browser;
}

/** Signs in, or up with the version before. The last answer is that of the call. */
type Way = (browser: TestBrowser) => Promise<TestAnswer>;

async function byPlatformOf(browser: TestBrowser, person: string): Promise<TestAnswer<{ platform_key: string }>> {
  return browser.post<{ platform_key: string }>('/oauth2/platform/user/login', {
    ...(await visitPlatform(browser, { platform: 'qq', person })),
  });
}

const old = { agreements: currentAgreements };

/** Every call that may begin a session: a new one does not compile without its row. */
const ways: Readonly<Record<SessionBeginning, { readonly is: 'held' | 'refused'; readonly go: Way }>> = {
  signInByPassword: { is: 'held', go: (browser) => browser.post('/login/password', { account: owner.contact, password: owner.password }) },
  signInByCode: {
    is: 'held',
    go: async (browser) => browser.post('/login/code', { account: owner.email, code: await signInCode(app, browser, owner.email) }),
  },
  signInSecondStep: {
    is: 'held',
    async go(browser) {
      const { guarded } = owner;
      const { data } = await browser.post<{ ticket: string }>('/login/password', { account: guarded.phone, password: guarded.password });
      return browser.post('/login/second', { ticket: data.ticket, method: 'recovery', code: guarded.codes[0] });
    },
  },
  signInByPasskey: { is: 'held', go: (browser) => signInByPasskey(browser, owner.passkey) },
  // The phone, which has to answer first, opens nothing.
  finishQr: {
    is: 'refused',
    async go(computer) {
      const phone = { browser: await signedIn() };
      return decideQr(phone, await scanQr(app, { computer, phone }));
    },
  },
  signInByPlatform: { is: 'held', go: (browser) => byPlatformOf(browser, owner.qq) },
  bindByPlatform: {
    is: 'held',
    go: async (browser) =>
      browser.post('/oauth2/platform/user/bind', { ...(await visitPlatform(browser, { platform: 'qq', person: owner.qq })) }),
  },
  registerByPlatform: {
    is: 'refused',
    async go(browser) {
      const { data } = await byPlatformOf(browser, `n${randomInt(1_000_000_000)}`);
      const body = { phone: freshPhone(), valid_code: '123456', platform: 'qq', platform_key: data.platform_key, ...old };
      return browser.post('/oauth2/platform/regist_phone', body);
    },
  },
  registerByPhone: {
    is: 'refused',
    go: async (browser) => browser.post('/register/phone', { ...(await registrationBody(app, browser, { phone: freshPhone() })), ...old }),
  },
  registerByEmail: {
    is: 'refused',
    go: async (browser) => browser.post('/register/email', { ...(await registrationBody(app, browser, { email: freshEmail() })), ...old }),
  },
  // A merge begins no session: its person signs in as usual.
  bindLegacyAccount: { is: 'refused', go: async (browser) => upgrade(app, browser, await importOld(app)) },
  finishRecovery: {
    is: 'held',
    async go(browser) {
      const { phone, codes } = owner.guarded;
      const { ticket } = await beginRecovery(app, phone, browser);
      const proof = { ticket, method: 'recovery', code: codes[1] };
      const { data } = await browser.post<{ ways: { id: string; kept: boolean }[] }>('/recovery/prove', proof);
      const keep = data.ways.filter(({ kept }) => kept).map(({ id }) => id);
      return browser.post('/recovery/finish', { ticket, newPassword: 'Harbour9-violet', keep });
    },
  },
};

describe('changed agreements that nobody has accepted', () => {
  it('are tried with every call that may begin a session', () => {
    const rows = Object.values<Endpoints>(allEndpoints).flatMap((group) => Object.entries<Endpoint>(group));
    const beginning = rows.flatMap(([name, row]) => (row.beginsSession === true ? [name] : []));
    expect(Object.keys(ways).toSorted()).toEqual(beginning.toSorted());
  });

  it.each(Object.entries(ways))('stay in the way of %s', async (_name, { is, go }) => {
    const browser = app.newBrowser();
    await browser.prepare();
    const answer = await go(browser);
    if (is === 'refused') {
      expect(answer).toMatchObject({ code: 3010 });
      expect(await browser.get('/account/metainfo')).toMatchObject({ code: 401 });
      return;
    }
    expect(answer).toMatchObject({ code: 200 });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { terms: 'held' } });
    expect(await browser.get('/device/list')).toMatchObject({ code: 3010, data: { go: '/terms' } });
    expect(await browser.post('/update/nickname', { nickname: 'Held Person' })).toMatchObject({ code: 3010 });
  });

  it('stay in the way of an app: a silent request is refused, another one leads to the page', async () => {
    const atApp = await signedIn();
    const loud = await begin(party);
    expect((await open(app, atApp, loud.url)).url.pathname).toBe('/terms');
    const silent = await begin(party, { prompt: 'none' });
    expect((await open(app, atApp, silent.url)).url.searchParams.get('error')).toBe('interaction_required');
  });

  it.each(['a device', 'a desktop'])('stay in the way of %s by a code', async (kind) => {
    await expectNoDevice(kind, 3010);
  });

  it('stay in the way of a desktop in the browser of the same computer', async () => {
    const { url } = await begin(await newDesktopClient(app), { scope: 'openid desktop' });
    expect((await open(app, await signedIn(), url)).url.pathname).toBe('/terms');
  });
});

/** A code of a device that a held session allows signs nothing in. */
async function expectNoDevice(kind: string, refusal: number): Promise<void> {
  const ofDesktop = kind === 'a desktop';
  const device = ofDesktop
    ? await newDesktopClient(app)
    : await newRelyingParty(app, { kind: 'native', redirectUris: [], deviceGrant: true, system: true });
  const keys = await client.randomDPoPKeyPair('ES256');
  const options = ofDesktop ? { DPoP: client.getDPoPHandle(device.config, keys) } : {};
  const asked = await client.initiateDeviceAuthorization(device.config, { scope: 'openid profile', device_name: 'Workstation' });
  const body = { userCode: asked.user_code, scopes: ['profile'] };
  expect(await (await signedIn()).post('/openid/device/allow', body)).toMatchObject({ code: refusal });
  app.clock.advance(6000);
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const poll = client.genericGrantRequest(device.config, grant, { device_code: asked.device_code }, options);
  await expect(poll).rejects.toMatchObject({ error: 'authorization_pending' });
}

describe('a child without a guardian', () => {
  beforeAll(async () => {
    owner = child;
    for (const contact of [child.contact, child.guarded.phone]) {
      const id = await accountIdOf(app, contact);
      await sql`update accounts set age_band = 'child', guardian_answer = 'waiting', child_until = ${app.clock.now() + 400 * day},
        agreed_through = 1000 where id = ${id}`.execute(app.db.q());
    }
  });

  it.each(Object.entries(ways).filter(([, { is }]) => is === 'held'))('is limited after %s', async (_name, { go }) => {
    const browser = app.newBrowser();
    await browser.prepare();
    expect(await go(browser)).toMatchObject({ code: 200 });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { child: 'limited' } });
    expect(await browser.get('/device/list')).toMatchObject({ code: 3021, data: { go: '/family' } });
    expect(await browser.post('/update/nickname', { nickname: 'Held Person' })).toMatchObject({ code: 3021 });
  });

  it('signs in no computer by a code on its screen', async () => {
    const [computer, phone] = [app.newBrowser(), { browser: await signedIn() }];
    await computer.prepare();
    expect(await decideQr(phone, await scanQr(app, { computer, phone }))).toMatchObject({ code: 3021 });
    expect(await computer.get('/account/metainfo')).toMatchObject({ code: 401 });
  });

  it.each(['a device', 'a desktop'])('signs in no %s', async (kind) => {
    await expectNoDevice(kind, 3021);
  });
});

describe('an age that nobody has said, after the operator has switched the gate on', () => {
  beforeAll(async () => {
    owner = late;
    for (const contact of [late.contact, late.guarded.phone]) {
      const id = await accountIdOf(app, contact);
      await sql`update accounts set agreed_through = 1000 where id = ${id}`.execute(app.db.q());
    }
    const { clock } = app;
    await app.close();
    app = await newApp(clock.now(), { ageGate: { CN: 14, DE: 16 } });
    party = await newRelyingParty(app);
  });

  it('is asked for at once, and may be put off', async () => {
    const browser = await signedIn();
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { terms: 'ask' } });
    expect(await browser.get('/device/list')).toMatchObject({ code: 200 });
    app.clock.advance(grownDays.terms * day);
  });

  it.each(Object.entries(ways).filter(([, { is }]) => is === 'held'))('stays in the way of %s after its date', async (_name, { go }) => {
    const browser = app.newBrowser();
    await browser.prepare();
    expect(await go(browser)).toMatchObject({ code: 200 });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { terms: 'held' } });
    expect(await browser.get('/device/list')).toMatchObject({ code: 3010, data: { go: '/terms' } });
    expect(await browser.post('/update/nickname', { nickname: 'Held Person' })).toMatchObject({ code: 3010 });
  });

  it('signs in no app, no computer by a code, and no device', async () => {
    const [computer, phone] = [app.newBrowser(), { browser: await signedIn() }];
    await computer.prepare();
    expect(await decideQr(phone, await scanQr(app, { computer, phone }))).toMatchObject({ code: 3010 });
    const asked = await begin(party);
    expect((await open(app, phone.browser, asked.url)).url.pathname).toBe('/terms');
    await expectNoDevice('a device', 3010);
  });
});

it('a computer that a phone has let in a second before the date is held with it', async () => {
  const own = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => own.close());
  const { contact, password } = await signUp(own);
  const { laterUntil } = await publishTerms(own, 'next');
  // Showing and scanning take two seconds.
  own.clock.set((laterUntil ?? 0) - 2500);
  const browser = own.newBrowser();
  // In one place: elsewhere a second step would be asked for.
  const computer = own.newBrowser({ clientIp: browser.clientIp });
  await computer.prepare();
  expect(await browser.post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
  const shown = await scanQr(own, { computer, phone: { browser } });
  expect(await decideQr({ browser }, shown)).toMatchObject({ code: 200 });
  own.clock.advance(1000);
  expect(await finishQr(computer, shown)).toMatchObject({ code: 200 });
  expect(await computer.get('/account/metainfo')).toMatchObject({ code: 200, data: { terms: 'held' } });
  expect(await computer.get('/device/list')).toMatchObject({ code: 3010, data: { go: '/terms' } });
});
