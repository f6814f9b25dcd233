/**
 * Development: the server restarts on every change of its files; Vite serves the web application and forwards all other
 * requests to the server. One URL to open; both processes end together.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { styleText } from 'node:util';
import { createServer, loadConfigFromFile } from 'vite';

const port = process.env['PORT'] ?? '3000';
const webPort = Number(process.env['WEB_PORT'] ?? 5173);
const server = `http://127.0.0.1:${port}`;
const address = `http://localhost:${webPort}`;
const ofTheServer = '^/(api|dev|events|follow-qr|old-browser|healthz|readyz|oidc|\\.well-known)(/|\\?|\\.|$)';

const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.mjs'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...process.env, PORT: port, PUBLIC_URL: address, TRUST_PROXY: process.env['TRUST_PROXY'] ?? '127.0.0.1' },
});
prefix(child.stdout, styleText('cyan', 'server'));
prefix(child.stderr, styleText('cyan', 'server'));
const ended = once(child, 'exit');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));

await untilItAnswers();
if (child.exitCode === null && child.signalCode === null) {
  process.env['SERVER_URL'] = server;
  const { config = {} } = (await loadConfigFromFile({ command: 'serve', mode: 'development' })) ?? {};
  const vite = await createServer({
    ...config,
    configFile: false,
    // PUBLIC_URL tells the server this page's URL, so the browser's headers pass unchanged.
    server: {
      ...config.server,
      host: 'localhost',
      port: webPort,
      strictPort: true,
      proxy: { [ofTheServer]: { target: server, xfwd: true } },
    },
  });
  await vite.listen();
  line(styleText('magenta', 'web   '), `Open ${address}, and ${address}/dev/outbox for the codes.`);
  await ended;
  await vite.close();
}
process.exitCode = child.exitCode ?? 0;

async function untilItAnswers(): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if ((await fetch(`${server}/healthz`).catch(() => undefined))?.ok) return;
    await delay(100);
  }
}

/** Writes incoming lines, each with a name before it. */
function prefix(stream: Readable, name: string): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) line(name, each);
  });
}

function line(name: string, text: string): void {
  process.stdout.write(`${name} ${text}\n`);
}
