// @one-database
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { begin, newRelyingParty, open, routeData, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let receiver: Server;
let address: string;
/** The claims of the received logout tokens, by path. */
let received: { readonly path: string; readonly claims: Record<string, unknown> }[] = [];
let status = 200;
/** Called with the path of each logout token. */
let onToken: (path: string) => void = () => undefined;

beforeAll(async () => {
  app = await buildListeningApp();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => {
      body += String(bytes);
    });
    request.on('end', () => {
      const token = new URLSearchParams(body).get('logout_token') ?? '';
      received.push({ path: request.url ?? '', claims: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) });
      response.writeHead(status).end();
      onToken(request.url ?? '');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});

afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await app.close();
});

async function signedIn(
  at: TestApp = app,
  changes: Partial<OpenidClient> = {},
): Promise<{
  readonly party: TestRelyingParty;
  readonly browser: TestBrowser;
  readonly path: string;
  readonly idToken: string;
}> {
  const path = `/${client.randomState()}`;
  const party = await newRelyingParty(at, { backchannelLogoutUri: `${address}${path}`, ...changes });
  const { browser } = await signUp(at);
  const { id_token = '' } = await signInTo(at, browser, { party });
  return { party, browser, path, idToken: id_token };
}

const tokensFor = (path: string) => received.filter((one) => one.path === path).map(({ claims }) => claims);

function isLogoutToken(party: TestRelyingParty, idToken: string) {
  const { sub, sid } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  return expect.objectContaining({ aud: party.clientId, iss: app.config.publicUrl, sub, sid, events });
}

describe('signing out of an app', () => {
  it('asks here, ends the chosen sessions, and returns only to a registered URL', async () => {
    const { party, browser, path, idToken } = await signedIn();
    const back = { post_logout_redirect_uri: 'https://app.example.com/bye', id_token_hint: idToken, state: 's1' };
    const page = await open(app, browser, client.buildEndSessionUrl(party.config, back));
    expect(page.status).toBe(200);
    const { action, xsrf, app: asked } = routeData(page.text);
    expect(asked).toMatchObject({ clientID: party.clientId });
    const post = (token: unknown) =>
      browser.raw({
        method: 'POST',
        path: String(action),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        body: new URLSearchParams({ xsrf: String(token), logout: 'yes' }).toString(),
      });
    expect((await post('wrong')).status).toBe(400);
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect((await post(xsrf)).headers['location']).toBe('https://app.example.com/bye?state=s1');
    expect(tokensFor(path)).toEqual([isLogoutToken(party, idToken)]);
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 401 });
    expect((await open(app, browser, (await begin(party)).url)).url.pathname).toBe('/login');
  });

  it('tells an app that knows no session ids only who has signed out', async () => {
    const { browser, path, idToken } = await signedIn(app, { logoutBySub: true });
    const { sub, sid } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    expect(sid).toBeUndefined();
    expect(await browser.post('/logout', {})).toMatchObject({ code: 200 });
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(path)).toEqual([expect.objectContaining({ sub })]);
    expect(tokensFor(path)[0]).not.toHaveProperty('sid');
  });

  it.each([
    ['of another key', 'RS256'],
    ['without a signature', 'none'],
    ['signed with a secret', 'HS256'],
  ])('ignores a hint %s', async (_name, alg) => {
    const { party, idToken } = await signedIn();
    const payload = idToken.split('.')[1] ?? '';
    const head = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signed = `${head}.${payload}`;
    const signatures: Readonly<Record<string, Buffer>> = {
      RS256: sign('sha256', Buffer.from(signed), privateKey),
      HS256: createHmac('sha256', party.secret ?? '')
        .update(signed)
        .digest(),
    };
    const hint = `${signed}.${signatures[alg]?.toString('base64url') ?? ''}`;
    const back = { post_logout_redirect_uri: 'https://app.example.com/bye' };
    const browser = app.newBrowser();
    const control = await open(app, browser, client.buildEndSessionUrl(party.config, { ...back, id_token_hint: idToken }));
    expect(control.status).toBe(200);
    const page = await open(app, browser, client.buildEndSessionUrl(party.config, { ...back, id_token_hint: hint }));
    expect([page.status, routeData(page.text)]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
  });

  it('with the hint of another person asks the person of this browser, and leaves the other signed in', async () => {
    const [victim, other] = [await signedIn(), await signedIn()];
    const back = { post_logout_redirect_uri: 'https://app.example.com/bye', id_token_hint: victim.idToken };
    const page = await open(app, other.browser, client.buildEndSessionUrl(victim.party.config, back));
    // Opening the page ends nothing, for neither of them.
    for (const { browser } of [victim, other]) expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    const { action, xsrf } = routeData(page.text);
    const post = (from: TestBrowser) =>
      from.raw({
        method: 'POST',
        path: String(action),
        headers: { origin: app.config.publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ xsrf: String(xsrf), logout: 'yes' }).toString(),
      });
    // The answer belongs to the browser that was asked.
    expect((await post(victim.browser)).status).toBe(400);
    await post(other.browser);
    expect(await other.browser.get('/account/metainfo')).toMatchObject({ code: 401 });
    expect(await victim.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(victim.path)).toEqual([]);
    expect(tokensFor(other.path)).toHaveLength(1);
  });

  it('with the hint of one app cannot lead to the address of another', async () => {
    const { party, browser } = await signedIn();
    const other = await newRelyingParty(app, { postLogoutRedirectUris: ['https://other.example.com/bye'] });
    const { id_token: theirs = '' } = await signInTo(app, browser, { party: other });
    const bye = 'https://app.example.com/bye';
    const wrong = [
      { id_token_hint: theirs, post_logout_redirect_uri: bye },
      { id_token_hint: theirs, client_id: party.clientId, post_logout_redirect_uri: bye },
      { client_id: other.clientId, post_logout_redirect_uri: bye },
    ];
    for (const query of wrong) {
      const page = await open(app, browser, `/oidc/session/end?${new URLSearchParams(query).toString()}`);
      expect([page.status, page.url.origin]).toEqual([400, app.config.publicUrl]);
    }
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it.each(['https://evil.test/', 'https://app.example.com/bye?x', 'javascript:alert(1)'])('never leads to %s', async (elsewhere) => {
    const { party, browser, idToken } = await signedIn();
    const url = client.buildEndSessionUrl(party.config, { post_logout_redirect_uri: elsewhere, id_token_hint: idToken });
    const page = await open(app, browser, url);
    expect(page.status).toBe(400);
    expect(routeData(page.text)).toMatchObject({ error: 'invalid_request' });
  });
});

describe('apps are told that a session has ended', () => {
  it('after sign-out here, once over many runs', async () => {
    const { party, browser, path, idToken } = await signedIn();
    expect(await browser.post('/logout', {})).toMatchObject({ code: 200 });
    await Promise.all([app.wiring.openid.tellSessionEnds(), app.wiring.openid.tellSessionEnds()]);
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(path)).toEqual([isLogoutToken(party, idToken)]);
  });

  it.each<[string, (browser: TestBrowser) => Promise<TestAnswer>]>([
    ['a sign-out', (browser) => browser.post('/logout', {})],
    ['a freeze', (browser) => browser.post('/account/freeze', { why: 'unknown' })],
  ])('as soon as %s is committed, without waiting for the next look', { timeout: 8000 }, async (_, act) => {
    const awake = await buildListeningApp({ tellsApps: true });
    try {
      const { browser, path } = await signedIn(awake);
      const heard = new Promise<void>((resolve) => {
        onToken = (where) => {
          if (where === path) resolve();
        };
      });
      expect(await act(browser)).toMatchObject({ code: 200 });
      await heard;
      expect(tokensFor(path)).toHaveLength(1);
    } finally {
      onToken = () => undefined;
      await awake.close();
    }
  });

  it('only at public addresses, if a developer named them', async () => {
    const { party, browser, path } = await signedIn();
    await app.db.q().updateTable('openid_clients').set({ owner_id: 'somebody' }).where('id', '=', party.clientId).execute();
    await browser.post('/logout', {});
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(path)).toEqual([]);
  });

  it('after a lock and after expiry', async () => {
    const [locked, left] = [await signedIn(), await signedIn()];
    const { data } = await locked.browser.get<{ id: string }>('/account/metainfo');
    const row = await app.db.q().selectFrom('accounts').select('id').where('number', '=', data.id).executeTakeFirstOrThrow();
    await transitionAccount(app.db, { id: row.id, from: 'active', to: 'locked' });
    await app.wiring.openid.tellSessionEnds();
    expect([tokensFor(locked.path).length, tokensFor(left.path).length]).toEqual([1, 0]);
    app.clock.advance(7 * day + minute);
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(left.path)).toHaveLength(1);
    app.clock.advance(-7 * day - minute);
  });

  it.each([{ prompt: 'login' }, { max_age: '1' }])(
    'not after a fresh sign-in of the same person that %j of another app asked for',
    async (params) => {
      const path = `/${client.randomState()}`;
      const [told, party] = [await newRelyingParty(app, { backchannelLogoutUri: `${address}${path}` }), await newRelyingParty(app)];
      const { browser, contact, password } = await signUp(app);
      const held = await signInTo(app, browser, { party: told, params: { scope: 'openid profile' } });
      const begun = await begin(party, params);
      const stop = await open(app, browser, begun.url);
      expect(stop.url.pathname).toBe('/login');
      expect(await browser.post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
      await app.wiring.openid.tellSessionEnds();
      expect(tokensFor(path)).toEqual([]);
      const { sub = '' } = held.claims() ?? {};
      expect(await client.fetchUserInfo(told.config, held.access_token, sub)).toMatchObject({ sub });
      expect((await client.refreshTokenGrant(told.config, held.refresh_token ?? '')).access_token).toBeTypeOf('string');
      expect((await open(app, browser, (await begin(told, { prompt: 'none' })).url)).url.searchParams.has('code')).toBe(true);
    },
  );

  it('after a sign-in of another person in the same browser', async () => {
    const { browser, path, idToken, party } = await signedIn();
    const other = await signUp(app);
    const { contact: account, password } = other;
    expect(await browser.post('/login/password', { account, password })).toMatchObject({ code: 200 });
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(path)).toEqual([isLogoutToken(party, idToken)]);
  });

  it('again after a failed delivery, and not while the session continues under a new id', async () => {
    const { browser, path } = await signedIn();
    expect(await browser.post('/account/auth', { method: 'password', password: 'violet7-Harbour' })).toMatchObject({ code: 200 });
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(path)).toEqual([]);
    await browser.post('/logout', {});
    status = 503;
    await app.wiring.openid.tellSessionEnds();
    status = 200;
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(path)).toHaveLength(1);
    app.clock.advance(minute);
    await app.wiring.openid.tellSessionEnds();
    app.clock.advance(10 * minute);
    await app.wiring.openid.tellSessionEnds();
    expect(tokensFor(path)).toHaveLength(2);
    received = [];
  });
});
