// @one-database
/**
 * The bytes that a connection may send. Each refused request differs from an accepted one in one detail, which is the
 * reason of the refusal.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let server: TestApp;
let browser: TestBrowser;
let own: string;

beforeAll(async () => {
  server = await buildTestApp({ config: { rateFactor: 100_000 } });
  own = await server.listen();
  browser = server.newBrowser();
  await browser.prepare();
});
afterAll(() => server.close());

async function open(): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> {
  const socket = connect(server.config.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await once(socket, 'connect');
  return { socket, answer };
}

/** The status of the answer to these bytes. */
async function statusOf(bytes: string): Promise<number> {
  const { socket, answer } = await open();
  socket.write(bytes);
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(await answer)?.[1]);
}

const body = '{"username":"nobody"}';

/**
 * A write that succeeds with 200, with changed headers or target. A header of undefined is omitted; a list is sent as
 * several.
 */
function write({
  target = '/api/check/username',
  headers = {},
}: {
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
} = {}): string {
  const all: Record<string, string | readonly string[] | undefined> = {
    Host: new URL(own).host,
    Origin: own,
    'X-CSRF-Token': browser.cookies.get('csrf'),
    Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => [value ?? []].flat().map((each) => `${name}: ${each}\r\n`));
  return `POST ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

describe('a write on a connection', () => {
  const own443 = 'http://localhost:443';
  test.each([
    ['two Hosts', 400, () => ({ headers: { Host: [new URL(own).host, 'evil.example'] } })],
    ['its Host twice', 400, () => ({ headers: { Host: [new URL(own).host, new URL(own).host] } })],
    ['no Host', 400, () => ({ headers: { Host: undefined } })],
    ['an absolute target', 400, () => ({ target: 'http://evil.example/api/check/username' })],
    ['its own address as target', 400, () => ({ target: `${own}/api/check/username` })],
    ['no Origin', 403, () => ({ headers: { Origin: undefined } })],
    ['another Origin', 403, () => ({ headers: { Origin: 'https://evil.example' } })],
    ['the Origin of another port', 403, () => ({ headers: { Origin: own443 } })],
    ['its Origin with more behind it', 403, () => ({ headers: { Origin: `${own}.evil.example` } })],
    ['two Origins, the second its own', 403, () => ({ headers: { Origin: ['https://evil.example', own] } })],
    ['two Origins, the first its own', 403, () => ({ headers: { Origin: [own, 'https://evil.example'] } })],
    ['the type text/plain', 400, () => ({ headers: { 'Content-Type': 'text/plain' } })],
    ['the type of a form', 400, () => ({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })],
    ['no type', 400, () => ({ headers: { 'Content-Type': undefined } })],
    ['a body that is said to be packed', 400, () => ({ headers: { 'Content-Encoding': 'gzip' } })],
    ['two lengths', 400, () => ({ headers: { 'Content-Length': [String(body.length), '2'] } })],
    ['a length and chunks', 400, () => ({ headers: { 'Transfer-Encoding': 'chunked' } })],
    ['headers of more than 16 KiB', 431, () => ({ headers: { 'X-Long': 'x'.repeat(16 * 1024) } })],
  ] as const)('is refused with %s, and answered without', async (_name, status, change) => {
    expect(await statusOf(write())).toBe(200);
    expect(await statusOf(write(change()))).toBe(status);
  });
});

test('answers HEAD as GET, for every call that answers GET', async () => {
  const ask = (method: string, path: string) =>
    statusOf(`${method} ${path} HTTP/1.1\r\nHost: ${new URL(own).host}\r\nConnection: close\r\n\r\n`);
  // To a caller without a known key this one is not there.
  const reads = server.wiring.calls.flat().filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.path !== '/desktop/end');
  expect(reads.length).toBeGreaterThan(15);
  for (const { endpoint } of reads) {
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'register')}`;
    const status = await ask('GET', path);
    expect([path, status]).not.toEqual([path, 404]);
    expect([path, await ask('HEAD', path)]).toEqual([path, status]);
  }
});

describe('a slow connection', () => {
  // `hostile-input.test.ts` checks the limits themselves; here they are short, to see that they end a connection.
  beforeAll(() => Object.assign(server.app.server, { headersTimeout: 300, requestTimeout: 600 }));

  test.each([
    ['headers never end', 'GET /api/key HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['body never ends', () => write({ headers: { 'Content-Length': '1000' } })],
    [
      'chunks never end',
      () => write({ headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' } }).replace(body, '5\r\n{"use'),
    ],
  ])('whose %s ends without an answer, except a refusal', async (_name, bytes) => {
    const { socket, answer } = await open();
    socket.write(typeof bytes === 'string' ? bytes : bytes());
    expect(await answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  });
});
