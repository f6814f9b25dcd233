import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openLocalSimulators } from '#server/app/development.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { ownContacts } from '#server/testing/server/own-contacts.ts';

it('starts the simulators with a server in development, for this machine only, and ends them with it', async () => {
  const server = await startServerProcess({ env: { NODE_ENV: 'development' } });
  const answer: unknown = await (await fetch(`${server.origin}/api/config.json`)).json();
  expect(answer).toMatchObject({ data: { features: { social: ['wechat', 'weibo', 'qq'] } } });
  // Printed once they know the URL for follower events, after the server is ready.
  await expect.poll(() => server.output()).toMatch(/simulated:\s+http/);
  const [, origin = ''] = /simulated:\s+(\S+)/.exec(server.output()) ?? [];
  expect((await fetch(origin)).status).toBe(200);
  expect(await statusFor('evil.example', origin)).toBe(404);
  expect(await statusFor('evil.example', `${server.origin}/dev/outbox.json`)).toBe(404);
  expect(await server.stop()).toBe(0);
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
}, 60_000);

/** The status for a web page whose host name resolves to this machine. */
function statusFor(host: string, url: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const asked = request(url, { headers: { host } }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  asked.on('error', reject).end();
  return promise;
}

it('starts none if they are off, if a platform is configured, and for tests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-local-'));
  const config = (env: Readonly<Record<string, string>>) => loadConfig({ DATA_DIR: folder, ...env });
  expect(await openLocalSimulators(config({ NODE_ENV: 'development', SIMULATORS_URL: 'off' }))).toBeUndefined();
  expect(await openLocalSimulators(config({ NODE_ENV: 'test' }))).toBeUndefined();
  vi.stubEnv('QQ_APP_ID', '1');
  expect(await openLocalSimulators(config({ NODE_ENV: 'development' }))).toBeUndefined();
  await rm(folder, { recursive: true });
});

it('refuses them in production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://id.example.com',
    DATA_DIR: '/nonexistent',
    ...ownContacts,
    MAIL_ADAPTER: 'smtp',
  };
  const secret = {
    SECRET_KEY: 'J8mVtZQ1xW0rYk5nB7cDfGhLpSuX2aEo4iR9vT6yC3M=',
    SMTP_URL: 'smtp://mail.example.com',
    SMTP_FROM: 'id@example.com',
    SMS_ADAPTER: 'off',
  };
  expect(() => loadConfig({ ...production, ...secret, SIMULATORS_URL: 'http://127.0.0.1:4400' })).toThrow(ConfigError);
  expect(() => loadConfig({ ...production, ...secret, SIMULATORS_URL: 'http://127.0.0.1:4400' })).toThrow(/^SIMULATORS_URL /);
});
