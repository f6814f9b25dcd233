/**
 * `npm run strange-calls -w lab`: Schemathesis makes strange calls of every kind from the OpenAPI document of a separate
 * server, as a visitor and as a person. No answer is a fault, and each has a status, a type and a shape that the document
 * names. Needs Schemathesis 4 (`pipx install schemathesis`); `-- 100` makes up to a hundred calls of each kind.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';

const program = process.env['SCHEMATHESIS'] ?? 'schemathesis';
const calls = process.argv[2] ?? '20';
/** It keeps its own folder where it runs. */
const cwd = mkdtempSync(join(tmpdir(), 'cedar-id-strange-calls-'));
const checks =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance';
/** Calls that end the session: those after them would be a visitor's. */
const ends = ['signOut', 'unbindOthers', 'requestDeletion', 'freezeOwn', 'freezeByWay'];

if (spawnSync(program, ['--version']).status === 0) {
  const server = await startServerProcess({ env: { RATE_FACTOR: '1000000', ENCRYPTION: 'off' } });
  try {
    const browser = connectHttp(server.origin);
    await browser.prepare();
    const asVisitor = tryCalls(server.origin, browser.cookies);
    await browser.register();
    process.exitCode = tryCalls(server.origin, browser.cookies) || asVisitor;
  } finally {
    await server.stop();
  }
} else {
  console.error('missing: schemathesis (pipx install schemathesis)');
  process.exitCode = 1;
}

function tryCalls(origin: string, cookies: ReadonlyMap<string, string>): number {
  const headers = {
    Origin: origin,
    Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    'X-CSRF-Token': cookies.get('csrf') ?? '',
  };
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const out = ends.flatMap((name) => ['--exclude-operation-id', name]);
  const args = ['run', `${origin}/api/openapi.json`, '--checks', checks, '-n', calls, '--phases', 'coverage,fuzzing', '--seed', '1'];
  return spawnSync(program, [...args, '--suppress-health-check', 'all', ...out, ...given], { stdio: 'inherit', cwd }).status ?? 1;
}
