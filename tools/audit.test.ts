import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { share } from '#contract/fixtures/short-form.ts';

const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach((each) => each()));

const control = { lodash: 'critical' };

/** A registry with one vulnerability for each of these packages, or with the same status for every request. */
async function registry(answer: Readonly<Record<string, string>> | number): Promise<string> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.method !== 'POST' || typeof answer === 'number') {
        response.writeHead(typeof answer === 'number' ? answer : 404).end();
        return;
      }
      const asked = Object.keys(JSON.parse(body)).filter((name) => name in answer);
      const known = asked.map((name, index) => [
        name,
        [
          {
            id: index + 1,
            url: `https://advisories.example/${name}`,
            title: `A hole in ${name}`,
            severity: answer[name],
            vulnerable_versions: '*',
          },
        ],
      ]);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(Object.fromEntries(known)));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  undo.push(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const bytes = Buffer.concat(parts);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Runs `npm run audit` against that registry. */
async function audit(url: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const cache = mkdtempSync(join(tmpdir(), 'audit-cache-'));
  undo.push(() => rmSync(cache, { recursive: true, force: true }));
  const env = { ...process.env, npm_config_registry: url, npm_config_cache: cache, npm_config_fetch_retry_mintimeout: '10' };
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'audit.ts')], { env });
  const { code, stdout } = await run.then(
    (done) => ({ code: 0, ...done }),
    (failed: { code: number; stdout: string }) => failed,
  );
  return { code, lines: stdout.trimEnd().split('\n') };
}

test('exits with 0 when no shipped package has a high or critical vulnerability', async () => {
  const { code, lines } = await audit(await registry({ ...control, fastify: 'moderate', vitest: 'critical' }));
  // fastify and its dependents.
  expect([code, lines]).toEqual([0, ['0 packages with high or critical vulnerabilities, 2 with others (npm audit --omit=dev)']]);
});

test.each([
  ['of the server', 'fastify', 'high'],
  ['that tools need too', 'pg', 'critical'],
  ['of the pages', 'react', 'high'],
])('exits with 1 and names a package %s', async (_kind, name, severity) => {
  const { code, lines } = await audit(await registry({ ...control, [name]: severity }));
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^${severity} +${name} .*A hole in ${name} https://advisories\\.example/${name}\\b`)),
  );
});

test.each(share([405, 404, 500, 401], { of: 2 }))('exits with 2 and one line when the registry answers %d', async (status) => {
  const { code, lines } = await audit(await registry(status));
  expect(code).toBe(2);
  expect(lines).toEqual([expect.stringMatching(/^could not look: ./)]);
});

test('exits with 2 when the registry is unreachable', async () => {
  const { code, lines } = await audit('http://127.0.0.1:9/');
  expect([code, lines]).toEqual([2, [expect.stringMatching(/^could not look: ./)]]);
});

test('exits with 2 when the registry reports nothing for a package with a known vulnerability', async () => {
  const { code, lines } = await audit(await registry({}));
  expect([code, lines]).toEqual([2, ['could not look: the registry knows no vulnerability of lodash 4.17.4']]);
});
