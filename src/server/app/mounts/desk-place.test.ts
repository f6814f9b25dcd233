// @one-database
/** Where the desk is, and where it is not. */
import { afterEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { ownContacts } from '#server/testing/server/own-contacts.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

const calls = [
  ['GET', ''],
  ['GET', '/'],
  ['GET', '/in'],
  ['GET', '/back?code=x'],
  ['GET', '/find'],
  ['GET', '/old-browser'],
  ['GET', '/assets/entry-desk.js'],
  ['GET', '/api/me'],
  ['POST', '/api/session'],
  ['POST', '/api/person/find'],
  ['DELETE', '/api/session'],
  ['OPTIONS', '/api/me'],
] as const;

type Headers = Readonly<Record<string, string | undefined>>;

/** An answer without what differs between any two. */
async function answer(on: TestApp, method: string, path: string, headers: Headers = {}) {
  const { status, text, headers: all } = await on.newBrowser().raw({ method, path, headers });
  const { 'x-request-id': _id, date: _date, ...rest } = all;
  return JSON.stringify({ status, text, rest });
}

/** Every address of the desk answers what the same one under a name that nobody knows answers. */
async function expectUnknown(on: TestApp, headers: Headers = {}): Promise<void> {
  for (const [method, path] of calls) {
    expect(await answer(on, method, `/desk${path}`, headers), `${method} ${path}`).toBe(await answer(on, method, `/dexk${path}`, headers));
  }
}

describe('the desk', () => {
  it('that is off is an unknown address, byte for byte', async () => {
    app = await buildTestApp();
    await expectUnknown(app);
  });

  it('on a separate host is only there, beside nothing but the answer that the process lives', async () => {
    app = await buildTestApp({ settings: { DESK_URL: 'http://desk.localhost:4000' } });
    await expectUnknown(app);
    const there = { host: 'desk.localhost:4000' };
    const browser = app.newBrowser();
    expect((await browser.raw({ method: 'GET', path: '/desk/in', headers: there })).status).toBe(302);
    expect((await browser.raw({ method: 'GET', path: '/desk/api/me', headers: there })).code).toBe(401);
    expect((await browser.raw({ method: 'GET', path: '/healthz', headers: there })).status).toBe(200);
    for (const path of ['/', '/login', '/api/account/metainfo', '/oidc/auth', '/readyz', '/.well-known/openid-configuration', '/deskx']) {
      expect([path, (await browser.raw({ method: 'GET', path, headers: there })).status]).toEqual([path, 404]);
    }
  });

  it('is there only from its networks, by the last word of a trusted proxy', async () => {
    app = await buildTestApp({ desk: true, settings: { DESK_NETWORKS: '10.9.0.0/16,fd00::/8' } });
    await expectUnknown(app, { 'x-forwarded-for': '192.0.2.7' });
    await expectUnknown(app, { 'x-forwarded-for': '10.9.1.1, 192.0.2.7' });
    for (const address of ['10.9.1.1', '::ffff:10.9.1.1', 'fd00::7', '192.0.2.7, 10.9.1.1']) {
      const { status } = await app.newBrowser().raw({ method: 'GET', path: '/desk/in', headers: { 'x-forwarded-for': address } });
      expect([address, status]).toEqual([address, 302]);
    }
  });

  it('keeps nothing, and lets no other site in', async () => {
    app = await buildTestApp({ desk: true });
    const { headers } = await app.newBrowser().raw({ method: 'GET', path: '/desk/api/me' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('the settings of the desk', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://id.example.com',
    SECRET_KEY: 'L0Gx3dXcPz8b5uHk1qWm9vT2yRsA7eJfZoNi4CwBgKU=',
    ...ownContacts,
    MAIL_ADAPTER: 'smtp',
    SMTP_URL: 'smtp://mail.example.com',
    SMTP_FROM: 'no-reply@example.com',
    SMS_ADAPTER: 'off',
  };
  const problem = (settings: Readonly<Record<string, string>>): string => {
    try {
      loadConfig({ ...production, ...settings });
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };

  it.each([
    [{ DESK_URL: 'http://desk.example.com' }, 'DESK_URL must start with https:// in production.'],
    [{ DESK_URL: 'https://id.example.com' }, 'DESK_URL must have another host than PUBLIC_URL.'],
    [{ DESK_URL: 'https://desk.example.com' }, 'DESK_URL must be within id.example.com (PASSKEY_RP_ID)'],
    [{ DESK_URL: 'https://desk.example.com/x' }, 'DESK_URL must be an http or https origin without a path'],
    [{ CASE_PATTERN: 'x', DESK_URL: 'https://desk.id.example.com' }, 'CASE_PATTERN must begin with ^ and end with $.'],
    [{ CASE_PATTERN: '^($', DESK_URL: 'https://desk.id.example.com' }, 'CASE_PATTERN must be a regular expression.'],
    [{ DESK_IDLE_MINUTES: '31', DESK_URL: 'https://desk.id.example.com' }, 'DESK_IDLE_MINUTES must be a whole number from 5 to 30'],
  ])('%o: %s', (settings, expected) => {
    expect(problem(settings)).toContain(expected);
  });

  it('have no desk in production without its own address, and one elsewhere', () => {
    expect(loadConfig(production).desk).toBeUndefined();
    const development = loadConfig({ NODE_ENV: 'development', PUBLIC_URL: 'http://127.0.0.1:3000' });
    expect(development.desk).toMatchObject({ url: 'http://127.0.0.1:3000', ownHost: false });
  });

  it.each([
    ['without one', {}, 1],
    ['with one', { DESK_URL: 'https://desk.id.example.com' }, 0],
  ])('are warned of at the start in production without an address: %s', async (_what, settings, lines) => {
    const { env, publicUrl, mail, sms, desk } = loadConfig({ ...production, ...settings });
    app = await buildTestApp({ config: { env, publicUrl, mail, sms, desk } });
    const warned = app.logLines.filter(({ msg }) => String(msg).startsWith('DESK_URL is not set'));
    expect(warned).toHaveLength(lines);
  });

  it.each([
    [{ DESK_URL: 'https://desk.id.example.com' }],
    [{ DESK_URL: 'https://desk.example.net', PASSKEY_ORIGINS: 'https://desk.example.net' }],
  ])('let %o begin', (settings) => {
    expect(problem(settings)).not.toContain('DESK');
  });
});
