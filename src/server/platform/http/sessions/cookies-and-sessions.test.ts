// @one-database
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

const cookieNamed = (lines: readonly string[], name: string) => lines.find((line) => line.startsWith(`${name}=`)) ?? '';

describe('over http', () => {
  test('GET /key sets a visitor cookie hidden from scripts and a CSRF cookie that they can read', async () => {
    const { setCookies, headers } = await server.newBrowser().get('/key');
    expect(cookieNamed(setCookies, 'visitor')).toMatch(/^visitor=[\w-]{43}; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/);
    expect(cookieNamed(setCookies, 'csrf')).toMatch(/^csrf=[\w-]+\.[\w-]+; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('GET /config.json sets no cookie', async () => {
    expect((await server.newBrowser().get('/config.json')).setCookies).toEqual([]);
  });

  test('keeps the visitor cookie of a browser', async () => {
    const browser = server.newBrowser();
    await browser.get('/key');
    const visitor = browser.cookies.get('visitor');
    await browser.get('/key');
    expect(browser.cookies.get('visitor')).toBe(visitor);
  });

  test('keeps a valid CSRF token for calls in flight, and replaces any other', async () => {
    const { browser } = await server.newAccount();
    const good = browser.cookies.get('csrf') ?? '';
    const { setCookies } = await browser.get('/key');
    expect(cookieNamed(setCookies, 'csrf')).toContain(`csrf=${good};`);
    for (const bad of ['', 'planted', `${good}x`, `x${good}`]) {
      browser.cookies.set('csrf', bad);
      await browser.get('/key');
      expect(browser.cookies.get('csrf')).not.toBe(bad);
      expect((await browser.post('/update/showqrcode', { showQrcode: false })).code).toBe(200);
    }
  });

  test('accepts its own CSRF token and language beside cookies of the same names that another host planted', async () => {
    const { browser } = await server.newAccount();
    const token = browser.cookies.get('csrf') ?? '';
    const sid = browser.cookies.get('sid') ?? '';
    for (const both of [`csrf=${token}; csrf=other-site; lang=xx; lang=zh_CN`, `csrf=other-site; csrf=${token}; lang=zh_CN; lang=xx`]) {
      const headers = {
        cookie: `sid=${sid}; ${both}`,
        origin: server.config.publicUrl,
        'x-csrf-token': token,
        'content-type': 'application/json',
      };
      const answer = await browser.raw({ method: 'POST', path: '/api/update/showqrcode', headers, body: '{"showQrcode":true}' });
      expect(answer.status).toBe(200);
    }
    const headers = {
      cookie: `sid=${sid}; csrf=${token}; csrf=other-site`,
      origin: server.config.publicUrl,
      'x-csrf-token': 'other-site',
      'content-type': 'application/json',
    };
    expect((await browser.raw({ method: 'POST', path: '/api/update/showqrcode', headers, body: '{"showQrcode":true}' })).status).toBe(403);
  });

  test("signing in replaces the CSRF token: the visitor's token is invalid in the session", async () => {
    const { browser } = await server.newAccount();
    const ofSession = browser.cookies.get('csrf') ?? '';
    expect((await browser.post('/update/showqrcode', { showQrcode: false })).code).toBe(200);
    const visitor = server.newBrowser();
    await visitor.prepare();
    const ofVisitor = visitor.cookies.get('csrf') ?? '';
    visitor.cookies.set('sid', browser.cookies.get('sid') ?? '');
    expect((await visitor.post('/update/showqrcode', { showQrcode: false })).code).toBe(403);
    browser.cookies.set('csrf', ofVisitor);
    expect((await browser.post('/update/showqrcode', { showQrcode: false })).code).toBe(403);
    browser.cookies.set('csrf', ofSession);
    expect((await browser.post('/update/showqrcode', { showQrcode: true })).code).toBe(200);
  });

  test('signing out removes the session cookie and leaves a CSRF token for the visitor', async () => {
    const { browser, phone, password } = await server.newAccount();
    const sid = browser.cookies.get('sid') ?? '';
    expect((await browser.post('/logout')).code).toBe(200);
    expect(browser.cookies.has('sid')).toBe(false);
    expect((await browser.post('/login/password', { account: phone, password })).code).toBe(200);
    browser.cookies.set('sid', sid);
    expect((await browser.get('/account/metainfo')).code).toBe(401);
  });

  test('an expired session answers 2000 once and then 401, because its cookie is gone', async () => {
    const { browser } = await server.newAccount();
    server.clock.advance(7 * day);
    const expired = await browser.get('/account/metainfo');
    expect([expired.status, expired.code]).toEqual([200, 2000]);
    expect(browser.cookies.has('sid')).toBe(false);
    expect((await browser.get('/account/metainfo')).code).toBe(401);
  });

  test('a session ends a month after its start, regardless of use', async () => {
    const { browser } = await server.newAccount();
    for (let hours = 0; hours < 30 * 24 - 12; hours += 12) {
      server.clock.advance(12 * hour);
      expect((await browser.get('/account/metainfo')).code).toBe(200);
    }
    server.clock.advance(12 * hour);
    expect((await browser.get('/account/metainfo')).code).toBe(2000);
  });

  test('ignores a session cookie that is no token of ours', async () => {
    for (const sid of ['x', 'A'.repeat(5000), '%00', '../../etc', 'undefined']) {
      const browser = server.newBrowser();
      browser.cookies.set('sid', sid);
      expect((await browser.get('/account/metainfo')).code).toBe(401);
    }
  });

  test('works in a jar full of foreign cookies', async () => {
    const { browser } = await server.newAccount();
    for (let count = 0; count < 100; count += 1) browser.cookies.set(`junk${count}`, 'x'.repeat(20));
    expect((await browser.get('/account/metainfo')).code).toBe(200);
  });
});

describe('over https', () => {
  const https = { publicUrl: 'https://account.example.com' };

  test('makes all cookies Secure, and all but lang such that no other host can plant them', async () => {
    await using stack = new AsyncDisposableStack();
    const secure = await buildTestApp({ config: https });
    stack.defer(() => secure.close());
    const { browser } = await secure.newAccount();
    expect([...browser.cookies.keys()].toSorted()).toEqual(['__Host-browser', '__Host-csrf', '__Host-sid', '__Host-visitor', 'lang']);
    const { setCookies } = await browser.post('/logout');
    expect(setCookies.length).toBeGreaterThan(0);
    for (const line of setCookies) expect(line).toMatch(/; Path=\/;.*; Secure$/);
  });

  test('every answer tells browsers to use only https for a year, on subdomains too', async () => {
    await using stack = new AsyncDisposableStack();
    const secure = await buildTestApp({ config: https });
    stack.defer(() => secure.close());
    for (const path of [
      '/api/config.json',
      '/api/account/metainfo',
      '/api/nowhere',
      '/api/%zz',
      '/api/docs/',
      '/login',
      '/nowhere',
      '/healthz',
      '/avatars/nothing',
      '/.well-known/openid-configuration',
      '/.well-known/change-password',
      '/oidc/auth',
    ]) {
      const { headers } = await secure.newBrowser().raw({ method: 'GET', path });
      expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000; includeSubDomains']);
    }
  });

  test('only the language is shared at the parent domain', async () => {
    await using stack = new AsyncDisposableStack();
    const shared = await buildTestApp({ config: { ...https, cookieDomain: 'example.com' } });
    stack.defer(() => shared.close());
    const browser = shared.newBrowser();
    const key = await browser.get('/key');
    expect(key.setCookies.join()).not.toContain('Domain=');
    const { browser: signedIn } = await shared.newAccount();
    expect([...signedIn.cookies.keys()].toSorted()).toEqual(['__Host-browser', '__Host-csrf', '__Host-sid', '__Host-visitor', 'lang']);
    expect(signedIn.cookies.get('lang')).toBe('zh_CN');
    shared.clock.advance(31 * day);
    const expired = await signedIn.get('/account/metainfo');
    expect(expired.setCookies.join()).not.toContain('Domain=');
  });
});
