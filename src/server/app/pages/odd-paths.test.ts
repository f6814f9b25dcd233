// @one-database
/** No path, in any spelling, causes an internal error. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSmallBuild } from '#server/testing/server/small-build.ts';
import { freePort } from '#server/testing/server/free-port.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { buildApp } from '#server/app/build-app.ts';

let server: TestApp;
let app: FastifyInstance;
let dist: string;
let port: number;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'cedar-id-build-'));
  writeSmallBuild(dist);
  server = await buildTestApp({ config: { rateFactor: 100_000 } });
  const wiring = { ...server.wiring, dist };
  app = await buildApp(wiring);
  port = await freePort();
  await app.listen({ host: '127.0.0.1', port });
});

afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  await server.close();
  rmSync(dist, { recursive: true });
});

/** The status for this exact request target, which no library would send. */
async function statusOf(target: string, method = 'GET'): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  await once(socket, 'connect');
  socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
}

/** The prefixes of the server's paths: calls and all other routes. */
function prefixes(): readonly string[] {
  const calls = server.wiring.calls.flat().map(({ endpoint }) => `/api${endpoint.path.split('/:', 1)[0] ?? ''}`);
  const protocol = ['', '/auth', '/token', '/me', '/jwks', '/device', '/device/auth', '/session/end', '/interaction'].map(
    (path) => `/oidc${path}`,
  );
  const files = ['/assets', '/brand', '/avatars', '/api/profileimage/upload', '/api/docs', '/follow-qr.svg', '/old-browser'];
  const others = ['/.well-known', '/callbacks', '/events', '/dev/outbox', '/healthz', '/readyz', '/metrics'];
  return ['', '/login', '/home', '/nowhere', ...calls, ...protocol, ...files, ...others];
}

const part = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '\\',
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '%5c',
    '%00',
    '%',
    '%zz',
    '%ff',
    '?',
    '#',
    '@',
    ':',
    ':99999',
    '[',
    ']',
    ';',
    '*',
    '~',
  ),
  fc.constantFrom(
    'host',
    '[::1',
    'x@y:z',
    '{}',
    '|',
    '^',
    '`',
    '"',
    "'",
    '<',
    '__proto__',
    '?from=uos',
    '?from',
    '?redirect=//x',
    '?a[]=1&a=2',
  ),
  fc.string({ minLength: 1, maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 8 }),
);

it.each(['//', '//host/%2e%2e', '/\\host/..', '//host', '/\\', '//[', '///', '//@:0', '/%2f/..'])('answers %s', async (path) => {
  const before = server.logLines.length;
  expect([200, 302, 400, 404]).toContain(await statusOf(path));
  expect(server.logLines.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
});

it.each([
  '/oidc/DEVICE',
  '/oidc/device/x/',
  '/oidc/Auth',
  '/oidc/auth/',
  '/oidc/auth/?client_id=x',
  '/oidc/token/',
  '/oidc/session//end',
  '/oidc/x',
])('has no other spelling of the protocol: %s', async (path) => {
  for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS']) expect([method, await statusOf(path, method)]).toEqual([method, 404]);
});

it('answers every odd path below ours as unknown or malformed', async () => {
  const ask = async (prefix: string, parts: readonly string[]) => {
    const target = `${prefix}/${parts.join('')}`;
    const status = await statusOf(target);
    expect([target, status >= 200 && status < 500]).toEqual([target, true]);
  };
  await fc.assert(fc.asyncProperty(fc.constantFrom(...prefixes()), fc.array(part, { maxLength: 6 }), ask), { numRuns: 1500 });
  expect(server.logLines.filter(({ level }) => level === 'error')).toEqual([]);
});

it('does not read a URL in a query as part of the path', async () => {
  expect(await statusOf('/oidc/auth?client_id=nobody&redirect_uri=https://app.example.com/')).toBe(400);
  expect(await statusOf('/oidc/session/end?post_logout_redirect_uri=https://app.example.com/?from=here')).not.toBe(404);
  expect(await statusOf('/oidc/auth/?client_id=nobody')).toBe(404);
});
