// @one-database
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import type { OwnAppView, TrialView } from '#contract/apps/developer/developer.schemas.ts';
import { minute } from '#server/platform/clock.ts';
import { createOwnApp, must, newDeveloper, proveFor, type TestDeveloper } from '#server/testing/apps/developers.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { begin, connectRelyingParty, consent, authorize, exchange, open, routeData, signInTo } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/** `APP_SIGN_INS=1000` is the whole trial. */
const signInsOfOthers = Number(process.env['APP_SIGN_INS'] ?? 6);

let app: TestApp;
let owner: TestDeveloper;

beforeAll(async () => {
  app = await buildListeningApp();
  owner = await newDeveloper(app);
});

afterAll(() => app.close());

const usual = {
  scopes: ['openid', 'profile'],
  prompt: '',
  maxAge: null,
  acrValues: '',
  claims: '',
  dpop: false,
  par: false,
  replace: true,
};
const pathOf = ({ clientID }: Pick<OwnAppView, 'clientID'>) => `/developer/apps/${clientID}`;
const statesOf = ({ steps }: TrialView) => Object.fromEntries(steps.map(({ name, state }) => [name, state]));

async function start({ browser }: Person, own: OwnAppView, changes: Readonly<Record<string, unknown>> = {}): Promise<TrialView> {
  return must(await browser.post<TrialView>(`${pathOf(own)}/try`, { ...usual, ...changes }));
}

/** The browser's way through the real pages; the query with which it comes to the page of trials. */
async function signIn(browser: TestBrowser, url: string, scopes: readonly string[] = usual.scopes): Promise<string> {
  const stop = await open(app, browser, url);
  const end = stop.url.pathname === '/consent' ? await consent(app, browser, stop, scopes) : stop;
  expect(end.url.pathname).toBe('/developer/try');
  return end.url.search.slice(1);
}

async function allowScopes(own: OwnAppView, scopes: readonly string[], options: Partial<OwnAppView['options']> = {}): Promise<OwnAppView> {
  const body = { version: own.version, scopes, options: { ...own.options, ...options } };
  return must(await owner.browser.put<OwnAppView>(pathOf(own), body));
}

describe('a trial', () => {
  it('runs the real flow to its end, and refreshes, revokes and cleans up', async () => {
    const { app: made } = await createOwnApp(owner, {});
    const own = await allowScopes(made, ['openid', 'profile'], { stay: true });
    const run = await start(owner, own, { scopes: ['openid', 'profile', 'offline_access'], prompt: 'consent' });
    expect(statesOf(run)).toMatchObject({ request: 'done', page: 'waiting', tokens: 'waiting' });
    const answer = await signIn(owner.browser, run.url, ['openid', 'profile', 'offline_access']);
    const done = must(await owner.browser.post<TrialView>('/developer/try', { answer }));
    expect(statesOf(done)).toEqual({
      request: 'done',
      page: 'done',
      answer: 'done',
      tokens: 'done',
      id: 'done',
      info: 'done',
      refresh: 'waiting',
    });
    const claims = done.steps.find(({ name }) => name === 'info')?.rows ?? [];
    expect(claims.find(({ name }) => name === 'nickname')).toMatchObject({ scope: 'profile', value: owner.account.nickname });
    // Tokens are cut, wherever they stand.
    expect(JSON.stringify(done)).not.toMatch(/[\w-]{44,}\.[\w-]{20,}\.[\w-]{20,}/);
    const path = `${pathOf(own)}/try/${run.run}`;
    expect(statesOf(must(await owner.browser.post<TrialView>(`${path}/refresh`, {})))).toMatchObject({ refresh: 'done' });
    expect(must(await owner.browser.post<TrialView>(`${path}/revoke`, {})).state).toBe('over');
    must(await owner.browser.post(`${path}/clean`, {}));
    expect(must(await owner.browser.get<unknown[]>('/oauthclient/list'))).toEqual([]);
    expect((await owner.browser.get(path)).code).toBe(404);
    expect(await secretsOf(own)).toEqual([]);
  });

  it('proves possession of a key where the app requires it', async () => {
    const { app: own } = await createOwnApp(owner, { kind: 'browser' });
    must(await owner.browser.put(pathOf(own), { version: 1, options: { ...own.options, dpop: true } }));
    const run = await start(owner, own);
    const done = must(await owner.browser.post<TrialView>('/developer/try', { answer: await signIn(owner.browser, run.url) }));
    expect(done.state).toBe('done');
    expect(done.steps.find(({ name }) => name === 'tokens')?.rows.find(({ name }) => name === 'token_type')?.value).toBe('DPoP');
  });

  it('shows a device its code, and follows it', async () => {
    const { app: own } = await createOwnApp(owner, { kind: 'device', redirectUris: [] });
    const run = await start(owner, own);
    expect(run.userCode).not.toBe('');
    const path = `${pathOf(own)}/try/${run.run}`;
    expect(statesOf(must(await owner.browser.get<TrialView>(path)))).toMatchObject({ tokens: 'waiting' });
    app.clock.advance(6000);
    must(await owner.browser.post('/openid/device/allow', { userCode: run.userCode, scopes: ['openid', 'profile'] }));
    const done = must(await owner.browser.get<TrialView>(path));
    expect(statesOf(done)).toMatchObject({ page: 'done', answer: 'skipped', tokens: 'done', id: 'done', info: 'done' });
  });

  it('says that the person refused', async () => {
    const { app: own } = await createOwnApp(await fresh(), {});
    const run = await start(owner, own);
    const stop = await open(app, owner.browser, run.url);
    const uid = stop.url.searchParams.get('interaction') ?? '';
    const refused = must(await owner.browser.post<{ continue: string }>(`/openid/interaction/${uid}/deny`, {}));
    const end = await open(app, owner.browser, refused.continue);
    const done = must(await owner.browser.post<TrialView>('/developer/try', { answer: end.url.search.slice(1) }));
    expect([done.state, statesOf(done)['answer']]).toEqual(['refused', 'failed']);
  });

  it('belongs to its account, its browser and its time, and is answered once', async () => {
    const { app: own } = await createOwnApp(await fresh(), {});
    const run = await start(owner, own);
    const answer = await signIn(owner.browser, run.url);
    const other = await newDeveloper(app);
    expect((await other.browser.post('/developer/try', { answer })).code).toBe(1022);
    const elsewhere = app.newBrowser();
    must(await elsewhere.post('/login/password', { account: owner.contact, password: owner.password }));
    expect((await elsewhere.post('/developer/try', { answer })).code).toBe(1022);
    expect((await elsewhere.get(`${pathOf(own)}/try/${run.run}`)).code).toBe(404);
    expect((await owner.browser.post('/developer/try', { answer: answer.replace(/state=[^&]*/, 'state=abc') })).code).toBe(1022);
    const answers = await Promise.all([1, 2, 3].map(() => owner.browser.post('/developer/try', { answer })));
    expect(answers.map(({ code }) => code).toSorted((one, next) => one - next)).toEqual([200, 1022, 1022]);
  });

  it('is one at a time, and its address is nobody else’s', async () => {
    const { app: own, secret } = await createOwnApp(await fresh(), {});
    const run = await start(owner, own);
    expect(await owner.browser.post(`${pathOf(own)}/try`, { ...usual, replace: false })).toMatchObject({
      code: 3043,
      data: { run: run.run },
    });
    const party = await connectRelyingParty(app.config.publicUrl, {
      clientId: own.clientID,
      secret,
      redirectUri: `${app.config.publicUrl}/developer/try`,
    });
    const errorAt = async (person: Person, url: URL | string) => routeData((await open(app, person.browser, url)).text)['error'];
    expect(await errorAt(owner, (await begin(party)).url)).toBe('invalid_redirect_uri');
    expect(await errorAt(await signUp(app), run.url)).toBe('invalid_redirect_uri');
    app.clock.advance(10 * minute);
    expect(await errorAt(owner, run.url)).toBe('invalid_redirect_uri');
    expect((await owner.browser.get(`${pathOf(own)}/try/${run.run}`)).code).toBe(404);
  });

  /** The app of another test has no place in the list. */
  async function fresh(): Promise<TestDeveloper> {
    for (const { clientID } of must(await owner.browser.get<{ apps: OwnAppView[] }>('/developer')).apps)
      await app.wiring.core.apps.clients.remove(clientID);
    return owner;
  }

  async function secretsOf({ clientID }: OwnAppView) {
    const all = await app.wiring.core.apps.clients.secrets.list(clientID);
    return all.filter(({ kind, endsAt }) => kind === 'trial' && (endsAt ?? Infinity) > app.clock.now());
  }
});

describe('the log of failed requests', () => {
  interface Failures {
    readonly items: readonly {
      readonly cause: string;
      readonly detail: string;
      readonly endpoint: string;
      readonly count: number;
      readonly cure: string;
    }[];
    readonly next: string | null;
  }

  it('has the scopes that a request asked for and its registration lacks: they are left out, and the sign-in continues', async () => {
    const developer = await newDeveloper(app);
    const { app: own, secret } = await createOwnApp(developer);
    const redirectUri = 'https://notes.example.com/callback';
    const party = await connectRelyingParty(app.config.publicUrl, { clientId: own.clientID, secret, redirectUri });
    const tokens = await exchange(party, await authorize(app, developer.browser, { party, params: { scope: 'openid profile phone' } }));
    expect(tokens.scope).toBe('openid profile');
    await app.wiring.core.apps.activity.flush();
    const { items } = must(await developer.browser.get<Failures>(`${pathOf(own)}/failures`));
    expect(items).toMatchObject([{ cause: 'scope', detail: 'phone', endpoint: 'authorization' }]);
  });

  it('has the cause of each in words, equal ones once a minute', async () => {
    const developer = await newDeveloper(app);
    const { app: own, secret } = await createOwnApp(developer);
    const redirectUri = 'https://notes.example.com/callback';
    const connect = (given = secret, address = redirectUri) =>
      connectRelyingParty(app.config.publicUrl, { clientId: own.clientID, secret: given, redirectUri: address });
    const party = await connect();
    const wrongAddress = await connect(secret, 'https://notes.example.com/callbck?login_hint=somebody@example.com');
    for (let n = 0; n < 3; n += 1) await open(app, developer.browser, (await begin(wrongAddress)).url);
    const answered = await authorize(app, developer.browser, { party });
    await expect(exchange(await connect('x'.repeat(43)), answered)).rejects.toMatchObject({ status: 401 });
    await exchange(party, answered);
    await expect(exchange(party, answered)).rejects.toMatchObject({ error: 'invalid_grant' });
    const other = await authorize(app, developer.browser, { party });
    await expect(exchange(party, { ...other, verifier: 'y'.repeat(43) })).rejects.toMatchObject({ error: 'invalid_grant' });
    must(await developer.browser.put(pathOf(own), { version: 1, options: { ...own.options, pkce: true } }));
    const noPkce = client.buildAuthorizationUrl(party.config, { redirect_uri: redirectUri, scope: 'openid' });
    await open(app, developer.browser, noPkce);
    await proveFor(developer, 'testAppSecret', own.clientID);
    must(await developer.browser.post(`${pathOf(own)}/secrets`, { oldEnds: 'now', idempotencyKey: 'z'.repeat(20) }));
    await expect(exchange(party, other)).rejects.toMatchObject({ status: 401 });
    await app.wiring.core.apps.activity.flush();
    const { items, next } = must(await developer.browser.get<Failures>(`${pathOf(own)}/failures`));
    expect(next).toBeNull();
    const found = new Map(items.map((item) => [item.cause, item]));
    expect(found.get('redirect')).toMatchObject({
      endpoint: 'authorization',
      detail: 'https://notes.example.com/callbck',
      count: 3,
      cure: 'settings',
    });
    expect(found.get('secretEnded')?.detail).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect([...found.keys()].toSorted()).toEqual(['codeTwice', 'pkce', 'redirect', 'secret', 'secretEnded', 'verifier']);
    const only = must(await developer.browser.get<Failures>(`${pathOf(own)}/failures?cause=secret`));
    expect(only.items.map(({ cause }) => cause)).toEqual(['secret']);
    expect(JSON.stringify(items)).not.toContain('somebody');
  });

  it('counts days, and shows no person whatever others do', { timeout: 10 * minute }, async () => {
    const developer = await newDeveloper(app);
    const { app: own, secret } = await createOwnApp(developer);
    const party = await connectRelyingParty(app.config.publicUrl, {
      clientId: own.clientID,
      secret,
      redirectUri: 'https://notes.example.com/callback',
    });
    await app.db.q().updateTable('openid_clients').set({ scope_reasons: '' }).where('id', '=', own.clientID).execute();
    const people = await Promise.all(Array.from({ length: 3 }, () => signUp(app)));
    await openToAll(own.clientID);
    const subs: string[] = [];
    for (let n = 0; n < signInsOfOthers; n += 1) {
      const person = people[n % people.length];
      if (person === undefined) throw new Error('nobody signs in');
      const tokens = await signInTo(app, person.browser, { party, params: { login_hint: person.contact } });
      subs.push(tokens.claims()?.sub ?? '');
      if (n < people.length)
        await open(app, person.browser, `${(await begin(party)).url.href}&redirect_uri=x&login_hint=${person.contact}`);
    }
    expect(new Set(subs).size).toBe(people.length);
    expect(subs).not.toContain('');
    await app.wiring.core.apps.activity.flush();
    const seen: string[] = [];
    await proveFor(developer, 'testAppSecret', own.clientID);
    must(await developer.browser.post(`${pathOf(own)}/streams`, { kind: 'poll' }));
    for (const { browser } of people) await browser.post('/logout', {});
    const { streams } = must(await developer.browser.get<{ streams: { id: string }[] }>(`${pathOf(own)}/streams`));
    // Every call that a developer can read with, and none is left out.
    const reads = Object.values(developerEndpoints).filter(({ method, access }) => method === 'GET' && access === 'developer');
    expect(reads.length).toBeGreaterThan(5);
    for (const { path } of reads) {
      const url = path.replace(':id', own.clientID).replace(':stream', streams[0]?.id ?? '');
      seen.push((await developer.browser.get(url)).text);
    }
    seen.push((await developer.browser.get('/developer')).text);
    expect(seen.some((text) => text.includes('session-revoked'))).toBe(true);
    for (const { contact, account, browser } of people) {
      for (const value of [contact, account.nickname, account.id, browser.clientIp])
        expect(seen.filter((text) => text.includes(value))).toEqual([]);
    }
    for (const sub of new Set(subs)) expect(seen.filter((text) => text.includes(sub))).toEqual([]);
    const usage = must(
      await developer.browser.get<{ days: { signIns: number; newPeople: number }[]; allowed: number }>(`${pathOf(own)}/usage`),
    );
    expect(usage.days).toHaveLength(90);
    expect(usage.days.at(-1)).toMatchObject({ newPeople: 3 });
    expect(usage.days.at(-1)?.signIns).toBe(signInsOfOthers);
    expect(usage.allowed).toBe(3);
  });

  it('keeps at most forty kinds a minute, and never writes in the request', async () => {
    const developer = await newDeveloper(app);
    const { app: own } = await createOwnApp(developer);
    const { activity } = app.wiring.core.apps;
    const failure = { clientId: own.clientID, endpoint: 'token', error: 'invalid_scope', cause: 'scope', requestId: 'r' } as const;
    for (let n = 0; n < 60; n += 1) activity.fail({ ...failure, detail: `scope${n}` });
    const rows = () => app.db.q().selectFrom('app_failures').selectAll().where('client_id', '=', own.clientID).execute();
    expect(await rows()).toHaveLength(0);
    await activity.flush();
    expect(await rows()).toHaveLength(40);
    const { days } = must(await developer.browser.get<{ days: { failures: number }[] }>(`${pathOf(own)}/usage`));
    expect(days.at(-1)?.failures).toBe(60);
  });

  async function openToAll(clientId: string): Promise<void> {
    const { moveApp } = await import('#server/core/apps/developer/own-apps.guarded.ts');
    await moveApp(app.db, { id: clientId, from: ['test'], to: 'live' });
  }
});

describe('keys of an app', () => {
  const publicKey = async (alg: 'ES256' | 'RS256', options = {}) => {
    const { exportJWK, generateKeyPair } = await import('jose');
    const pair = await generateKeyPair(alg, { extractable: true, ...options });
    return { open: await exportJWK(pair.publicKey), secret: await exportJWK(pair.privateKey) };
  };

  it('are public ones of known kinds, and a private part is told before anything else', async () => {
    const developer = await newDeveloper(app);
    const { app: own } = await createOwnApp(developer);
    const put = (jwks: unknown) =>
      developer.browser.put(`${pathOf(own)}/keys`, { jwks: typeof jwks === 'string' ? jwks : JSON.stringify(jwks) });
    const { open: good, secret } = await publicKey('ES256');
    const { open: rsa } = await publicKey('RS256');
    for (const [paste, rule] of [
      [secret, 'jwkPrivate'],
      [{ keys: [good, { kty: 'oct', k: 'AAAA' }] }, 'jwkPrivate'],
      [[...Array.from({ length: 8 }, () => good), secret], 'jwkPrivate'],
      ['nonsense', 'jwkForm'],
      [[], 'jwkForm'],
      [Array.from({ length: 6 }, () => good), 'jwkMany'],
      [{ ...good, alg: 'none' }, 'jwkAlg'],
      [{ ...good, crv: 'secp256k1' }, 'jwkAlg'],
      [{ ...rsa, alg: 'RS256' }, 'jwkAlg'],
      [{ ...rsa, n: 'x'.repeat(2000), alg: 'PS256' }, 'jwkSize'],
      [{ ...rsa, n: rsa.n?.slice(0, 80), alg: 'PS256' }, 'jwkSize'],
    ] as const) {
      expect(await put(paste)).toMatchObject({ code: 400, data: { fields: { jwks: rule } } });
    }
    expect((await put(good)).code).toBe(3001);
    await proveFor(developer, 'testAppSecret', own.clientID);
    const { thumbprints } = must(await put([good, { ...rsa, alg: 'PS256' }])) as { thumbprints: string[] };
    const { calculateJwkThumbprint } = await import('jose');
    expect(thumbprints[0]).toBe(await calculateJwkThumbprint(good));
    const view = must(await developer.browser.get<OwnAppView>(pathOf(own)));
    expect(view.keys.list.map(({ alg }) => alg)).toEqual(['ES256', 'PS256']);
    expect((await app.outbox(developer.email)).map(({ scene }) => scene)).toContain('keysChanged');
    const all = JSON.stringify([await app.db.q().selectFrom('openid_clients').selectAll().execute(), app.logLines]);
    expect(all).not.toContain(secret.d);
  });
});
