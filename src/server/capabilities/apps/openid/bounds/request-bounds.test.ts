// @one-database
import * as client from 'openid-client';
import { supportedClaims } from '../discovery.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { minute } from '#server/platform/clock.ts';
import { removeShortLivedRows } from '#server/core/stale-rows.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { begin, newRelyingParty, open, routeData, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { freshPhone, signInCode, signUp } from '#server/testing/people/people.ts';
import { bytesOfRow, rowsOf } from '#server/testing/costs/row-bytes.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let party: TestRelyingParty;
let device: TestRelyingParty;

beforeAll(async () => {
  app = await buildListeningApp();
  party = await newRelyingParty(app);
  device = await newRelyingParty(app, deviceApp);
  advance(0);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const deviceApp: Partial<OpenidClient> = { kind: 'native', redirectUris: [], deviceGrant: true };
let networks = 0;

/** The library measures by the clock of the machine, stored records by ours. Here they are the same. */
function advance(ms: number): void {
  app.clock.advance(ms);
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
}

/** An IPv6 network that no other test uses. */
function freshNetwork(): string {
  networks += 1;
  return `2001:db8:${networks.toString(16)}:0::1`;
}

interface Kept {
  readonly id: string;
  readonly model: string;
  readonly account_id: string | null;
  readonly source: string | null;
  readonly bytes: number;
}

/** New rows of this table that belong to strangers. */
async function keptSince(before: ReadonlySet<string>): Promise<readonly Kept[]> {
  const rows = (await rowsOf(app.db, 'openid_records')) as readonly Kept[];
  return rows.filter(({ id }) => !before.has(id));
}

async function idsKept(): Promise<ReadonlySet<string>> {
  return new Set((await keptSince(new Set())).map(({ id }) => id));
}

async function ask(params: Readonly<Record<string, string>>, browser = app.newBrowser()) {
  // One moment each, so that the order by age is certain.
  advance(1);
  return open(app, browser, (await begin(party, params)).url);
}

async function askDevice(fields: Readonly<Record<string, string>>, browser: TestBrowser = app.newBrowser()) {
  const answer = await browser.raw({
    method: 'POST',
    path: '/oidc/device/auth',
    headers: { origin: undefined, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: device.clientId, ...fields }).toString(),
  });
  return { status: answer.status, ...(JSON.parse(answer.text) as { readonly error?: string; readonly user_code?: string }) };
}

describe('a request of an app', () => {
  it.each([
    ['state', 2048],
    ['nonce', 512],
    ['acr_values', 256],
  ])('is stored with a %s of %i bytes, and refused at the app with one more', async (name, most) => {
    expect((await ask({ [name]: 'x'.repeat(most) })).url.pathname).toBe('/login');
    const before = await idsKept();
    for (const text of ['x'.repeat(most + 1), '€'.repeat(Math.ceil((most + 1) / 3))]) {
      const { url } = await ask({ [name]: text });
      expect(url.origin + url.pathname).toBe('https://app.example.com/callback');
      expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: 'invalid_request', error_description: `${name} is too long` });
    }
    expect(await keptSince(before)).toEqual([]);
  });

  it.each(['login_hint', 'ui_locales', 'claims_locales', 'display'])('is stored without a %s of any length', async (name) => {
    const { url } = await ask({ [name]: 'x'.repeat(1000) });
    expect([url.pathname, url.searchParams.has(name)]).toEqual(['/login', false]);
  });

  it('may name each claim of the discovery document in both places', async () => {
    const { claims_supported: names = [] } = party.config.serverMetadata();
    const each = Object.fromEntries(names.map((name) => [name, { essential: false }]));
    expect(names.toSorted()).toEqual(supportedClaims.toSorted());
    expect((await ask({ claims: JSON.stringify({ id_token: each, userinfo: each }) })).url.pathname).toBe('/login');
    const { url } = await ask({ claims: JSON.stringify({ id_token: { ...each, more: null }, userinfo: each }) });
    expect(url.searchParams.get('error_description')).toBe('claims names too many');
  });

  it('is refused on a page of ours, at any length, if the redirect URL is not registered', async () => {
    const stop = await ask({ redirect_uri: 'https://elsewhere.example/', state: 'x'.repeat(3000) });
    expect([stop.status, stop.url.origin]).toEqual([400, app.config.publicUrl]);
    expect(routeData(stop.text)).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  it('is refused at the app when too long in total, and then its state comes back', async () => {
    const long = { state: 's'.repeat(2048), nonce: 'n'.repeat(512), login_hint: 'l'.repeat(254), acr_values: 'a'.repeat(256) };
    expect((await ask(long)).url.pathname).toBe('/login');
    const before = await idsKept();
    // In JSON, each of these characters takes six bytes.
    const { url } = await ask({ ...long, nonce: '\u0001'.repeat(400) });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: 'invalid_request', state: long.state });
    expect(await keptSince(before)).toEqual([]);
  });

  it('has 6,500 bytes at most in its row, about 1,000 usually, and stores the exact number', async () => {
    const worst = {
      state: '"'.repeat(1150),
      nonce: '€'.repeat(170),
      login_hint: 'l'.repeat(254),
      acr_values: 'a'.repeat(256),
      display: 'page',
    };
    for (const [params, most] of [
      [{}, 1100],
      [worst, 6500],
    ] as const) {
      const before = await idsKept();
      expect((await ask(params)).url.pathname).toBe('/login');
      const [row, ...others] = await keptSince(before);
      if (row === undefined) throw new Error('Nothing was kept.');
      expect(others).toEqual([]);
      expect(bytesOfRow(row)).toBeLessThanOrEqual(most);
      expect(bytesOfRow(row)).toBeGreaterThan(most * 0.8);
      expect(row.bytes).toBe(bytesOfRow(row));
    }
  });

  it('drops unknown parameters', async () => {
    const before = await idsKept();
    await ask({});
    const [usual] = await keptSince(before);
    const between = await idsKept();
    await ask({ nothing: 'n'.repeat(1000), other: 'o' });
    const [strange] = await keptSince(between);
    expect(strange?.bytes).toBe(usual?.bytes);
  });

  it('waits for twenty minutes, and for sixty after a sign-in', async () => {
    const expired = async (browser: TestBrowser, address: URL | string) => (await open(app, browser, address)).status === 400;
    const goOn = (url: URL) => url.searchParams.get('redirect') ?? '';
    const [nobody, late] = [app.newBrowser(), app.newBrowser()];
    const begun = await ask({}, nobody);
    const begunLate = await ask({}, late);
    const { browser } = await signUp(app);
    const asked = await ask({}, browser);
    expect(asked.url.pathname).toBe('/consent');
    advance(20 * minute - 2000);
    expect(await expired(nobody, goOn(begun.url))).toBe(false);
    advance(2000);
    expect(await expired(late, goOn(begunLate.url))).toBe(true);
    const uid = asked.url.searchParams.get('interaction') ?? '';
    advance(40 * minute - 2000);
    expect(await browser.get(`/openid/interaction/${uid}`)).toMatchObject({ code: 200 });
    advance(2000);
    expect(await browser.get(`/openid/interaction/${uid}`)).toMatchObject({ code: 1022 });
  });

  it('continues after a slow sign-in and then counts for the account', async () => {
    const phone = freshPhone();
    await signUp(app, { phone });
    advance(minute);
    const browser = app.newBrowser({ clientIp: freshNetwork() });
    const before = await idsKept();
    const { url } = await ask({}, browser);
    advance(15 * minute);
    expect(await browser.post('/login/code', { account: phone, code: await signInCode(app, browser, phone) })).toMatchObject({ code: 200 });
    const consent = await open(app, browser, url.searchParams.get('redirect') ?? '');
    expect(consent.url.pathname).toBe('/consent');
    const kept = await keptSince(before);
    expect(kept.filter(({ model }) => model === 'Interaction')).toMatchObject([{ source: null, bytes: 0 }]);
  });
});

describe('waiting requests', () => {
  it('are limited to sixty of a /64; then the oldest ends, and its person can begin again at the app', async () => {
    const address = freshNetwork();
    const first = app.newBrowser({ clientIp: address });
    const login = await ask({}, first);
    for (let i = 0; i < 59; i += 1) await ask({}, app.newBrowser({ clientIp: address }));
    const goOn = login.url.searchParams.get('redirect') ?? '';
    expect((await open(app, first, goOn)).url.pathname).toBe('/login');
    const second = app.newBrowser({ clientIp: address });
    await ask({}, second);
    const over = await open(app, first, goOn);
    expect([over.status, over.url.pathname]).toEqual([400, new URL(goOn, app.config.publicUrl).pathname]);
    expect(routeData(over.text)).toMatchObject({
      error: 'session_not_found',
      app: { name: { en_US: 'Test app' }, home: 'https://app.example.com/' },
    });
  });

  it('are limited to twenty of an account; then the oldest ends', async () => {
    const { browser } = await signUp(app);
    const uids = [];
    for (let i = 0; i < 22; i += 1) uids.push((await ask({}, browser)).url.searchParams.get('interaction') ?? '');
    const codes = [];
    for (const uid of uids) codes.push((await browser.get(`/openid/interaction/${uid}`)).code);
    expect(codes).toEqual([1022, 1022, ...Array.from({ length: 20 }, () => 200)]);
    // This also holds at once.
    await Promise.all(Array.from({ length: 12 }, () => ask({}, browser)));
    const rows = await keptSince(new Set());
    const counts = Object.groupBy(
      rows.filter(({ model }) => model === 'Interaction'),
      ({ account_id: id }) => id ?? 'nobody',
    );
    delete counts['nobody'];
    expect(Math.max(...Object.values(counts).map((own = []) => own.length))).toBe(20);
  });
});

describe('the code of a device', () => {
  const cjk = '雪'.repeat(64);
  const worst = {
    scope: 'openid profile email phone offline_access',
    device_name: cjk,
    device_model: cjk,
    os: cjk,
    os_version: cjk,
    hardware_id: '"'.repeat(128),
  };

  it('has 2,000 bytes at most in its row, whatever the device reports about itself', async () => {
    const before = await idsKept();
    expect((await askDevice(worst)).status).toBe(200);
    const [row] = await keptSince(before);
    if (row === undefined) throw new Error('Nothing was kept.');
    expect(bytesOfRow(row)).toBeLessThanOrEqual(2000);
    expect(row.bytes).toBe(bytesOfRow(row));
  });

  it('is refused for a nonce that is too long', async () => {
    const before = await idsKept();
    expect(await askDevice({ scope: 'openid', nonce: 'n'.repeat(513) })).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(await keptSince(before)).toEqual([]);
  });

  it.each(['login_hint', 'device_name', 'device_model', 'os', 'os_version'])('is answered in spite of a %s of any length', async (name) => {
    expect(await askDevice({ scope: 'openid', [name]: '雪'.repeat(500) })).toMatchObject({ status: 200 });
  });

  it('is refused for a body of more than 8 KiB, with a length or in chunks', async () => {
    const before = await idsKept();
    expect(await askDevice({ scope: 'openid', more: 'x'.repeat(8000) })).toMatchObject({ status: 200 });
    expect(await askDevice({ scope: 'openid', more: 'x'.repeat(8192) })).toMatchObject({ status: 400, error: 'invalid_request' });
    const body = new Blob([new URLSearchParams({ client_id: device.clientId, more: 'x'.repeat(8192) }).toString()]).stream();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': freshNetwork() };
    const inChunks = await fetch(`${app.config.publicUrl}/oidc/device/auth`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    });
    expect([inChunks.status, await inChunks.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
    expect(await keptSince(before)).toHaveLength(1);
  });

  it('is issued to twenty of a /64 at a time; the next must slow down, and no displayed code goes', async () => {
    const browser = app.newBrowser({ clientIp: freshNetwork() });
    const codes = [];
    for (let i = 0; i < 20; i += 1) codes.push(await askDevice({ scope: 'openid' }, browser));
    expect(codes.map(({ status }) => status)).toEqual(codes.map(() => 200));
    const before = await idsKept();
    expect(await askDevice({ scope: 'openid' }, browser)).toMatchObject({ status: 400, error: 'slow_down' });
    expect(await keptSince(before)).toEqual([]);
    const person = await signUp(app);
    // A refused or allowed code no longer belongs to a stranger: neither needs a place.
    expect(await person.browser.post('/openid/device/deny', { userCode: codes[0]?.user_code ?? '' })).toMatchObject({ code: 200 });
    const userCode = codes[1]?.user_code ?? '';
    const proof = { method: 'password', password: person.password, action: 'allowFarDevice', target: userCode };
    expect(await person.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
    const allowed = await person.browser.post('/openid/device/allow', { userCode, scopes: [] });
    expect(allowed).toMatchObject({ code: 200 });
    expect(await askDevice({ scope: 'openid' }, browser)).toMatchObject({ status: 200 });
    expect(await askDevice({ scope: 'openid' }, browser)).toMatchObject({ status: 400, error: 'slow_down' });
    advance(15 * minute);
    await removeShortLivedRows(app.db, app.clock.now());
    expect(await askDevice({ scope: 'openid' }, browser)).toMatchObject({ status: 200 });
  });
});

describe('a browser that is not signed in', () => {
  it('leaves no session of the provider, whatever cookies it sends', async () => {
    const before = await idsKept();
    const browser = app.newBrowser();
    for (const path of ['/oidc/auth', '/oidc/auth/x', '/oidc/session/end/confirm', '/oidc/session/end/success']) {
      browser.cookies.set('oidc_session', 'x'.repeat(43));
      for (const method of ['GET', 'POST'])
        await browser.raw({ method, path, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    }
    const kept = await keptSince(before);
    expect(kept).toEqual([]);
  });

  it('has its sign-out stored for twenty minutes, as one of the requests of its network', async () => {
    const address = freshNetwork();
    const end = (state: string) => {
      const query = new URLSearchParams({ client_id: party.clientId, post_logout_redirect_uri: 'https://app.example.com/bye', state });
      return app.newBrowser({ clientIp: address }).raw({ method: 'GET', path: `/oidc/session/end?${query.toString()}` });
    };
    const before = await idsKept();
    for (let i = 0; i < 70; i += 1) expect((await end('s'.repeat(2048))).status).toBe(200);
    const kept = await keptSince(before);
    expect(kept).toHaveLength(60);
    for (const row of kept) expect(bytesOfRow(row)).toBeLessThanOrEqual(6500);
    expect((await end('s'.repeat(2049))).status).toBe(400);
    await ask({}, app.newBrowser({ clientIp: address }));
    expect(await keptSince(before)).toHaveLength(60);
    advance(25 * minute);
    await removeShortLivedRows(app.db, app.clock.now());
    expect(await keptSince(before)).toEqual([]);
  });
});

describe('per minute,', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await buildTestApp({ now: Date.now() });
  });
  afterAll(() => strict.close());

  /** The number of calls from these client IPs in turn that are not refused with 429. */
  async function admitted(path: string, times: number, address: (turn: number) => string): Promise<number> {
    const method = path.includes('device') ? 'POST' : 'GET';
    const statuses = await Promise.all(
      Array.from({ length: times }, async (_, turn) => {
        return (await strict.app.inject({ method, url: path, headers: { 'x-forwarded-for': address(turn) } })).statusCode;
      }),
    );
    return statuses.filter((status) => status !== 429).length;
  }

  it.each([
    ['/oidc/auth', '192.0.2.1', 240],
    ['/oidc/session/end', '192.0.2.2', 240],
    ['/oidc/device/auth', '192.0.2.3', 60],
    ['/oidc/jwks', '192.0.2.4', 600],
  ])('%s admits from one client IP %s at most %i calls', async (path, address, most) => {
    expect(await admitted(path, most + 10, () => address)).toBe(most);
  });

  it.each([
    ['/64', () => '2001:db8:a:0::1', 15],
    ['/56', (turn: number) => `2001:db8:b:${(turn % 256).toString(16)}::1`, 30],
    ['/48', (turn: number) => `2001:db8:c:${(turn * 97).toString(16)}::1`, 60],
    ['/24', (turn: number) => `198.51.100.${turn % 250}`, 480],
  ] as const)('device codes for a %s are limited to its share', async (_name, address, most) => {
    expect(await admitted('/oidc/device/auth', most + 20, address)).toBe(most);
  });
});

it('an app with all its people behind one client IP signs them in as usual', async () => {
  const address = '198.51.100.77';
  for (let i = 0; i < 25; i += 1) {
    const { browser } = await signUp(app, { browser: app.newBrowser({ clientIp: address }) });
    const tokens = await signInTo(app, browser, { party });
    expect(await client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck)).toHaveProperty('sub');
    advance(1000);
  }
});
