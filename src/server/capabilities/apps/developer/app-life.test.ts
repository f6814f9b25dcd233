import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as client from 'openid-client';
import type { OwnAppView } from '#contract/apps/developer/developer.schemas.ts';
import { newId } from '#server/platform/ids.ts';
import { day } from '#server/platform/clock.ts';
import { createOwnApp, must, newDeveloper, proveFor, type TestDeveloper } from '#server/testing/apps/developers.ts';
import {
  authorize,
  begin,
  connectRelyingParty,
  exchange,
  open,
  routeData,
  signInTo,
  type TestRelyingParty,
} from '#server/testing/apps/openid.ts';
import { doneByTwo, enter, newMember, type DeskMember } from '#server/testing/people/desk.ts';
import { addPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { purgeApps } from './delete-app.ts';
import { moveApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import type { Outside } from './addresses/outside.ts';
import { lookAtDomains } from './addresses/prove-domain.ts';

let app: TestApp;
const proofs = new Map<string, string>();

/** Hosts of others, as they would answer. */
const outside: Outside = {
  certificateEnd: async () => Date.UTC(2027, 1, 14),
  txt: async (name) => [proofs.get(name) ?? ''],
  text: async (url) => proofs.get(url.hostname) ?? '',
};

beforeAll(async () => {
  app = await buildTestApp({
    now: Date.now(),
    config: { rateFactor: 1000 },
    desk: true,
    outside,
  });
  await app.listen();
  leads = [await newMember(app, 'lead'), await newMember(app, 'lead')];
});

afterAll(() => app.close());

const redirectUri = 'https://notes.example.com/callback';
/** A trial as its page asks for it. */
const trial = { scopes: ['openid'], prompt: '', maxAge: null, acrValues: '', claims: '', dpop: false, par: false, replace: true };
const pathOf = ({ clientID }: Pick<OwnAppView, 'clientID'>) => `/developer/apps/${clientID}`;
/** Two leads: the second one approves. */
let leads: readonly [DeskMember, DeskMember];
const lead = async () => enter(app, leads[0]);

async function waitingVersion(id: string): Promise<string> {
  const { data } = await (await lead()).get<{ waiting: { version: string } }>(`/apps/${id}`);
  return data.waiting.version;
}

/** The code of the answer of a review. */
async function review(id: string, answer: 'accept' | 'refuse', version?: string): Promise<number> {
  const body = { id, version: version ?? (await waitingVersion(id)), answer, reason: 'ticket 12' };
  return (await (await lead()).post('/apps/review', body)).code;
}

const byTwo = async (path: string, body: Readonly<Record<string, unknown>>) =>
  doneByTwo(app, { asker: leads[0], approver: leads[1] }, { path, body: { ...body, reason: 'ticket 12' } });

async function partyOf({
  app: own,
  secret,
}: {
  readonly app: OwnAppView;
  readonly secret?: string | undefined;
}): Promise<TestRelyingParty> {
  return connectRelyingParty(app.config.publicUrl, { clientId: own.clientID, secret, redirectUri });
}

async function read({ browser }: Person, own: Pick<OwnAppView, 'clientID'>): Promise<OwnAppView> {
  return must(await browser.get<OwnAppView>(pathOf(own)));
}

/** Makes everything ready that a review asks for. */
async function readyApp(owner: TestDeveloper, changes: Readonly<Record<string, unknown>> = {}) {
  const made = await createOwnApp(owner, changes);
  const url = pathOf(made.app);
  const party = await partyOf(made);
  await signInTo(app, owner.browser, { party });
  await app.wiring.core.apps.activity.flush();
  await app.wiring.core.apps.own.find(made.app.clientID);
  const links = {
    home: 'https://notes.example.com/',
    privacy: { zh_CN: 'https://notes.example.com/zh', en_US: 'https://notes.example.com/en' },
    terms: { zh_CN: '', en_US: '' },
  };
  const { version } = must(await owner.browser.put<OwnAppView>(url, { version: 1, links }));
  await addIcon(made.app.clientID);
  await addPasskey(owner);
  const asked = must(await owner.browser.post<{ token: string; state: string }>(`${url}/domain`, { domain: 'example.com', by: 'dns' }));
  expect(asked.state).toBe('waiting');
  proofs.set('example.com', asked.token);
  must(await owner.browser.post(`${url}/domain`, { domain: 'example.com', by: 'dns' }));
  return { ...made, url, party, version };
}

/** A logo, as the upload would set it. */
async function addIcon(clientId: string): Promise<void> {
  const row = await app.db.q().selectFrom('openid_clients').select('metadata').where('id', '=', clientId).executeTakeFirstOrThrow();
  const metadata = JSON.stringify({ ...JSON.parse(row.metadata), icon: 'data:image/webp;base64,AAAA' });
  await app.db.q().updateTable('openid_clients').set({ metadata }).where('id', '=', clientId).execute();
}

async function liveApp(owner: TestDeveloper) {
  const ready = await readyApp(owner);
  must(await owner.browser.post(`${ready.url}/review`, { reasons: [{ scope: 'profile', reason: 'shows the name' }] }));
  expect(await review(ready.app.clientID, 'accept')).toBe(200);
  return ready;
}

async function pageOf(person: Person, party: TestRelyingParty) {
  const stop = await open(app, person.browser, (await begin(party)).url);
  return stop.text === '' ? stop.url.pathname : routeData(stop.text)['error'];
}

describe('an app in test', () => {
  it('lets only its owner and testers who accepted in, by every grant', async () => {
    const owner = await newDeveloper(app);
    const made = await createOwnApp(owner);
    const party = await partyOf(made);
    await signInTo(app, owner.browser, { party });
    const tester = await signUp(app);
    const email = freshEmail();
    await addEmail(app, await accountIdOf(app, tester.contact), email);
    expect(await pageOf(tester, party)).toBe('test_app');
    must(await owner.browser.post(`${pathOf(made.app)}/testers`, { account: email }));
    expect(await pageOf(tester, party)).toBe('test_app');
    const [invitation] = must(await tester.browser.get<{ id: string }[]>('/developer/invitations'));
    must(await tester.browser.post(`/developer/invitations/${invitation?.id}`, { accept: true }));
    const tokens = await signInTo(app, tester.browser, {
      party,
      params: { scope: 'openid profile offline_access', prompt: 'consent' },
    }).catch(() => signInTo(app, tester.browser, { party }));
    expect(tokens.access_token).toBeTypeOf('string');
    // A code that was given before the tester was removed is worth nothing after it.
    const waiting = await authorize(app, tester.browser, { party });
    const [listed] = (await read(owner, made.app)).testers;
    must(await owner.browser.delete(`${pathOf(made.app)}/testers/${listed?.id}`, {}));
    await expect(exchange(party, waiting)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
    await expect(client.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await pageOf(tester, party)).toBe('test_app');
  });

  it('lets no stranger in by a pushed request, a code on another screen or a trial, in test and in review', async () => {
    const owner = await newDeveloper(app);
    const web = await createOwnApp(owner);
    const device = await createOwnApp(owner, { kind: 'device', redirectUris: [] });
    const parties = { web: await partyOf(web), device: await partyOf(device) };
    const stranger = await signUp(app);
    const invited = await signUp(app);
    const number = invited.account.id;
    for (const { app: made } of [web, device]) must(await owner.browser.post(`${pathOf(made)}/testers`, { account: number }));
    const byScreen = async ({ browser, password }: Person) => {
      const asked = await client.initiateDeviceAuthorization(parties.device.config, { scope: 'openid profile' });
      await browser.post('/account/auth', { method: 'password', password, action: 'allowFarDevice', target: asked.user_code });
      return (await browser.post('/openid/device/allow', { userCode: asked.user_code, scopes: ['profile'] })).code;
    };
    const byPush = async ({ browser }: Person) => {
      const url = await client.buildAuthorizationUrlWithPAR(parties.web.config, {
        redirect_uri: redirectUri,
        scope: 'openid',
        state: 's',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      });
      const stop = await open(app, browser, url);
      return stop.text === '' ? stop.url.pathname : routeData(stop.text)['error'];
    };
    const byTrial = async ({ browser }: Person) => {
      const run = must(await owner.browser.post<{ url: string }>(`${pathOf(web.app)}/try`, trial));
      const stop = await open(app, browser, run.url);
      return stop.text === '' ? stop.url.pathname : routeData(stop.text)['error'];
    };
    expect([await byScreen(owner), await byPush(owner), await byTrial(owner)]).toEqual([200, '/consent', '/consent']);
    for (const state of ['test', 'review'] as const) {
      if (state === 'review') {
        for (const { app: made } of [web, device]) await moveApp(app.db, { id: made.clientID, from: ['test'], to: 'review' });
      }
      // An unanswered invitation lets nobody in.
      for (const person of [stranger, invited]) {
        expect([state, await byScreen(person)]).not.toEqual([state, 200]);
        expect([state, await byPush(person), await byTrial(person)]).toEqual([state, 'test_app', 'invalid_redirect_uri']);
      }
    }
    for (const { id } of must(await invited.browser.get<{ id: string }[]>('/developer/invitations')))
      must(await invited.browser.post(`/developer/invitations/${id}`, { accept: true }));
    expect([await byScreen(invited), await byPush(invited), await byTrial(invited)]).toEqual([200, '/consent', 'invalid_redirect_uri']);
  });

  it('answers an invitation of nobody like one of somebody', async () => {
    const owner = await newDeveloper(app);
    const made = await createOwnApp(owner);
    const known = await newDeveloper(app);
    const url = `${pathOf(made.app)}/testers`;
    const answers = [];
    for (const account of [known.email, freshEmail()]) answers.push(await owner.browser.post(url, { account }));
    expect(answers[0]?.text.replaceAll(/"requestId":"[^"]*"/g, '')).toBe(answers[1]?.text.replaceAll(/"requestId":"[^"]*"/g, ''));
    const { testers } = await read(owner, made.app);
    expect(testers.map(({ state, account }) => [state, /^pe\*\*\*@example\.com$/.test(account)])).toEqual([
      ['invited', true],
      ['invited', true],
    ]);
    expect((await app.outbox(known.email)).map(({ scene }) => scene)).toContain('testerInvited');
  });

  it('has a place for 25 testers, and an invitation is answered only by its account', async () => {
    const owner = await newDeveloper(app);
    const made = await createOwnApp(owner);
    for (let n = 0; n < 25; n += 1) must(await owner.browser.post(`${pathOf(made.app)}/testers`, { account: freshEmail() }));
    expect(await owner.browser.post(`${pathOf(made.app)}/testers`, { account: freshEmail() })).toMatchObject({
      code: 3042,
      data: { max: 25 },
    });
    const [one] = (await read(owner, made.app)).testers;
    expect((await owner.browser.post(`/developer/invitations/${one?.id}`, { accept: true })).code).toBe(404);
  });
});

describe('a review', () => {
  it('needs everything that people will see, and a proven domain', async () => {
    const owner = await newDeveloper(app);
    const made = await createOwnApp(owner);
    expect(await owner.browser.post(`${pathOf(made.app)}/review`, { reasons: [] })).toMatchObject({
      code: 3041,
      data: { todo: ['face', 'try', 'papers', 'domain', 'two'] },
    });
    const ready = await readyApp(await newDeveloper(app));
    expect(ready.version).toBe(2);
  });

  it('brings an app live with the mark, or back with reasons', async () => {
    const owner = await newDeveloper(app);
    const { app: made, url, party } = await readyApp(owner);
    must(await owner.browser.post(`${url}/review`, { reasons: [{ scope: 'profile', reason: 'shows the name' }] }));
    const { data: queue } = await (await lead()).get<{ items: readonly { id: string }[] }>('/queues/reviews');
    expect(queue.items.map(({ id }) => id)).toContain(made.clientID);
    // What is in review does not change.
    const inReview = await read(owner, made);
    expect((await owner.browser.put(url, { version: inReview.version, name: { zh_CN: '别的', en_US: 'Other' } })).code).toBe(3041);
    expect(await review(made.clientID, 'refuse')).toBe(200);
    expect(await read(owner, made)).toMatchObject({ state: 'test', reviewReasons: 'ticket 12', verified: false });
    must(await owner.browser.post(`${url}/review`, { reasons: [] }));
    must(await owner.browser.post(`${url}/withdraw`, {}));
    must(await owner.browser.post(`${url}/review`, { reasons: [] }));
    expect(await review(made.clientID, 'accept', 'v0')).toBe(3064);
    expect(await review(made.clientID, 'accept')).toBe(200);
    expect(await read(owner, made)).toMatchObject({ state: 'live', verified: true, reasons: [{ scope: 'profile' }] });
    expect(await pageOf(await signUp(app), party)).toBe('/consent');
    expect((await app.outbox(owner.email)).map(({ scene }) => scene)).toEqual(expect.arrayContaining(['refused', 'accepted']));
  });

  it('stands before a new name, host and scope of a live app, and before nothing else', async () => {
    const owner = await newDeveloper(app);
    const { app: made, url } = await liveApp(owner);
    const before = await read(owner, made);
    expect(
      (await owner.browser.put(url, { version: before.version, redirectUris: [redirectUri, 'https://other.example.net/cb'] })).code,
    ).toBe(3001);
    await proveFor(owner, 'appAddresses', made.clientID);
    const changed = must(
      await owner.browser.put<OwnAppView>(url, {
        version: before.version,
        name: { zh_CN: '新名字', en_US: 'New Name' },
        redirectUris: [redirectUri, 'https://other.example.net/cb'],
        scopes: ['openid', 'profile', 'email', 'phone'],
        postLogoutUris: ['https://notes.example.com/bye'],
      }),
    );
    expect(changed).toMatchObject({
      name: before.name,
      redirectUris: [redirectUri],
      scopes: ['openid', 'profile', 'email'],
      postLogoutUris: ['https://notes.example.com/bye'],
      pending: { asked: false, name: { en_US: 'New Name' }, scopes: ['openid', 'profile', 'email', 'phone'] },
    });
    // A new path on the same host works at once.
    await proveFor(owner, 'appAddresses', made.clientID);
    const paths = ['https://notes.example.com/other', 'https://other.example.net/cb'];
    const now = must(await owner.browser.put<OwnAppView>(url, { version: changed.version, redirectUris: paths }));
    expect(now.pending?.redirectUris).toEqual(paths);
    must(await owner.browser.post(`${url}/review`, { reasons: [] }));
    const version = await waitingVersion(made.clientID);
    const asked = await read(owner, made);
    expect((await owner.browser.put(url, { version: asked.version, name: { zh_CN: '假', en_US: 'Bait' } })).code).toBe(3041);
    expect(await review(made.clientID, 'accept', version)).toBe(200);
    expect(await read(owner, made)).toMatchObject({ state: 'live', pending: null, name: { en_US: 'New Name' }, redirectUris: paths });
  });

  it('gives a name that the operator has granted', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await createOwnApp(owner);
    const name = { zh_CN: '笔记', en_US: 'Cedar ID Notes' };
    expect((await owner.browser.put(pathOf(made), { version: 1, name })).code).toBe(1025);
    expect(await byTwo('/apps/grant-name', { id: made.clientID, name: 'Cedar ID Notes' })).toBe(200);
    must(await owner.browser.put(pathOf(made), { version: 1, name }));
  });
});

describe('a verified publisher', () => {
  it('keeps the mark for six days without the proof, and is told on days 1, 3 and 7', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await liveApp(owner);
    const told = async () => (await app.outbox(owner.email)).filter(({ scene }) => scene === 'domainGone').length;
    const proof = proofs.get('example.com') ?? '';
    const { core } = app.wiring;
    const look = () => lookAtDomains({ ...core, developers: app.config.developers, outside });
    await look();
    expect(await read(owner, made)).toMatchObject({ verified: true, publisher: { state: 'proven' } });
    proofs.delete('example.com');
    const seen: unknown[] = [];
    for (let missing = 1; missing <= 7; missing += 1) {
      app.clock.advance(day);
      await look();
      await look();
      const { verified } = await read(owner, made);
      seen.push([missing, verified, await told()]);
    }
    expect(seen).toEqual([
      [1, true, 1],
      [2, true, 1],
      [3, true, 2],
      [4, true, 2],
      [5, true, 2],
      [6, true, 2],
      [7, false, 3],
    ]);
    expect(proof).not.toBe('');
  });
});

describe('a suspended app', () => {
  it('signs nobody in, says so, and continues as it was', async () => {
    const owner = await newDeveloper(app);
    const { app: made, party, url } = await liveApp(owner);
    const person = await signUp(app);
    const tokens = await signInTo(app, person.browser, { party });
    const waiting = await authorize(app, person.browser, { party });
    expect((await (await lead()).post('/apps/suspend', { id: made.clientID, reason: 'ticket 12' })).code).toBe(200);
    expect(await pageOf(person, party)).toBe('suspended_app');
    await expect(client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
    await expect(exchange(party, waiting)).rejects.toMatchObject({ error: 'unauthorized_client' });
    expect(await read(owner, made)).toMatchObject({ state: 'suspended', suspendedBecause: 'ticket 12' });
    expect((await owner.browser.put(url, { version: 99 })).code).toBe(3041);
    expect(await byTwo('/apps/resume', { id: made.clientID })).toBe(200);
    expect(await read(owner, made)).toMatchObject({ state: 'live', suspendedBecause: '' });
    await signInTo(app, person.browser, { party });
  });
});

/** Gives an app a key of its developer, instead of its secret, and the library that proves itself by it. */
async function keysOf(owner: TestDeveloper, id: string): Promise<client.Configuration> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), alg: 'ES256', kid: 'k', use: 'sig', key_ops: undefined };
  await proveFor(owner, 'appSecret', id);
  must(await owner.browser.put(`/developer/apps/${id}/keys`, { jwks: JSON.stringify({ keys: [jwk] }) }));
  return client.discovery(new URL(app.config.publicUrl), id, {}, client.PrivateKeyJwt({ key: privateKey, kid: 'k' }), {
    execute: [client.allowInsecureRequests],
  });
}

async function handOver(owner: TestDeveloper, { to, id }: { readonly to: TestDeveloper; readonly id: string }): Promise<void> {
  await proveFor(owner, 'appTransfer', id);
  must(await owner.browser.post(`/developer/apps/${id}/transfer`, { to: to.email }));
  const [offer] = must(await to.browser.get<{ offered: { id: string }[] }>('/developer')).offered;
  await proveFor(to, 'appTransfer', id);
  must(await to.browser.post(`/developer/transfers/${offer?.id}/accept`, {}));
}

describe('a transfer', () => {
  it('moves an app once, ends its secrets in a week, and leaves the former owner nothing', async () => {
    const [owner, other, third] = [await newDeveloper(app), await newDeveloper(app), await newDeveloper(app)];
    const made = await createOwnApp(owner);
    const url = pathOf(made.app);
    type Listed = readonly { readonly moved: { readonly domain: string } | null }[];
    app.clock.advance(1000);
    await proveFor(owner, 'testAppSecret', made.app.clientID);
    const second = must(
      await owner.browser.post<{ hint: string; secret: string }>(`${url}/secrets`, { oldEnds: 'week', idempotencyKey: newId() }),
    );
    await proveFor(owner, 'testAppSecret', made.app.clientID);
    must(await owner.browser.post(`${url}/streams`, { kind: 'push', address: 'https://notes.example.com/signals' }));
    const formers = await signInTo(app, owner.browser, { party: await partyOf({ ...made, secret: second.secret }) });
    expect((await owner.browser.post(`${url}/transfer`, { to: other.email })).code).toBe(3001);
    expect(must(await owner.browser.get<Listed>('/oauthclient/list')).map(({ moved }) => moved)).toEqual([null]);
    await proveFor(owner, 'appTransfer', made.app.clientID);
    must(await owner.browser.post(`${url}/transfer`, { to: other.email }));
    const [offer] = must(await other.browser.get<{ offered: { id: string; owner: string }[] }>('/developer')).offered;
    expect(must(await third.browser.get<{ offered: unknown[] }>('/developer')).offered).toEqual([]);
    expect((await third.browser.post(`/developer/transfers/${offer?.id}/accept`, {})).code).toBe(404);
    expect((await other.browser.post(`/developer/transfers/${offer?.id}/accept`, {})).code).toBe(3001);
    await proveFor(other, 'appTransfer', made.app.clientID);
    await proveFor(other, 'appTransfer', made.app.clientID);
    const answers = await Promise.all([1, 2].map(() => other.browser.post(`/developer/transfers/${offer?.id}/accept`, {})));
    expect(answers.map(({ code }) => code).toSorted((one, next) => one - next)[0]).toBe(200);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect((await owner.browser.get(url)).code).toBe(404);
    // Who allowed it before is told, without a name that somebody typed.
    expect(must(await owner.browser.get<Listed>('/oauthclient/list')).map(({ moved }) => moved)).toEqual([{ domain: '' }]);
    // It never was live: the app is no longer theirs to sign in to: state and owner are read with each use of a token.
    const { config } = await partyOf({ ...made, secret: second.secret });
    await expect(client.fetchUserInfo(config, formers.access_token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
    const taken = await read(other, made.app);
    const { streams } = must(await other.browser.get<{ streams: { status: string }[] }>(`${url}/streams`));
    expect(streams.map(({ status }) => status)).toEqual(['paused']);
    expect(taken).toMatchObject({ publisher: { state: 'none' }, verified: false });
    // The replaced one ends at once.
    expect(taken.secrets.map(({ hint, endsAt }) => [hint, Date.parse(endsAt ?? '') <= app.clock.now() + 7 * day])).toEqual([
      [second.hint, true],
    ]);
    for (const { email } of [owner, other]) expect((await app.outbox(email)).map(({ scene }) => scene)).toContain('moved');
  });

  it('of a live app ends every way by which the former owner could call, and asks everybody again', { timeout: 30_000 }, async () => {
    // Assertions have the time of the library.
    app.clock.set(Date.now());
    const [owner, other, person, newcomer] = [await newDeveloper(app), await newDeveloper(app), await signUp(app), await signUp(app)];
    const ready = await liveApp(owner);
    const { url, party } = ready;
    const id = ready.app.clientID;
    const stored = await signInTo(app, person.browser, { party });
    await proveFor(owner, 'appSecret', id);
    const stream = must(await owner.browser.post<{ stream: { id: string } }>(`${url}/streams`, { kind: 'poll' })).stream.id;
    const fetchToken = async (by: client.Configuration) =>
      client.clientCredentialsGrant(by, { scope: 'ssf.read' }).then(
        ({ access_token: token }) => token,
        () => undefined,
      );
    expect(await fetchToken(party.config)).toBeDefined();
    const keys = await keysOf(owner, id);

    await handOver(owner, { to: other, id });
    const former = { ...party, config: keys };
    expect((await owner.browser.get(url)).code).toBe(404);
    // Tokens that the former owner keeps, and calls in the app's own name.
    for (const config of [party.config, keys]) {
      await expect(client.refreshTokenGrant(config, stored.refresh_token ?? '')).rejects.toMatchObject({ status: expect.any(Number) });
      await expect(client.fetchUserInfo(config, stored.access_token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
      expect(await fetchToken(config)).toBeUndefined();
    }
    // Nobody new can allow it. People who have allowed it are asked, and prompt=none asks nobody.
    expect(await pageOf(newcomer, party)).toBe('test_app');
    const quiet = await authorize(app, person.browser, { party, params: { prompt: 'none' } });
    expect(quiet.callback.searchParams.get('error')).toBe('consent_required');
    expect(await pageOf(person, party)).toBe('/consent');
    app.clock.set(Date.now());
    await signInTo(app, person.browser, { party: former });
    expect(await pageOf(person, party)).toBe('/callback');

    // The stream holds its events until the new owner wants it, and the former one has no proof left.
    const resume = async () => (await other.browser.put(`${url}/streams/${stream}`, { status: 'enabled' })).code;
    expect(await resume()).toBe(3041);
    // The new owner ends the proofs of the former one before their week is over.
    const { secrets } = await read(other, ready.app);
    expect(secrets.every(({ endsAt }) => endsAt !== null && Date.parse(endsAt) <= app.clock.now() + 7 * day)).toBe(true);
    for (const secret of secrets) {
      await proveFor(other, 'appSecret', id);
      must(await other.browser.delete(`${url}/secrets/${secret.id}`, {}));
    }
    await proveFor(other, 'appSecret', id);
    must(await other.browser.put(`${url}/keys`, {}));
    await expect(client.genericGrantRequest(keys, 'client_credentials', {})).rejects.toMatchObject({ status: 401 });
    await expect(client.genericGrantRequest(party.config, 'client_credentials', {})).rejects.toMatchObject({ status: 401 });
    expect(await resume()).toBe(200);
    expect([await fetchToken(keys), await fetchToken(party.config)]).toEqual([undefined, undefined]);

    // The new owner meets what the former one met; then it is live again.
    await addPasskey(other);
    const unmet = await other.browser.post(`${url}/review`, { reasons: [] });
    expect(unmet.code).toBe(3044);
    const asked = must(await other.browser.post<{ token: string }>(`${url}/domain`, { domain: 'example.com', by: 'dns' }));
    proofs.set('example.com', asked.token);
    must(await other.browser.post(`${url}/domain`, { domain: 'example.com', by: 'dns' }));
    must(await other.browser.post(`${url}/review`, { reasons: [] }));
    expect(await pageOf(newcomer, party)).toBe('test_app');
    expect(await review(id, 'accept')).toBe(200);
    expect(await read(other, ready.app)).toMatchObject({ state: 'live', verified: true });
    expect(await pageOf(newcomer, party)).toBe('/consent');
  });

  it('answers alike for an account that does not exist, and can be taken back', async () => {
    const owner = await newDeveloper(app);
    const other = await newDeveloper(app);
    const made = await createOwnApp(owner);
    const url = pathOf(made.app);
    const answers = [];
    for (const to of [freshEmail(), other.email]) {
      await proveFor(owner, 'appTransfer', made.app.clientID);
      answers.push(await owner.browser.post<{ expiresAt: string }>(`${url}/transfer`, { to }));
    }
    expect(answers[0]?.text.length).toBe(answers[1]?.text.length);
    must(await owner.browser.delete(`${url}/transfer`, {}));
    expect(must(await other.browser.get<{ offered: unknown[] }>('/developer')).offered).toEqual([]);
    expect((await read(owner, made.app)).transfer).toBeNull();
  });
});

describe('a deletion', () => {
  it('ends tokens at once, brings consents back, and is final after a week', async () => {
    const owner = await newDeveloper(app);
    const made = await createOwnApp(owner);
    const party = await partyOf(made);
    const tokens = await signInTo(app, owner.browser, { party });
    const url = pathOf(made.app);
    expect((await owner.browser.delete(url, { name: 'Something' })).data).toMatchObject({ fields: { name: 'name' } });
    // An app that people never used belongs only to its developer; a used one needs a proof, also while it is no longer live.
    must(await owner.browser.delete(url, { name: made.app.name.en_US }));
    must(await owner.browser.post(`${url}/restore`, {}));
    await app.db
      .q()
      .updateTable('openid_clients')
      .set({ live_at: app.clock.now() } as object)
      .where('id', '=', made.app.clientID)
      .execute();
    expect(await owner.browser.delete(url, { name: made.app.name.en_US })).toMatchObject({ code: 3001, data: { action: 'appDelete' } });
    await proveFor(owner, 'appDelete', made.app.clientID);
    must(await owner.browser.delete(url, { name: made.app.name.en_US }));
    await expect(client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
    expect(await pageOf(owner, party)).toBe('suspended_app');
    must(await owner.browser.post(`${url}/restore`, {}));
    // The consent is still there: nothing is asked.
    expect((await authorize(app, owner.browser, { party })).callback.searchParams.has('code')).toBe(true);
    await proveFor(owner, 'appDelete', made.app.clientID);
    must(await owner.browser.delete(url, { name: made.app.name.en_US }));
    const { core } = app.wiring;
    const due = await app.db
      .q()
      .selectFrom('openid_clients')
      .select('purge_at')
      .where('id', '=', made.app.clientID)
      .executeTakeFirstOrThrow();
    await purgeApps({ store: core.store, apps: core.apps });
    await read(owner, made.app);
    await app.db.q().updateTable('openid_clients').set({ purge_at: app.clock.now() }).where('id', '=', made.app.clientID).execute();
    await purgeApps({ store: core.store, apps: core.apps });
    expect(due.purge_at).toBe(app.clock.now() + 7 * day);
    expect((await owner.browser.get(url)).code).toBe(404);
  });
});

describe('the check of an address', () => {
  it('names rules, and gives advice that refuses nothing', async () => {
    const { browser } = await newDeveloper(app);
    const check = async (address: string) =>
      must(
        await browser.post<{ rules: string[]; advice: unknown[] }>('/developer/check/address', { kind: 'web', use: 'redirect', address }),
      );
    expect(await check('http://notes.example.com/cb')).toEqual({ rules: ['addressHttps'], advice: [] });
    expect(await check('http://127.0.0.1/cb')).toEqual({ rules: [], advice: [{ key: 'loop' }] });
    expect(await check('https://notes.example.com/cb')).toEqual({ rules: [], advice: [{ key: 'ok', date: '2027-02-14' }] });
    expect(await check(`${app.config.publicUrl}/developer/try`)).toMatchObject({ rules: ['addressOwn'] });
  });
});

describe('the own ids of an app with several hosts', () => {
  const hosts = ['https://notes.example.com/callback', 'https://notes.example.org/callback'];
  const list = 'https://sector.example.com/list.json';

  it('need a list at an address that names them all, and stay as they are once the app is live', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await createOwnApp(owner);
    const change = async (body: Readonly<Record<string, unknown>>) => {
      const { version, options } = await read(owner, made);
      return owner.browser.put(pathOf(made), { version, options: { ...options, pairwise: true }, ...body });
    };
    const refusedFor = (rule: string) => ({ code: 400, data: { fields: { sectorUri: rule } } });
    const sectorUri = list;
    expect(await change({ redirectUris: hosts })).toMatchObject(refusedFor('required'));
    expect(await change({ redirectUris: hosts, sectorUri: 'http://sector.example.com/x' })).toMatchObject(refusedFor('addressHttps'));
    for (const text of ['', '{', JSON.stringify(hosts.slice(1)), JSON.stringify({ list: hosts })]) {
      proofs.set('sector.example.com', text);
      expect(await change({ redirectUris: hosts, sectorUri }), text).toMatchObject(refusedFor('sectorList'));
    }
    proofs.set('sector.example.com', JSON.stringify(hosts));
    must(await change({ redirectUris: hosts, sectorUri }));
    expect(await read(owner, made)).toMatchObject({ redirectUris: hosts, sectorUri });
    expect((await app.wiring.core.apps.clients.find(made.clientID))?.sector).toBe('sector.example.com');

    await moveApp(app.db, { id: made.clientID, from: ['test'], to: 'live', rest: { live_at: app.clock.now() } });
    proofs.set('notes.example.com', JSON.stringify(hosts));
    expect(await change({ sectorUri: 'https://notes.example.com/list.json' })).toMatchObject(refusedFor('sectorFixed'));
    expect(await change({ redirectUris: hosts.slice(0, 1), sectorUri: '' })).toMatchObject(refusedFor('sectorFixed'));
    proofs.set('sector.example.com', JSON.stringify([...hosts, 'https://notes.example.net/callback']));
    await proveFor(owner, 'appAddresses', made.clientID);
    must(await change({ redirectUris: [...hosts, 'https://notes.example.net/callback'] }));
  });
});
