import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { regionOfCountry } from '#contract/vocabulary/regions.ts';
import { appConfig } from '#server/capabilities/account/reference/app-config.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import type { FoundSession } from '#server/platform/http/sessions/session-port.ts';
import { writeSmallBuild } from '#server/testing/server/small-build.ts';
import { engineGate } from './engine-gate.ts';
import { registerWebPages } from './web-pages.ts';

let dist: string;
let empty: string;
const open: FastifyInstance[] = [];

beforeAll(() => {
  empty = mkdtempSync(join(tmpdir(), 'cedar-id-no-build-'));
  dist = mkdtempSync(join(tmpdir(), 'cedar-id-build-'));
  writeSmallBuild(dist);
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

afterAll(() => {
  rmSync(dist, { recursive: true });
  rmSync(empty, { recursive: true });
});

interface PagesOptions {
  readonly directory?: string;
  readonly env?: Record<string, string>;
  readonly changes?: Partial<Config>;
}

function pagesApp({ directory = dist, env = {}, changes = {} }: PagesOptions = {}): FastifyInstance {
  const config: Config = { ...loadConfig({ NODE_ENV: 'test', DATA_DIR: empty, ...env }), ...changes };
  const app = fastify({ exposeHeadRoutes: false });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 404 }));
  registerWebPages(app, { config, clientConfig: (options) => appConfig(config, options), sessions, regionOf, dist: directory });
  open.push(app);
  return app;
}

const regionOf = ({ headers }: FastifyRequest) => regionOfCountry(String(headers['x-country'] ?? ''));

/** Only one cookie belongs to a live session. */
const sessions = {
  find: async (token: string): Promise<FoundSession<Session>> =>
    token === 'live'
      ? { status: 'live', session: { sessionId: 's', accountId: 'a', language: 'en_US' } as Session }
      : { status: 'expired' },
};

function sha256(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

test('reports a missing build, and leaves calls alone', async () => {
  const app = pagesApp({ directory: empty });
  const page = await app.inject('/login');
  expect(page.statusCode).toBe(503);
  expect(page.body).toContain('npm run build');
  expect((await app.inject('/api/nothing')).json()).toEqual({ code: 404 });
});

test('draws a page in the language of the cookie, or of the browser without one', async () => {
  const app = pagesApp();
  const byCookie = await app.inject({ url: '/login', headers: { cookie: 'lang=zh_CN', 'accept-language': 'en' } });
  expect(byCookie.body).toContain('<html lang="zh-CN"');
  expect(byCookie.body).toContain('<title>登录 &lt;/login></title>');
  const byHeader = await app.inject({ url: '/login', headers: { 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.5' } });
  expect(byHeader.body).toContain('<html lang="zh-CN"');
  expect((await app.inject({ url: '/login', headers: { cookie: 'lang=xx' } })).body).toContain('<html lang="en"');
  expect(byHeader.headers['vary']).toBe('Accept-Encoding, Accept-Language, Cookie');
  expect(byHeader.headers['cache-control']).toBe('no-cache');
});

test('allows by hash exactly the style and the script that the page carries', async () => {
  const { headers, body } = await pagesApp().inject({ url: '/home', headers: { cookie: 'sid=x' } });
  const policy = String(headers['content-security-policy']);
  const style = /<style>(.*?)<\/style>/.exec(body)?.[1] ?? '';
  const [gate = '', script = ''] = Array.from(body.matchAll(/<script>(.*?)<\/script>/g), ([, content]) => content);
  expect(style).toBe('p{color:red}b{color:blue}');
  expect(script).toContain('/api/account/metainfo');
  expect(policy).toContain(`style-src 'self' ${sha256(style)};`);
  expect(gate).toContain('/assets/older-engines-1.js');
  expect(policy).toContain(`script-src 'self' ${sha256(gate)} ${sha256(script)};`);
  expect(policy).not.toContain('unsafe');
  for (const part of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "worker-src 'self'"]) {
    expect(policy).toContain(part);
  }
});

test('starts no call on a page that needs no account', async () => {
  const { headers, body } = await pagesApp().inject('/login');
  expect(body).not.toContain('metainfo');
  expect(String(headers['content-security-policy'])).toMatch(/script-src 'self' 'sha256-[^' ]+';/);
});

test('lets sign-out reach the configured hosts only', async () => {
  const app = pagesApp({
    env: { LOGIN_LOGOUT_URL: 'https://login.example.com/logout', IDENTITY_LOGOUT_URL: 'https://id.example.com/api/logout' },
  });
  const policy = String((await app.inject('/login')).headers['content-security-policy']);
  expect(policy).toContain("connect-src 'self' https://login.example.com https://id.example.com;");
});

const services = {
  yidun: { YIDUN_CAPTCHA_ID: 'id', YIDUN_SECRET_ID: 'id', YIDUN_SECRET_KEY: 'key' },
  geetest: { GEETEST_CAPTCHA_ID: 'id', GEETEST_CAPTCHA_KEY: 'key' },
  turnstile: { TURNSTILE_SITE_KEY: 'key', TURNSTILE_SECRET: 'secret' },
};

/** The directives of a page's policy that name other hosts, without the hash of the gate. */
async function foreignSources(app: FastifyInstance, url: string, country = ''): Promise<Record<string, string>> {
  const { headers } = await app.inject({ url, headers: { 'x-country': country } });
  const policy = String(headers['content-security-policy']).replace(` ${sha256(engineGate('/assets/older-engines-1.js'))}`, '');
  const directives = policy.split('; ');
  return Object.fromEntries(directives.filter((part) => part.includes('//')).map((part) => [part.split(' ', 1)[0], part]));
}

test.each([
  [
    'yidun',
    /^(?:script|style|img|connect)-src ['self]+( (?:data:|'unsafe-inline'|https:\/\/[\w.-]+\.(?:126\.net|163yun\.com|163\.com|127\.net)))+$/,
  ],
  [
    'geetest',
    /^(?:script|style|img|connect)-src ['self]+( (?:data:|'sha256-[^ ]+'|https:\/\/[\w.-]+\.(?:geetest\.com|geevisit\.com|gsensebot\.com|qbox\.me)))+$/,
  ],
  ['turnstile', /^(?:script-src 'self'|frame-src) https:\/\/challenges\.cloudflare\.com$/],
] as const)('lets only the pages that may show %s load it', async (name, allowed) => {
  const app = pagesApp({ env: { CAPTCHA_CN: name, ...services[name] } });
  const sources = await foreignSources(app, '/login', 'CN');
  expect(Object.keys(sources)).toContain('script-src');
  for (const directive of Object.values(sources)) expect(directive).toMatch(allowed);
  for (const [url, country] of [
    ['/login', 'FR'],
    ['/home', 'CN'],
    ['/nowhere', 'CN'],
  ] as const) {
    expect(await foreignSources(app, url, country)).toEqual({});
  }
  expect(await foreignSources(pagesApp(), '/login', 'CN')).toEqual({});
});

test('loads a simulated widget only from there, and the anti-cheat from its own hosts', async () => {
  const env = { CAPTCHA_CN: 'geetest', ...services.geetest, SIMULATORS_URL: 'https://files.example' };
  const sources = await foreignSources(pagesApp({ env }), '/login', 'CN');
  expect(Object.values(sources).join()).not.toMatch(/geetest|geevisit/);
  expect(sources['script-src']).toBe("script-src 'self' https://files.example");
  const watched = { CAPTCHA_CN: 'yidun', ...services.yidun, YIDUN_ANTICHEAT_BUSINESS_ID: 'b', YIDUN_ANTICHEAT_PRODUCT: 'YD1' };
  expect((await foreignSources(pagesApp({ env: watched }), '/login', 'CN'))['script-src']).toContain(' https://acstatic-dun.126.net');
});

test('preloads every script of the page once and marks its styles as present', async () => {
  const { body } = await pagesApp().inject('/login');
  expect(body.match(/modulepreload" href="[^"]+"/g)).toEqual([
    'modulepreload" href="/assets/app-1.js"',
    'modulepreload" href="/assets/login-1.js"',
  ]);
  expect(body).toContain('<link rel="stylesheet" href="/assets/login-1.css" disabled>');
});

test('carries the configuration as data that cannot end its element', async () => {
  const { body } = await pagesApp({ env: { BRAND_ID_EN: '</script><b>' } }).inject('/login');
  const island = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(island)).toMatchObject({ brand: { id: { en: '</script><b>' } } });
});

test('redirects a signed-in visitor from a page for visitors, and never off this site', async () => {
  const app = pagesApp();
  const get = async (url: string, cookie: string) => app.inject({ url, headers: { cookie } });
  expect((await get('/login', 'sid=live')).headers['location']).toBe('/');
  expect((await get('/login?redirect=/device', 'sid=live')).headers['location']).toBe('/device');
  expect((await get('/login?redirect=//evil.example', 'sid=live')).headers['location']).toBe('/');
  expect((await get('/login?redirect=/device', 'sid=dead')).statusCode).toBe(200);
  expect((await get('/login', 'sid=live; sid=other')).statusCode).toBe(200);
});

test('redirects a visitor without a session cookie from an account page to sign-in, with the way back', async () => {
  const reply = await pagesApp().inject('/home?tab=1&x=y');
  expect(reply.statusCode).toBe(302);
  expect(reply.headers.location).toBe('/login?redirect=%2Fhome%3Ftab%3D1%26x%3Dy');
  expect(reply.headers['cache-control']).toBe('no-store');
});

test('answers an unknown path with status 404 and its page, except for calls', async () => {
  const app = pagesApp();
  const page = await app.inject('/nowhere');
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('<p>*</p>');
  for (const url of ['/api/nowhere', '/dev/nowhere', '/.well-known/nowhere']) expect((await app.inject(url)).json()).toEqual({ code: 404 });
});

test('shows the names and the logo of the vendor in vendor mode, and those of the brand elsewhere', async () => {
  const logos = { BRAND_LOGO_FILE: join(empty, 'brand.svg'), VENDOR_LOGO_FILE: join(empty, 'vendor.svg') };
  for (const [name, file] of Object.entries(logos))
    writeFileSync(file, `<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>`);
  const app = pagesApp({ env: { ...logos, VENDOR_ID_EN: 'Maple ID', VENDOR_OS_ZH: '枫叶 OS' } });
  const brandOf = async (url: string) => {
    const { body, headers } = await app.inject(url);
    const island = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    return { body, policy: String(headers['content-security-policy']), brand: JSON.parse(island).brand };
  };
  const [usual, vendor] = [await brandOf('/login'), await brandOf('/login?from=uos')];
  expect(usual.brand).toMatchObject({ id: { en: 'Cedar ID', zh: '雪松账号' }, os: { zh: '雪松 OS' } });
  expect(vendor.brand).toMatchObject({ id: { en: 'Maple ID', zh: '雪松账号' }, os: { zh: '枫叶 OS' }, suffix: { en: 'Maple ID' } });
  expect(vendor.policy).toBe(usual.policy);
  for (const [{ body, brand }, name] of [
    [usual, 'BRAND_LOGO_FILE'],
    [vendor, 'VENDOR_LOGO_FILE'],
  ] as const) {
    expect(body).toContain(`<link rel="icon" href="${brand.logo}" type="image/svg+xml">`);
    const { body: drawing, headers } = await app.inject(brand.logo);
    expect(drawing).toContain(`<title>${name}</title>`);
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' });
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  }
  expect((await app.inject('/brand/else.svg')).json()).toEqual({ code: 404 });
});

test('is in vendor mode by the marker in the host or by from=uos', async () => {
  const app = pagesApp({ env: { VENDOR_HOST_MARKER: 'partner' } });
  const byHost = await app.inject({ url: '/login', headers: { host: 'id.partner.example.com' } });
  const byQuery = await app.inject('/login?from=uos');
  const plain = await app.inject('/login?from=else');
  expect([byHost, byQuery, plain].map(({ body }) => body.includes('data-vendor'))).toEqual([true, true, false]);
  expect([byHost, byQuery, plain].map(({ body }) => body.includes('/login vendor'))).toEqual([true, true, false]);
  const { location } = (await app.inject('/home?from=uos')).headers;
  expect(location).toBe('/login?redirect=%2Fhome%3Ffrom%3Duos&from=uos');
  expect((await app.inject(location ?? '')).body).toContain('data-vendor');
});

test('compresses by Accept-Encoding and revalidates by ETag', async () => {
  const app = pagesApp();
  const plain = await app.inject('/login');
  const br = await app.inject({ url: '/login', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  const zstd = await app.inject({ url: '/login', headers: { 'accept-encoding': 'zstd, gzip, br;q=0' } });
  const gzip = await app.inject({ url: '/login', headers: { 'accept-encoding': 'br;q=0, gzip' } });
  const all = [plain, br, zstd, gzip];
  expect(all.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'zstd', 'gzip']);
  expect(new Set(all.map(({ headers }) => headers['vary']))).toEqual(new Set(['Accept-Encoding, Accept-Language, Cookie']));
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(zstdDecompressSync(zstd.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(new Set(all.map(({ headers }) => headers['etag'])).size).toBe(4);
  const again = await app.inject({ url: '/login', headers: { 'accept-encoding': 'br', 'if-none-match': String(br.headers['etag']) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const other = await app.inject({ url: '/login', headers: { 'accept-encoding': 'zstd', 'if-none-match': String(br.headers['etag']) } });
  expect([other.statusCode, other.headers['content-encoding']]).toEqual([200, 'zstd']);
  const head = await app.inject({ method: 'HEAD', url: '/login' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test('serves only the files of the build, with unlimited caching', async () => {
  const app = pagesApp();
  const file = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'br' } });
  expect(file.body).toBe('brotli');
  expect(file.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect((await app.inject('/assets/app-1.js')).body).toBe('plain');
  // Weights decide first, then size; invalid values and `*` get the uncompressed file.
  for (const [accepted, body] of [
    ['zstd', 'zstd'],
    ['br;q=0.5, ZSTD;q=1.0, gzip;q=0.8', 'zstd'],
    ['gzip;q=0.8, zstd;q=0.8', 'zstd'],
    ['br;q=0.000, zstd; q=0, gzip', 'gzip'],
    ['*', 'plain'],
    ['br;q=nonsense, ,;', 'plain'],
  ] as const) {
    const answer = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': accepted } });
    expect([accepted, answer.body, answer.headers['vary']]).toEqual([accepted, body, 'Accept-Encoding']);
  }
  for (const url of [
    '/assets/app-2.js',
    '/assets/app-1.js.br',
    '/assets/..%2f..%2fweb.json',
    '/assets/__proto__',
    '/assets/',
    '/assets/.',
    '/assets/%2e%2e/',
  ]) {
    expect((await app.inject(url)).statusCode).toBe(404);
  }
});

test('draws the follow-us code if one is configured', async () => {
  const app = pagesApp({ env: { FOLLOW_QR_URL: 'https://follow.example.com' } });
  const code = await app.inject('/follow-qr.svg');
  expect(code.headers['content-type']).toBe('image/svg+xml');
  expect(code.body).toContain('<svg');
  expect((await pagesApp({ changes: { followQrUrl: undefined } }).inject('/follow-qr.svg')).statusCode).toBe(404);
});

test('redirects password managers to the page that changes passwords', async () => {
  const reply = await pagesApp().inject('/.well-known/change-password');
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/edit-password']);
});
