import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnAppView, OwnStreamView } from '#contract/apps/developer/developer.schemas.ts';
import { day } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { needsReview } from './may-develop.ts';
import { createOwnApp, must, newAppBody, newDeveloper, proveFor, type TestDeveloper } from '#server/testing/apps/developers.ts';
import { canary, quarters } from '#server/testing/costs/hostile-images.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let developer: TestDeveloper;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
  developer = await newDeveloper(app);
});

afterAll(() => app.close());

const pathOf = ({ clientID }: Pick<OwnAppView, 'clientID'>) => `/developer/apps/${clientID}`;

describe('the Developer Center', () => {
  it('needs the agreement in its current version, and an email', async () => {
    const { browser } = await signUp(app);
    const entry = must(await browser.get<{ open: boolean; started: boolean; contact: string; agreement: string }>('/developer'));
    expect(entry).toMatchObject({ open: true, started: false, contact: '' });
    expect((await browser.post('/developer/apps', newAppBody())).code).toBe(3040);
    expect((await browser.post('/developer/begin', { agreement: '2020-01-01' })).code).toBe(3010);
    expect(await browser.post('/developer/begin', { agreement: entry.agreement })).toMatchObject({
      code: 400,
      data: { fields: { contact: 'required' } },
    });
  });

  it('is closed, or open to a list, as the operator says', async () => {
    for (const [developers, code] of [
      [{ mode: 'off', invited: new Set<string>() }, 3040],
      [{ mode: 'invited', invited: new Set(['1']) }, 3040],
    ] as const) {
      const closed = await buildTestApp({ config: { rateFactor: 1000, developers } });
      const { browser } = await signUp(closed);
      expect(must(await browser.get('/developer'))).toMatchObject({ open: false });
      expect((await browser.post('/developer/begin', { agreement: '2026-11-22' })).code).toBe(code);
      await closed.close();
    }
  });

  it('of a list builds for its accounts, and an open one lets apps go live at once but for personal data', async () => {
    const invited = new Set<string>();
    const listed = await buildTestApp({ config: { rateFactor: 1000, developers: { mode: 'invited', invited } } });
    const { browser } = await signUp(listed);
    const number = must(await browser.get<{ id: string }>('/account/metainfo')).id;
    expect(must(await browser.get('/developer'))).toMatchObject({ open: false });
    invited.add(number);
    expect(must(await browser.get('/developer'))).toMatchObject({ open: true });
    await listed.close();
    const [plain, sensitive] = [{ scopes: ['openid', 'profile'] }, { scopes: ['openid', 'email'] }] as const;
    for (const [client, wanted, reviewedDomain, waits] of [
      [plain, plain, '', false],
      [plain, plain, 'example.com', true],
      [plain, sensitive, '', true],
      [sensitive, plain, '', true],
    ] as const)
      for (const mode of ['open', 'review', 'invited'] as const)
        expect(needsReview({ mode, invited: new Set() }, { client, reviewedDomain }, wanted), `${mode} ${reviewedDomain}`).toBe(
          mode !== 'open' || waits,
        );
  });

  it('registers an app in test without a secret, which takes a proof, is shown once and kept as a hash', async () => {
    const body = newAppBody();
    const { app: made } = must(await developer.browser.post<{ app: OwnAppView }>('/developer/apps', body));
    expect(made).toMatchObject({ state: 'test', version: 1, kind: 'web', secrets: [] });
    const form = { oldEnds: 'never', idempotencyKey: newId() };
    expect((await developer.browser.post(`/developer/apps/${made.clientID}/secrets`, form)).code).toBe(3001);
    await proveFor(developer, 'testAppSecret', made.clientID);
    const first = must(await developer.browser.post<{ secret: string }>(`/developer/apps/${made.clientID}/secrets`, form));
    expect(first.secret).toMatch(/^[\w-]{43}$/);
    const again = must(await developer.browser.post<{ app: OwnAppView }>('/developer/apps', body));
    expect(again.app.clientID).toBe(made.clientID);
    expect(JSON.stringify(again)).not.toContain(first.secret);
    const rows = JSON.stringify(await app.db.q().selectFrom('app_secrets').selectAll().execute());
    expect(rows).not.toContain(first.secret);
    expect(JSON.stringify(app.logLines)).not.toContain(first.secret);
  });

  it('has place for five apps in test and registers one form once, however often it is sent', async () => {
    const owner = await newDeveloper(app);
    const key = newId();
    const same = await Promise.all(
      Array.from({ length: 4 }, () => owner.browser.post('/developer/apps', newAppBody({ idempotencyKey: key }))),
    );
    expect(same.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    const others = await Promise.all(Array.from({ length: 8 }, () => owner.browser.post('/developer/apps', newAppBody())));
    expect(others.filter(({ code }) => code === 200)).toHaveLength(4);
    expect(others.find(({ code }) => code === 3042)?.data).toMatchObject({ max: 5 });
    expect(others.find(({ code }) => code === 3042)?.msg).toMatch(/5/);
    expect(must(await owner.browser.get<{ apps: unknown[] }>('/developer')).apps).toHaveLength(5);
  });

  it('registers five apps a day', async () => {
    const counted = await buildTestApp();
    const owner = await newDeveloper(counted);
    for (let made = 0; made < 5; made += 1) {
      const { app: one } = await createOwnApp(owner);
      await counted.db.q().updateTable('openid_clients').set({ purge_at: 1 }).where('id', '=', one.clientID).execute();
      await counted.wiring.core.apps.clients.remove(one.clientID);
    }
    const { code, msg } = await owner.browser.post('/developer/apps', newAppBody());
    expect([code, msg]).toEqual([3004, expect.stringMatching(/^操作过于频繁，请稍后再试。最早 \d+ 小时后可再试$/)]);
    await counted.close();
  });

  it.each([
    [{ name: { zh_CN: '', en_US: 'Notes' } }, { 'name.zh_CN': 'required' }],
    [{ name: { zh_CN: '笔记', en_US: 'No\u202etes' } }, { 'name.en_US': 'regex' }],
    [{ name: { zh_CN: '笔记', en_US: 'x'.repeat(41) } }, { 'name.en_US': 'max' }],
    [{ name: { zh_CN: '笔记', en_US: 'Notes \u2714 example.com' } }, { 'name.en_US': 'regex' }],
    [{ redirectUris: ['http://notes.example.com/cb'] }, { 'redirectUris.0': 'addressHttps' }],
    [{ redirectUris: ['https://a.example/x', 'https://a.example/x'] }, { 'redirectUris.1': 'addressTwice' }],
    [{ redirectUris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) }, { redirectUris: 'max' }],
    [{ postLogoutUris: ['https://a.example/#x'] }, { 'postLogoutUris.0': 'addressFragment' }],
  ])('refuses %j by its rules', async (changes, fields) => {
    const answer = await developer.browser.post('/developer/apps', newAppBody(changes));
    expect(answer).toMatchObject({ code: 400, data: { fields } });
  });

  it('gives no name that looks like the mark of a publisher, or hides a sign', async () => {
    const marks = ['\u2713', '\u2714\ufe0f', '\u2611', '\u2705', '\u221a', '\u2b50', '\u{1f6e1}', '\u{1f396}', '\u{1f3c5}', '\u{1f512}'];
    const domains = [
      'notes.example.com',
      'Notes (example.com)',
      'example.org Notes',
      'пример.рф',
      '示例.中国',
      'a.io',
      'notes．example．com',
    ];
    const hidden = [
      '\u200b',
      '\u200d',
      '\u200e',
      '\u200f',
      '\u202a',
      '\u202e',
      '\u2060',
      '\u2066',
      '\u2069',
      '\u00ad',
      '\ufeff',
      '\u3164',
      '\u2800',
      '\u034f',
    ];
    const lines = ['\n', '\r', '\t', '\u2028', '\u2029', '\u0000', '\u0007', '\u001b', '\ue000', '\ud800', '  '];
    const towers = ['x\u0300\u0301\u0302\u0303otes', `e${'\u0489'.repeat(40)}`];
    const empty = ['\u2003', '...', '—', '\u3000'];
    const names = [
      ...marks.flatMap((mark) => [`Notes ${mark}`, `${mark} Notes`]),
      ...domains,
      ...[...hidden, ...lines].map((sign) => `No${sign}tes`),
      ...towers,
      ...empty,
    ];
    expect(names.length).toBeGreaterThan(50);
    const given: string[] = [];
    for (const name of names) {
      const answer = await developer.browser.post('/developer/apps', newAppBody({ name: { zh_CN: '笔记', en_US: name } }));
      if (answer.code !== 400) given.push(JSON.stringify(name));
    }
    expect(given).toEqual([]);
    // Usual names stay possible.
    for (const name of ['Notes 2.0', 'Dr. Notes', 'Ünïcödé', 'नोट्स', '日记 & 笔记']) {
      const answer = await developer.browser.post('/developer/apps', newAppBody({ name: { zh_CN: '笔记', en_US: name } }));
      expect([name, answer.code]).not.toEqual([name, 400]);
    }
  });

  it.each(['Cedar ID', 'С\u0435dar ID', 'Ｃｅｄａｒ ＩＤ Login', 'cedar-id', '雪松账号'])(
    'does not give the name %s away',
    async (name) => {
      const answer = await developer.browser.post('/developer/apps', newAppBody({ name: { zh_CN: '笔记', en_US: name } }));
      expect(answer).toMatchObject({ code: 1025, data: { fields: { 'name.en_US': 'sensitive' } } });
    },
  );
});

describe('a logo', () => {
  it('is drawn again from the picture that was sent, and is no drawing or script', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await createOwnApp(owner);
    const send = async (bytes: Buffer) => {
      const body = { filetype: 'image/png', size: bytes.length };
      const begun = must(await owner.browser.post<{ sign: string; uploadUrl: string }>(`${pathOf(made)}/logo/begin`, body));
      await owner.browser.raw({ method: 'PUT', path: begun.uploadUrl, body: bytes, headers: { 'content-type': 'image/png' } });
      return owner.browser.post<OwnAppView>(`${pathOf(made)}/logo/finish`, { version: made.version, sign: begun.sign });
    };
    const png = await quarters().png().toBuffer();
    expect(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'))).toMatchObject({ code: 1027 });
    const { icon, version } = must(await send(Buffer.concat([png, Buffer.from(canary)])));
    expect(version).toBe(made.version + 1);
    const [head, drawn = ''] = icon.split(',');
    expect(head).toBe('data:image/webp;base64');
    const bytes = Buffer.from(drawn, 'base64');
    expect([bytes.subarray(8, 12).toString(), bytes.length < 20 * 1024, bytes.includes(canary)]).toEqual(['WEBP', true, false]);
  });
});

describe('streams of signals', () => {
  it('are made to a public address, tested, paused, resumed and removed, with their secret in one answer', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await createOwnApp(owner);
    const url = `${pathOf(made)}/streams`;
    const address = 'https://notes.example.com/signals';
    const body = { kind: 'webhook', address };
    expect((await owner.browser.post(url, body)).code).toBe(3001);
    await proveFor(owner, 'testAppSecret', made.clientID);
    for (const inside of ['http://127.0.0.1/x', 'http://notes.example.com/x'])
      expect(await owner.browser.post(url, { ...body, address: inside })).toMatchObject({
        code: 400,
        data: { fields: { address: 'addressHttps' } },
      });
    const { stream, secret } = must(await owner.browser.post<{ stream: OwnStreamView; secret: string }>(url, body));
    expect(secret).toMatch(/^whsec_/);
    expect(stream).toMatchObject({ kind: 'webhook', address, status: 'enabled', verified: false, waiting: 1 });
    const listed = async () => (await owner.browser.get<{ streams: OwnStreamView[] }>(url)).data.streams;
    expect(await listed()).toEqual([stream]);
    await proveFor(owner, 'testAppSecret', made.clientID);
    expect(await owner.browser.post(url, body)).toMatchObject({ code: 400, data: { fields: { address: 'addressTwice' } } });
    for (let n = 1; n < 4; n += 1) {
      await proveFor(owner, 'testAppSecret', made.clientID);
      must(await owner.browser.post(url, { kind: 'push', address: `${address}/${n}` }));
    }
    await proveFor(owner, 'testAppSecret', made.clientID);
    expect(await owner.browser.post(url, { kind: 'push', address: `${address}/4` })).toMatchObject({ code: 3042, data: { max: 4 } });

    const one = `${url}/${stream.id}`;
    must(await owner.browser.post(`${one}/test`, {}));
    expect((await owner.browser.post(`${one}/test`, {})).code).toBe(3004);
    expect(must(await owner.browser.put<OwnStreamView>(one, { status: 'paused' })).status).toBe('paused');
    expect(must(await owner.browser.put<OwnStreamView>(one, { status: 'enabled' })).status).toBe('enabled');
    // A stream of another app is nobody's here.
    const { app: second } = await createOwnApp(owner);
    expect((await owner.browser.delete(`${pathOf(second)}/streams/${stream.id}`, {})).code).toBe(404);
    must(await owner.browser.delete(one, {}));
    expect((await listed()).map(({ id }) => id)).not.toContain(stream.id);
  });
});

describe('settings of an app', () => {
  it('are changed by the first of two windows; the second sees the new values', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await createOwnApp(owner);
    const change = (home: string) =>
      owner.browser.put(pathOf(made), {
        version: made.version,
        links: { home, privacy: { zh_CN: '', en_US: '' }, terms: { zh_CN: '', en_US: '' } },
      });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => change(`https://notes.example.com/${n}`)));
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 7 }, () => 3043)]);
    const winner = answers.find(({ code }) => code === 200)?.data as OwnAppView;
    expect(answers.find(({ code }) => code === 3043)?.data).toMatchObject({
      app: { version: made.version + 1, links: { home: winner.links.home } },
    });
  });

  it('work at the defaults of most libraries: PKCE is checked where it is sent, claims stand in the ID token, no key is asked for', async () => {
    const owner = await newDeveloper(app);
    const { app: web } = await createOwnApp(owner);
    expect(web).toMatchObject({
      scopes: ['openid', 'profile', 'email'],
      options: { pkce: false, idTokenClaims: true, stay: true, dpop: false },
    });
    for (const kind of ['native', 'browser'] as const) {
      const { app: open } = await createOwnApp(owner, { kind, redirectUris: ['http://127.0.0.1:8765/cb'] });
      expect(open.options).toMatchObject({ pkce: true, idTokenClaims: false, stay: true, dpop: false });
    }
  });

  it('leave PKCE out only for a web app', async () => {
    const owner = await newDeveloper(app);
    const { app: native } = await createOwnApp(owner, { kind: 'native', redirectUris: ['com.example.notes:/cb'] });
    const answer = await owner.browser.put(pathOf(native), { version: 1, options: { ...native.options, pkce: false } });
    expect(answer).toMatchObject({ code: 400, data: { fields: { 'options.pkce': 'pkceKind' } } });
  });
});

describe('an app of somebody else', () => {
  /** Every call about one app, with a body of the right shape. */
  const rows: readonly (readonly [method: 'get' | 'post' | 'put' | 'delete', path: string, body?: Readonly<Record<string, unknown>>])[] = [
    ['get', ''],
    ['put', '', { version: 1 }],
    ['delete', '', { name: 'Meridian Notes' }],
    ['delete', '/pending', { version: 1 }],
    ['post', '/logo/begin', { filetype: 'image/png' }],
    ['post', '/logo/finish', { version: 1, sign: 'x' }],
    ['post', '/secrets', { oldEnds: 'now', idempotencyKey: 'x'.repeat(20) }],
    ['delete', '/secrets/abc', {}],
    ['put', '/keys', {}],
    ['post', '/domain', { domain: 'example.com', by: 'dns' }],
    ['post', '/review', { reasons: [] }],
    ['post', '/withdraw', {}],
    ['get', '/streams'],
    ['post', '/streams', { kind: 'webhook', address: 'https://notes.example.com/signals' }],
    ['put', '/streams/abc', { status: 'paused' }],
    ['post', '/streams/abc/test', {}],
    ['delete', '/streams/abc', {}],
    ['post', '/testers', { account: 'a@example.com' }],
    ['delete', '/testers/abc', {}],
    ['post', '/try', { scopes: [], prompt: '', maxAge: null, acrValues: '', claims: '', dpop: false, par: false, replace: false }],
    ['get', '/try/abc'],
    ['post', '/try/abc/refresh', {}],
    ['post', '/try/abc/revoke', {}],
    ['post', '/try/abc/clean', {}],
    ['get', '/usage'],
    ['get', '/failures'],
    ['post', '/transfer', { to: 'a@example.com' }],
    ['delete', '/transfer', {}],
    ['post', '/restore', {}],
  ];

  const calls = rows.map(([method, path, body = {}]) => ({ method, path, body }));

  async function send(browser: TestBrowser, { method, path, body }: (typeof calls)[number], id: string) {
    const url = `/developer/apps/${id}${path}`;
    return method === 'get' ? browser.get(url) : browser[method](url, body);
  }

  it.each(calls)('is unknown to $method $path', async (call) => {
    const { app: foreign } = await createOwnApp(await newDeveloper(app));
    const [theirs, nobodys] = [
      await send(developer.browser, call, foreign.clientID),
      await send(developer.browser, call, 'app-00000000000000000000'),
    ];
    expect([theirs.status, theirs.code]).toEqual([404, 404]);
    expect(theirs.text.replaceAll(/[\w-]{8,}/g, '')).toBe(nobodys.text.replaceAll(/[\w-]{8,}/g, ''));
  });

  it('is nothing that visitors can ask for', async () => {
    for (const call of calls) {
      const browser = app.newBrowser();
      await browser.prepare();
      expect([call, (await send(browser, call, 'app-x')).code]).toEqual([call, 401]);
    }
  });
});

describe('secrets', () => {
  it('are two at most, end when the developer says, and show themselves once', async () => {
    const owner = await newDeveloper(app);
    const { app: made, secret: first = '' } = await createOwnApp(owner);
    const url = `${pathOf(made)}/secrets`;
    const key = newId();
    app.clock.advance(1000);
    expect((await owner.browser.post(url, { oldEnds: 'week', idempotencyKey: key })).code).toBe(3001);
    await proveFor(owner, 'testAppSecret', made.clientID);
    const second = must(
      await owner.browser.post<{ id: string; secret: string; hint: string }>(url, { oldEnds: 'week', idempotencyKey: key }),
    );
    expect(second.secret.endsWith(second.hint)).toBe(true);
    expect(await works(made.clientID, first)).toBe(true);
    expect(await works(made.clientID, second.secret)).toBe(true);
    await proveFor(owner, 'testAppSecret', made.clientID);
    expect((await owner.browser.post(url, { oldEnds: 'never', idempotencyKey: key })).code).toBe(1022);
    expect(await owner.browser.post(url, { oldEnds: 'never', idempotencyKey: newId() })).toMatchObject({ code: 3042, data: { max: 2 } });
    const listed = must(await owner.browser.get<OwnAppView>(pathOf(made))).secrets;
    expect(listed.map(({ hint, endsAt }) => [hint, endsAt === null])).toEqual([
      [first.slice(-4), false],
      [second.hint, true],
    ]);
    // The refused call spent nothing.
    must(await owner.browser.delete(`${url}/${second.id}`, {}));
    expect(await works(made.clientID, second.secret)).toBe(false);
    expect(await works(made.clientID, first)).toBe(true);
    expect((await app.outbox(owner.email)).map(({ scene }) => scene)).toEqual(expect.arrayContaining(['secretMade', 'secretRemoved']));
    app.clock.advance(7 * day);
    expect(await works(made.clientID, first)).toBe(false);
  });

  it('make one for one of many equal forms', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await createOwnApp(owner);
    await proveFor(owner, 'testAppSecret', made.clientID);
    const body = { oldEnds: 'now', idempotencyKey: newId() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner.browser.post(`${pathOf(made)}/secrets`, body)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(must(await owner.browser.get<OwnAppView>(pathOf(made))).secrets).toHaveLength(1);
  });

  it('of the week before a freeze end, unless their owner confirms them: a thief may have made them', async () => {
    const owner = await newDeveloper(app);
    const { app: made, secret: old = '' } = await createOwnApp(owner);
    app.clock.advance(8 * day);
    must(await owner.browser.post('/login/password', { account: owner.contact, password: owner.password }));
    await proveFor(owner, 'testAppSecret', made.clientID);
    const form = { oldEnds: 'never', idempotencyKey: newId() };
    const { secret } = must(await owner.browser.post<{ secret: string }>(`${pathOf(made)}/secrets`, form));
    must(await owner.browser.post('/account/freeze', { why: 'unknown' }));
    const listed = await app.wiring.core.apps.clients.secrets.list(made.clientID);
    expect(listed.map(({ hint, heldAt }) => [hint, heldAt !== null])).toEqual([
      [old.slice(-4), false],
      [secret.slice(-4), true],
    ]);
    app.clock.advance(7 * day);
    expect([await works(made.clientID, old), await works(made.clientID, secret)]).toEqual([true, false]);
  });

  it('that were replaced end at once in other hands, and those on hold keep their time: nobody confirms them there', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await createOwnApp(owner);
    const { secrets } = app.wiring.core.apps.clients;
    const [clientId, at] = [made.clientID, app.clock.now()];
    const replaced = await secrets.add({ clientId, kind: 'secret', secret: newId(), at, endsAt: at + day });
    const held = await secrets.add({ clientId, kind: 'secret', secret: newId(), at });
    await secrets.holdNew({ ownerId: owner.accountId, since: at, at });
    await app.db
      .q()
      .updateTable('app_secrets')
      .set({ held_at: null, ends_at: at + day })
      .where('id', '=', replaced)
      .execute();
    await secrets.endReplaced({ clientId, at });
    await secrets.endOthers({ clientId, endsAt: at + 8 * day });
    await proveFor(owner, 'testAppSecret', clientId);
    expect(await owner.browser.post(`${pathOf(made)}/secrets/${held}/confirm`, {})).toMatchObject({ code: 3041 });
    const ends = new Map((await secrets.list(clientId)).map(({ id, endsAt }) => [id, endsAt]));
    expect([ends.get(replaced), ends.get(held)]).toEqual([at, at + 7 * day]);
  });

  async function works(clientId: string, secret: string): Promise<boolean> {
    const headers = {
      authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
      origin: undefined,
    };
    return (await app.newBrowser().raw({ method: 'POST', path: '/oidc/token/introspection', headers, body: 'token=x' })).status === 200;
  }
});
