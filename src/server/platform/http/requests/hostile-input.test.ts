// @one-database
/** Any hostile input, anywhere: answered from the catalogue, never a 500, and nothing stored. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#contract/errors.ts';
import type { BoundEndpoint } from '#server/platform/http/implement.ts';
import { newDeveloper } from '#server/testing/apps/developers.ts';
import { share } from '#contract/fixtures/short-form.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let server: TestApp;
let visitor: TestBrowser;
/** Signed in, and one who has begun in the Developer Center. */
let signedIn: TestBrowser;
let stored: unknown;

beforeAll(async () => {
  server = await buildTestApp({ config: { rateFactor: 100_000 } });
  visitor = server.newBrowser();
  await visitor.prepare();
  signedIn = (await newDeveloper(server)).browser;
  stored = await rowCounts();
});
afterAll(() => server.close());

const codes = new Set<number>(Object.values(catalogue).map(({ code }) => code));
/** Without those only for desktops, whose token is checked before the body is read: they answer 401 to any. */
const writes = () =>
  server.wiring.calls
    .flat()
    .filter(({ endpoint }) => endpoint.method !== 'GET' && !(endpoint.access === 'bearer' && endpoint.scope !== undefined));
/** In the short form each body of a list meets other calls, and each call other bodies. A call without a body schema takes any JSON. */
const takers = (turn: string) =>
  share(
    writes().filter(({ schema }) => schema.body !== undefined),
    { of: 4, turn },
  );

async function rowCounts() {
  const count = async (table: 'accounts' | 'identifiers' | 'sessions' | 'codes' | 'outbox' | 'consent_ledger' | 'audit') => {
    const row = await server.db
      .q()
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(row.rows);
  };
  return {
    accounts: await count('accounts'),
    identifiers: await count('identifiers'),
    sessions: await count('sessions'),
    codes: await count('codes'),
    outbox: await count('outbox'),
    acceptances: await count('consent_ledger'),
    audit: await count('audit'),
  };
}

function browserFor({ endpoint }: BoundEndpoint): TestBrowser {
  return endpoint.access === 'visitor' ? visitor : signedIn;
}

function pathOf({ endpoint }: BoundEndpoint): string {
  return `/api${endpoint.path.replaceAll(/:\w+/g, 'register')}`;
}

function send(bound: BoundEndpoint, body: string | Buffer, headers: Record<string, string | undefined> = {}): Promise<TestAnswer> {
  const bearer = bound.endpoint.access === 'bearer' ? { authorization: 'Bearer x' } : {};
  return browserFor(bound).raw({ method: bound.endpoint.method, path: pathOf(bound), body, headers: { ...bearer, ...headers } });
}

/** The logged reason of the last refusal. */
function reasonOfLast(): unknown {
  return server.logLines.findLast(({ msg }) => msg === 'request')?.['reason'];
}

/** Values of a type other than the property's. */
function wrongValues(type: unknown): readonly unknown[] {
  const all: Record<string, unknown> = {
    string: 'x',
    integer: 7.5,
    number: 7,
    boolean: true,
    object: { $ne: '' },
    array: ['13800138000'],
    null: null,
  };
  return Object.entries(all).flatMap(([name, value]) => (name === type || (type === 'integer' && name === 'number') ? [] : [value]));
}

function propertiesOf({ schema }: BoundEndpoint): readonly (readonly [string, unknown])[] {
  return Object.entries(schema.body?.properties ?? {}).map(([name, shape]) => [name, Reflect.get(shape, 'type')] as const);
}

describe('a body', () => {
  test.each([
    ['half an object', '{"phone":'],
    ['no JSON', 'phone=13800138000'],
    ['nothing but white space', '   '],
    ['a text', '"x"'],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[{"phone":"13800138000"}]'],
    ['a key twice', '{"phone":"13800138000","phone":"13900139000"}'],
    ['__proto__', '{"__proto__":{"phone":"13800138000"}}'],
    ['constructor', '{"constructor":{"prototype":{"phone":"1"}}}'],
    ['a thousand levels', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`],
    ['an unknown property', '{"isAdmin":true}'],
    ['a byte order mark', '\ufeff{}'],
    ['ill-formed UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d])],
    ['UTF-16', Buffer.from('{"phone":"13800138000"}', 'utf16le')],
  ])('of %s is refused as a bad request by every call', async (name, body) => {
    for (const bound of takers(name)) {
      const answer = await send(bound, body);
      expect([bound.name, answer.status, answer.code, answer.data]).toEqual([bound.name, 400, 400, {}]);
    }
    expect(await rowCounts()).toEqual(stored);
  });

  /** The largest possible body, filled with input that may trip a parser or a check. */
  const full = 64 * 1024;
  const filled = (part: string, [head, tail]: readonly [string, string]): string =>
    head + part.repeat(Math.floor((full - head.length - tail.length) / part.length)) + tail;

  test.each([
    ['a long text of another type', filled('x', ['{"phone":["', '"]}'])],
    ['numbers instead of texts', filled('7', ['{"phone":', '}'])],
    ['levels', filled('{"a":', ['', ''])],
    ['levels that are closed again', `${'['.repeat(full / 2)}${']'.repeat(full / 2)}`],
    ['objects of one property', filled('{"code":0},', ['{"x":[', '{"code":0}]}'])],
    ['an unknown property after known ones', filled(' ', ['{"phone":"13800138000"', ',"isAdmin":true}'])],
    ['the same key at both ends', filled(' ', ['{"phone":"13800138000",', '"phone":"13900139000"}'])],
    ['__proto__ at its end', filled(' ', ['{"phone":"13800138000",', '"__proto__":{"phone":"1"}}'])],
    ['half a sequence at its end', Buffer.concat([Buffer.from(filled('x', ['{"phone":"', '..']).slice(0, -2)), Buffer.from([0xe9, 0x9b])])],
    ['zeros', Buffer.alloc(full)],
  ])('of maximum size, %s, is refused as a bad request by every call', async (name, body) => {
    for (const bound of takers(name)) {
      const answer = await send(bound, body);
      if ((bound.endpoint.bodyLimit ?? full) < full) {
        expect([bound.name, answer.status]).toEqual([bound.name, 413]);
        continue;
      }
      expect([bound.name, answer.status, answer.code, answer.data]).toEqual([bound.name, 400, 400, {}]);
      expect([bound.name, reasonOfLast()]).toEqual([bound.name, expect.stringMatching(/^(body|shape)$/)]);
    }
    expect(await rowCounts()).toEqual(stored);
  });

  test('without a required value is refused, and stores nothing', async () => {
    for (const bound of writes().filter(({ schema }) => (schema.body?.required?.length ?? 0) > 0)) {
      for (const body of ['{}', '']) {
        const answer = await send(bound, body);
        expect([bound.name, answer.status, answer.code]).toEqual([bound.name, 400, 400]);
      }
    }
    expect(await rowCounts()).toEqual(stored);
  });

  test('with one value of another type is refused, for every property', async () => {
    for (const bound of writes()) {
      for (const [name, type] of propertiesOf(bound)) {
        for (const value of share(wrongValues(type), { of: 3, turn: name })) {
          const answer = await send(bound, JSON.stringify({ [name]: value }));
          expect([bound.name, name, value, answer.status, answer.code]).toEqual([bound.name, name, value, 400, 400]);
        }
      }
    }
    expect(await rowCounts()).toEqual(stored);
  });

  test('of more than 64 KiB is too large for every call', async () => {
    const body = JSON.stringify({ phone: '1'.repeat(70_000) });
    // A row with a longer limit takes it, and finds no text in it.
    for (const bound of writes().filter(({ endpoint }) => (endpoint.bodyLimit ?? 0) < body.length)) {
      const answer = await send(bound, body);
      expect([bound.name, answer.status, answer.code]).toEqual([bound.name, 413, 413]);
    }
    expect(await rowCounts()).toEqual(stored);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/ json',
    'text/json',
    'application/vnd.api+json',
    'application/json; charset=utf-16',
    'application/json; charset=gbk',
    'application/json;text/plain; charset=latin1',
    'nonsense',
    '',
  ])('of type %o is refused by every call', async (contentType) => {
    for (const bound of takers(contentType)) {
      const answer = await send(bound, '{"phone":"13800138000"}', { 'content-type': contentType });
      expect([bound.name, answer.status, answer.code]).toEqual([bound.name, 400, 400]);
      // Because of the type, not because of the content.
      expect([bound.name, reasonOfLast()]).toEqual([bound.name, expect.stringMatching(/^(FST_ERR_CTP_INVALID_MEDIA_TYPE|body)$/)]);
    }
    expect(await rowCounts()).toEqual(stored);
  });

  test.each([
    'application/json ',
    'application/json\t',
    ' application/json',
    'application/json;',
    'application/json ;charset=utf-8',
    'application/json\t; charset=utf-8',
    'application/json;\tcharset=utf-8',
    'application/json\t text/plain',
    'application/json, text/plain',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=',
    'application/json/x',
    'Application/JSON; boundary=x',
    'application/json;q="',
  ])('is checked or refused, but never taken unchecked, under the type %o', async (contentType) => {
    for (const bound of takers(contentType)) {
      const answer = await send(bound, '{"isAdmin":true}', { 'content-type': contentType });
      expect([bound.name, answer.status, answer.code]).toEqual([bound.name, 400, 400]);
      expect([bound.name, reasonOfLast()]).toEqual([bound.name, expect.stringMatching(/^(FST_ERR_CTP_INVALID_MEDIA_TYPE|body|shape)$/)]);
    }
    expect(await rowCounts()).toEqual(stored);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('compressed by %s is refused and never unpacked', async (encoding, compress) => {
    const bomb = compress(Buffer.from(`{"phone":"${'1'.repeat(16 * 1024 * 1024)}"}`));
    expect(bomb.length).toBeLessThan(64 * 1024);
    for (const bound of takers(encoding)) {
      const answer = await send(bound, bomb, { 'content-encoding': encoding });
      expect([bound.name, answer.status, answer.code]).toEqual([bound.name, 400, 400]);
    }
    expect(await rowCounts()).toEqual(stored);
  });

  test('of JSON with the charset UTF-8 is read', async () => {
    const bound = writes().find(({ name }) => name === 'checkUsername');
    if (bound === undefined) throw new Error('checkUsername is not served.');
    for (const contentType of [
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'APPLICATION/JSON',
      '\tapplication/json ',
    ]) {
      const answer = await send(bound, '{"username":"nobody"}', { 'content-type': contentType });
      expect([contentType, answer.code, answer.data]).toEqual([contentType, 200, false]);
    }
  });
});

describe('a query', () => {
  test.each([
    ['/navigation?language=zh_CN&language=en_US'],
    ['/navigation?language=zh_CN%00'],
    ['/navigation?language=%'],
    ['/navigation?language=%ff'],
    ['/navigation?__proto__=x'],
    ['/captcha/challenge'],
    ['/captcha/challenge?scene=nothing'],
    ['/captcha/challenge?scene=login&scene=register'],
    ['/agreement/private/latest?region=XX'],
    ['/agreement/private/..%2f..%2fetc'],
    ['/agreement/everything/latest'],
    [`/agreement/private/${'9'.repeat(33)}`],
  ])('%s is refused', async (path) => {
    const answer = await visitor.get(path);
    expect([answer.status, answer.code]).toEqual([400, 400]);
  });
});

describe('a path', () => {
  const paths = [
    '/api',
    '/api/',
    '/api/x',
    '/api/key/',
    '/api//key',
    '/api/KEY',
    '/api/key.css',
    '/api/account/metainfo/x.css',
    '/api/account',
  ];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  test.each(paths)('%s does not exist, with any method and any body', async (path) => {
    for (const method of methods) {
      const bodies = method === 'GET' || method === 'HEAD' ? [undefined] : [undefined, '{}', '{"a":'];
      for (const body of bodies) {
        const headers = body === undefined ? {} : { 'content-type': 'text/plain' };
        const answer = await visitor.raw({ method, path, headers, ...(body === undefined ? {} : { body }) });
        expect([method, answer.status]).toEqual([method, 404]);
        if (method !== 'HEAD') expect(answer.code).toBe(404);
      }
    }
  });

  test('of a call does not exist for other methods', async () => {
    const served = server.wiring.calls.flat().map(({ endpoint }) => endpoint);
    const takes = (method: string, path: string) =>
      served.some(
        (row) => row.method === (method === 'HEAD' ? 'GET' : method) && new RegExp(`^${row.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
      );
    const before = await rowCounts();
    let refused = 0;
    const addresses = new Set(served.map((row) => row.path.replaceAll(/:\w+/g, 'register')));
    for (const path of share([...addresses], { of: 3 })) {
      for (const method of methods.filter((one) => !takes(one, path))) {
        for (const browser of [visitor, signedIn]) {
          const answer = await browser.raw({
            method,
            path: `/api${path}`,
            ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
          });
          expect([method, path, answer.status]).toEqual([method, path, 404]);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(3 * served.length);
    expect(await rowCounts()).toEqual(before);
  });

  test.each([
    ['/api/%zz', 400],
    ['/api/%', 400],
    ['/api/%00', 400],
    [`/api/${'x'.repeat(4000)}`, 404],
    [`/api/agreement/private/${'x'.repeat(4000)}`, 404],
  ])('%s is answered by the catalogue', async (path, status) => {
    const answer = await visitor.raw({ method: 'GET', path });
    expect([answer.status, answer.code]).toEqual([status, status]);
  });
});

describe('a header', () => {
  test.each([
    ['x-key-id', "' or 1=1"],
    ['accept-language', 'x'.repeat(3000)],
    ['cookie', 'sid=; sid; =; ;;; lang'],
    ['cookie', '__proto__=1; constructor=2'],
    ['x-forwarded-for', 'unknown, "><script>, 1.2.3.4'],
    ['x-forwarded-for', '::ffff:1.2.3.4'],
    ['user-agent', '\u00ff'.repeat(500)],
    ['if-none-match', '*'],
    ['referer', 'javascript:alert(1)'],
  ])('%s: %s does no harm', async (name, value) => {
    const answer = await visitor.get('/navigation?language=zh_CN', { [name]: value });
    expect(answer.code).toBe(200);
  });
});

describe('on a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await server.listen();
    port = server.config.port;
  });

  async function exchange(request: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request);
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    await once(socket, 'close');
    return text;
  }

  const end = 'Connection: close\r\n\r\n';

  test.each([
    ['headers of more than 16 KiB', `GET /api/key HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n${end}`, 431],
    ['something else than HTTP', 'HELLO\r\n\r\n', 400],
    ['two lengths', `POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n${end}{}`, 400],
    ['length and chunks', `POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n${end}{}`, 400],
    ['a space before a colon', `GET /api/key HTTP/1.1\r\nHost : x\r\n${end}`, 400],
    ['two Hosts', `GET /api/key HTTP/1.1\r\nHost: x\r\nHost: y\r\n${end}`, 400],
    ['one Host twice', `GET /api/key HTTP/1.1\r\nHost: x\r\nHost: x\r\n${end}`, 400],
    ['two Hosts before a page', `GET /login HTTP/1.1\r\nHost: x\r\nHost: y\r\n${end}`, 400],
    ['two Hosts before the provider', `GET /oidc/jwks HTTP/1.1\r\nHost: x\r\nhost: y\r\n${end}`, 400],
    ['no Host', `GET /api/key HTTP/1.1\r\n${end}`, 400],
    ['another host as target', `GET http://evil.example/api/key HTTP/1.1\r\nHost: x\r\n${end}`, 400],
  ])('%s is answered and ends the connection', async (_name, request, status) => {
    const text = await exchange(request);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('takes 15 kB of cookies, and says in both languages what to do about more', async () => {
    const open = (bytes: number) => exchange(`GET /login HTTP/1.1\r\nHost: x\r\nCookie: a=${'x'.repeat(bytes)}\r\n${end}`);
    expect(await open(15_000)).not.toMatch(/^HTTP\/1\.1 4/);
    const page = await open(17_000);
    expect(page).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(page).toMatch(/^content-type: text\/html; charset=utf-8$/m);
    for (const text of ['<div lang="zh-CN"><h1>', '清除本网站', '<div lang="en"><h1>', 'Delete the cookies']) expect(page).toContain(text);
  });

  test('does not follow an encoded parent path', async () => {
    expect(await exchange(`GET /api/%2e%2e/dev/outbox HTTP/1.1\r\nHost: x\r\n${end}`)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await exchange(`GET /api/../dev/outbox HTTP/1.1\r\nHost: x\r\n${end}`)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('refuses TRACE and CONNECT', async () => {
    for (const line of ['TRACE /api/key', 'TRACE /login', 'CONNECT x:443', 'TRACK /api/key']) {
      const text = await exchange(`${line} HTTP/1.1\r\nHost: x\r\nX-Secret: canary\r\n${end}`);
      expect(text).not.toMatch(/^HTTP\/1\.1 [23]/);
      expect(text).not.toContain('canary');
    }
  });

  test('answers malformed requests in the envelope, with an id', async () => {
    const text = await exchange('HELLO\r\n\r\n');
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^x-request-id: \S+$/m);
    expect(head).toMatch(/^x-content-type-options: nosniff$/m);
    expect(JSON.parse(body)).toMatchObject({ code: 400, data: {} });
  });

  test('gives a connection 8 s for its headers and 15 s for its request', () => {
    expect(server.app.server).toMatchObject({ headersTimeout: 8000, requestTimeout: 15_000 });
  });

  test('keeps an idle connection for 65 s, and up to 10,000 connections', () => {
    expect(server.app.server).toMatchObject({ keepAliveTimeout: 65_000, maxConnections: 10_000 });
  });
});

test('has logged no fault and answered nothing outside the catalogue', () => {
  expect(server.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  const answered = server.logLines.flatMap(({ msg, code }) => (msg === 'request' && typeof code === 'number' ? [code] : []));
  expect(answered.length).toBeGreaterThan(100);
  expect(answered.filter((code) => code !== 200 && !codes.has(code))).toEqual([]);
});
