// @one-database
/** Whose budget a call uses up, and how a caller learns that it has to wait. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { begin, connectRelyingParty, open, registerClient, routeData } from '#server/testing/apps/openid.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now() });
  await app.listen();
});

afterAll(async () => {
  await app.close();
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

function introspect(address: string, { clientId, secret }: { readonly clientId: string; readonly secret: string }) {
  const headers = { ...form, authorization: `Basic ${btoa(`${clientId}:${secret}`)}`, 'x-forwarded-for': address };
  return app.app.inject({ method: 'POST', url: '/oidc/token/introspection', headers, payload: 'token=x' });
}

/** Failed calls that were answered. A call counts when its answer is sent, so the next one may be a little early. */
const refused = (statuses: readonly number[]): number => statuses.filter((status) => status === 401).length;

describe('a stranger who calls in the name of an app', () => {
  it('uses up no call of the app, only those of its own network', async () => {
    const { clientId, secret = '' } = await registerClient(app);
    const wrong = { clientId, secret: 'guessed' };
    const statuses: number[] = [];
    for (let call = 0; call < 25; call += 1) statuses.push((await introspect('192.0.2.10', wrong)).statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(refused(statuses)).toBeLessThanOrEqual(21);
    for (let call = 0; call < 30; call += 1) expect((await introspect('192.0.2.11', { clientId, secret })).statusCode).toBe(200);
    // Another app behind the stranger's address continues too.
    const other = await registerClient(app);
    expect((await introspect('192.0.2.10', { clientId: other.clientId, secret: other.secret ?? '' })).statusCode).toBe(200);
  });

  it('meets the limit of its network however many names it tries', async () => {
    const names = Array.from({ length: 305 }, (_, index) => ({ clientId: `nobody-${index}`, secret: 'x' }));
    const statuses: number[] = [];
    for (const name of names) statuses.push((await introspect('192.0.2.12', name)).statusCode);
    expect(refused(statuses)).toBeLessThanOrEqual(301);
  });
});

describe('an answer that asks to wait', () => {
  it('has the form of OAuth, names the time, and is readable only for the pages of the app', async () => {
    const { clientId } = await registerClient(app, { kind: 'browser' });
    const ask = (origin: string, more = 'grant_type=refresh_token&refresh_token=x') =>
      app.app.inject({
        method: 'POST',
        url: '/oidc/token',
        headers: { ...form, origin, 'x-forwarded-for': '192.0.2.20' },
        payload: `client_id=${clientId}&${more}`,
      });
    for (let call = 0; call < 21; call += 1) await ask('https://app.example.com');
    const answer = await ask('https://app.example.com');
    expect([answer.statusCode, answer.json().error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect((await ask('https://elsewhere.example')).headers['access-control-allow-origin']).toBeUndefined();
    const device = await ask('https://app.example.com', 'grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=x');
    expect(device.json()).toMatchObject({ error: 'slow_down' });
  });

  it('is a page for a person', async () => {
    const party = await connectRelyingParty(app.config.publicUrl, await registerClient(app, { kind: 'browser' }));
    const clientIp = '2001:db8:77::1';
    const url = (await begin(party)).url;
    for (let call = 0; call < 60; call += 1) await open(app, app.newBrowser({ clientIp }), url);
    const stop = await open(app, app.newBrowser({ clientIp }), url);
    expect(stop.status).toBe(429);
    expect(routeData(stop.text)).toMatchObject({ error: 'temporarily_unavailable', retryAfter: expect.stringMatching(/^\d+$/) });
  });
});

describe('the opener of a page', () => {
  const opener = async (path: string) => (await app.app.inject({ method: 'GET', url: path })).headers['cross-origin-opener-policy'];

  it.each([
    '/oidc/auth',
    '/oidc/auth/x',
    '/oidc/interaction/x',
    '/oidc/interaction/x/leave',
    '/oidc/session/end',
    '/login',
    '/login?redirect=%2Foidc%2Finteraction%2Fx',
    '/register',
    '/consent?interaction=x',
    '/oauth/callback/qq',
  ])('is kept by %s, which an app may have opened', async (path) => {
    expect(await opener(path)).toBe('unsafe-none');
  });

  it.each([
    '/',
    '/pc-account-home',
    '/pc-security',
    '/device',
    '/link',
    '/cancellation',
    '/agreement/private',
    '/404',
    '/api/config.json',
    '/account',
  ])('is cut off by %s', async (path) => {
    expect(await opener(path)).toBe('same-origin');
  });
});
