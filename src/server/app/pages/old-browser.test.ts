// @one-database
import { encode } from 'uqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp({ desk: true, config: { publicUrl: 'https://id.example.com', supportEmail: 'help@example.com' } });
});
afterAll(() => server.close());

async function open(query: string, headers: Readonly<Record<string, string>> = {}) {
  return server.app.inject({ url: `/old-browser${query}`, headers: { 'accept-language': 'en', ...headers } });
}

/** The address that the page names in words. */
function addressIn(body: string): string {
  return (/<p class="address">(.*?)<\/p>/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&');
}

/** The modules of the drawn code, line by line. */
function drawnIn(body: string): readonly string[] {
  const size = Number(/viewBox="0 0 (\d+) /.exec(body)?.[1]);
  const lines = Array.from({ length: size }, () => Array.from({ length: size }, () => '0'));
  for (const [, x, y, length] of body.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    lines[Number(y)]?.fill('1', Number(x), Number(x) + Number(length));
  }
  return lines.map((line) => line.join(''));
}

test('shows the wanted address in words and as a code', async () => {
  const { statusCode, headers, body } = await open(`?continue=${encodeURIComponent('/login?redirect=%2Fpc-security&from=x')}`);
  const address = 'https://id.example.com/login?redirect=%2Fpc-security&from=x';
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['set-cookie']).toBeUndefined();
  expect(addressIn(body)).toBe(address);
  expect(drawnIn(body)).toEqual(encode(address, { ecc: 'L', border: 4 }).data.map((row) => row.map(Number).join('')));
  expect(body).toContain('This browser is too old for a safe sign-in');
  expect(body).toContain('Chrome or Edge 87, Firefox 115, Safari 15.4, or newer');
  expect(body).toContain('help@example.com');
  expect(Buffer.byteLength(body)).toBeLessThan(8 * 1024);
});

test.each(['//evil.example/x', 'https://evil.example/x', '/\\evil.example', 'javascript:alert(1)', 'https://a:b@id.example.com/x', ''])(
  'names only addresses of this site: not %j',
  async (address) => {
    const { body } = await open(`?continue=${encodeURIComponent(address)}`);
    expect(addressIn(body)).toBe('https://id.example.com/');
    expect(body).not.toMatch(/evil|alert/);
  },
);

test('knows the page of a link without scripts by its Referer', async () => {
  const { body } = await open('', { referer: 'https://id.example.com/link?user_code=ABCD' });
  expect(addressIn(body)).toBe('https://id.example.com/link?user_code=ABCD');
  expect(addressIn((await open('', { referer: 'https://evil.example/' })).body)).toBe('https://id.example.com/');
});

test('drops the query of an address that is too long for a code', async () => {
  const { body } = await open(`?continue=${encodeURIComponent(`/login?redirect=${'x'.repeat(900)}`)}`);
  expect(addressIn(body)).toBe('https://id.example.com/login');
});

test('speaks the language of the visitor, and all languages where it is unknown', async () => {
  const zh = '当前浏览器版本过低，无法安全登录';
  const chinese = (await open('', { cookie: 'lang=zh_CN' })).body;
  expect(chinese).toContain('<html lang="zh-CN">');
  expect(chinese).toContain(zh);
  expect(chinese).not.toContain('This browser');
  expect(chinese).toContain('<p class="name">雪松账号</p>');
  const both = (await open('', { 'accept-language': 'fr' })).body;
  expect(both).toContain('<p class="name">雪松账号 · Cedar ID</p>');
  expect(both).toContain(zh);
  expect(both).toContain('This browser is too old');
});

test('escapes what the address carries', async () => {
  const { body } = await open(`?continue=${encodeURIComponent('/login?a=<script>&b="')}`);
  expect(body).not.toMatch(/<script|b="/);
});

test('needs no script and allows none', async () => {
  const { headers, body } = await open('');
  expect(body).not.toContain('<script');
  expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
  const style = await server.app.inject('/old-browser.css');
  expect(style.headers['content-type']).toContain('text/css');
  // Of 2015: no variables, no grid, no flexible boxes.
  expect(style.body).not.toMatch(/var\(|grid|flex|inset/);
});

test('stands at the desk too, with the addresses and the browsers of the desk', async () => {
  const { body, headers } = await server.app.inject({
    url: '/desk/old-browser?continue=%2Fdesk%2Ffind',
    headers: { 'accept-language': 'en' },
  });
  expect(addressIn(body)).toMatch(/\/desk\/find$/);
  expect(body).toContain('Chrome or Edge 120, Firefox 125, Safari 17, or newer');
  expect(body).toContain('href="/desk/old-browser.css"');
  expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
  for (const file of ['.css', '.js']) expect((await server.app.inject(`/desk/old-browser${file}`)).statusCode).toBe(200);
});

test('answers a HEAD with the same headers', async () => {
  const head = await server.app.inject({ method: 'HEAD', url: '/old-browser', headers: { 'accept-language': 'en' } });
  expect(head.body).toBe('');
  expect(head.headers['content-length']).toBe((await open('')).headers['content-length']);
});
