import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '#server/testing/server/free-port.ts';
import { fetchFrom, newTestBrowser } from '#server/testing/server/test-browser.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { startFailure } from './start-failure.ts';

const main = fileURLToPath(new URL('../main.mjs', import.meta.url));
const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-stop-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir: freshFolder() });
  undo.push(() => server.kill());
  return server;
}

/** A sign-in without its last byte: in flight until `finish`, which resolves with the answer. */
async function slowRequest({ origin }: ServerProcess): Promise<{ finish(): Promise<string> }> {
  const browser = newTestBrowser({ send: fetchFrom(origin), origin });
  await browser.prepare();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
  undo.push(() => void socket.destroy());
  let received = '';
  socket.on('data', (part: string) => (received += part));
  await once(socket, 'connect');
  socket.write(
    `POST /api/login/password HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nX-CSRF-Token: ${browser.cookies.get('csrf')}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
  );
  // The server has the request when it asks for the body.
  while (!received.includes('100 Continue')) await once(socket, 'data');
  socket.write('{');
  return {
    async finish() {
      socket.write('}');
      await once(socket, 'close');
      return received;
    },
  };
}

/** Resolves when the server accepts no more connections. */
async function untilClosed({ origin }: ServerProcess): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const outcome = await Promise.race([once(socket, 'connect').then(() => 'open'), once(socket, 'error').then(() => 'closed')]).catch(
      () => 'closed',
    );
    socket.destroy();
    if (outcome === 'closed') return;
  }
}

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s exits with 0, closes idle connections and leaves a closed database', async (signal) => {
    const server = await start();
    const answer = await fetch(`${server.origin}/api/config.json`);
    await answer.text();
    process.kill(server.pid, signal);
    expect(await server.ended()).toBe(0);
    const files = readdirSync(server.dataDir);
    expect(files).toContain('cedar.db');
    expect(files.filter((name) => name.endsWith('-wal') || name.endsWith('-shm'))).toEqual([]);
  });

  test('accepts no new connection, and answers requests in flight', async () => {
    const server = await start();
    const request = await slowRequest(server);
    process.kill(server.pid, 'SIGTERM');
    await untilClosed(server);
    const answer = await request.finish();
    expect(answer).toContain('HTTP/1.1 400 Bad Request');
    expect(answer).toContain('"code":400');
    expect(await server.ended()).toBe(0);
  });

  test('does not wait when requested twice', async () => {
    const server = await start();
    await slowRequest(server);
    process.kill(server.pid, 'SIGTERM');
    await untilClosed(server);
    process.kill(server.pid, 'SIGTERM');
    expect(await server.ended()).toBe(1);
  });
});

describe('a start', () => {
  async function run(env: Record<string, string>): Promise<{ readonly code: unknown; readonly output: string }> {
    const child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], DATA_DIR: freshFolder(), ...env },
    });
    undo.push(() => void child.kill('SIGKILL'));
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code, output: out + err };
  }

  test('prints its URL and the location of the codes', async () => {
    const server = await start();
    expect(server.output()).toContain(`is ready: ${server.origin}`);
    expect(server.output()).toContain(`${server.origin}/dev/outbox`);
  });

  test('exits with 1 for a wrong setting, and names it in one sentence', async () => {
    const { code, output } = await run({ PORT: 'eighty' });
    expect([code, output]).toEqual([1, "Cannot start: PORT must be a whole number from 1 to 65535, not 'eighty'.\n"]);
  });

  test('exits in production with development settings before it creates a file', async () => {
    const folder = freshFolder();
    const { code, output } = await run({ NODE_ENV: 'production', DATA_DIR: join(folder, 'data') });
    expect(code).toBe(1);
    // All at once, so that one start tells everything.
    expect(output.trim().split('\n')).toEqual([
      'Cannot start: PUBLIC_URL must be set in production.',
      expect.stringMatching(/^SECRET_KEY must be set/),
      ...['HOMEPAGE_URL', 'DEVELOPERS_URL', 'COMMUNITY_URL', 'SUPPORT_EMAIL'].map((name) =>
        expect.stringMatching(new RegExp(`^${name} must be yours`)),
      ),
      expect.stringMatching(/^SMS_ADAPTER must/),
      expect.stringMatching(/^MAIL_ADAPTER must/),
    ]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('outside of production exits before it creates a file if other machines could connect', async () => {
    const folder = freshFolder();
    const { code, output } = await run({ HOST: '0.0.0.0', DATA_DIR: join(folder, 'data') });
    const sentence = 'NODE_ENV must be production, not development, because HOST (0.0.0.0) lets other machines in.';
    expect([code, output]).toEqual([1, `Cannot start: ${sentence}\n`]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test.each([
    [{}, ''],
    [{ npm_lifecycle_event: 'start' }, ' npm start'],
  ])('names a used port and the way out: %o', (env, command) => {
    const taken = Object.assign(new Error('EADDRINUSE'), { code: 'EADDRINUSE', port: 3000 });
    expect(startFailure(taken, env)).toBe(
      `Cannot start: port 3000 is in use by another process. End that process, or choose another port: PORT=3001${command}`,
    );
  });

  test('exits with 1 on a used port', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    undo.push(() => void taken.close());
    const address = taken.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const { code, output } = await run({ PORT: String(port), HOST: '127.0.0.1', npm_lifecycle_event: 'demo' });
    expect(code).toBe(1);
    expect(output).toBe(
      `Cannot start: port ${port} is in use by another process. End that process, or choose another port: PORT=${port + 1} npm run demo\n`,
    );
  });

  test('exits with 1 for a folder that cannot be made, and names it', async () => {
    const folder = join(freshFolder(), 'file', 'data');
    writeFileSync(join(folder, '..'), '');
    const { code, output } = await run({
      PORT: String(await freePort()),
      DATA_DIR: folder,
      SECRET_KEY: randomBytes(32).toString('base64'),
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^Cannot start: \/.*\/file of DATA_DIR cannot be opened for writing by the user [^\n]*\n$/);
    expect(output).toContain(join(folder, '..'));
  });

  test('exits with 1 beside another server on the same SQLite folder, which a killed server does not occupy', async () => {
    const folder = freshFolder();
    const first = await startServerProcess({ dataDir: folder });
    undo.push(() => first.kill());
    const { code, output } = await run({ NODE_ENV: 'test', PORT: String(await freePort()), DATA_DIR: folder });
    expect(code).toBe(1);
    expect(output).toBe(
      `Cannot start: another server is running on DATA_DIR (${folder}). Stop that one, or set DATA_DIR to another folder. ` +
        'Several servers on one database need PostgreSQL (DATABASE_URL)\n',
    );
    await first.kill();
    const next = await startServerProcess({ dataDir: folder });
    expect(await next.stop()).toBe(0);
  });
});
