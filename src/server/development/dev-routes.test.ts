// @one-database
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshPhone } from '#server/testing/server/http-client.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

/** Headers absent in requests from this machine: a test's browser otherwise claims another client IP. */
const here = { 'x-forwarded-for': undefined };

async function sendCode(phone: string): Promise<string> {
  const browser = server.newBrowser();
  await browser.post('/captcha/sms/send/register', { phone, validate: await browser.solveCaptcha('register') });
  return server.codeFor(phone);
}

test('lists the messages to a phone, in any spelling of its number', async () => {
  const phone = freshPhone();
  const code = await sendCode(phone);
  const browser = server.newBrowser();
  for (const to of [phone, `86${phone}`, `%2B86${phone}`, `+86${phone}`]) {
    const { text, headers } = await browser.raw({ method: 'GET', path: `/dev/outbox.json?to=${to}`, headers: here });
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(text)).toEqual([
      {
        at: server.clock.now(),
        channel: 'sms',
        to: phone,
        scene: 'register',
        subject: null,
        text: expect.stringContaining(code),
        code,
        link: null,
      },
    ]);
  }
  expect(JSON.parse((await browser.raw({ method: 'GET', path: '/dev/outbox.json?to=nobody@example.com', headers: here })).text)).toEqual(
    [],
  );
});

test('shows code and receiver on the page, has headings in both languages and obeys the content policy', async () => {
  const phone = freshPhone();
  const code = await sendCode(phone);
  const { text, headers } = await server.newBrowser().raw({ method: 'GET', path: '/dev/outbox', headers: here });
  expect(text).toContain(phone);
  expect(text).toContain(code);
  expect(text).toContain('Development outbox');
  expect(text).toContain('开发发件箱');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
  for (const path of ['/dev/outbox.js', '/dev/outbox.css']) {
    expect((await server.newBrowser().raw({ method: 'GET', path, headers: here })).status).toBe(200);
  }
});

test('shows only the messages to one phone or email when asked, with a button to copy code and link', async () => {
  const [phone, other] = [freshPhone(), freshPhone()];
  const [code, otherCode] = [await sendCode(phone), await sendCode(other)];
  const link = 'https://id.example.com/activate-email?token=abc';
  const mail = { channel: 'email', to: 'anna@example.com', scene: 'bind', subject: 'Hello', text: 'Hello', code: null, link } as const;
  await server.wiring.pages.development?.outbox.append(mail);
  const show = async (query: string) => (await server.newBrowser().raw({ method: 'GET', path: `/dev/outbox${query}`, headers: here })).text;
  expect(await show('')).toContain(otherCode);
  const filtered = await show(`?to=%2B86${phone}`);
  expect(filtered).toContain(`data-copy="${code}"`);
  expect(filtered).toContain(`value="+86${phone}"`);
  expect(filtered).not.toContain(otherCode);
  expect(await show('?to=ANNA@example.com')).toContain(`data-copy="${link}"`);
  expect(await show('?to=<b>@example.com')).toContain('No messages to &#60;b&#62;@example.com.');
});

test('shows a mail as a mail program does, in a document that can do nothing', async () => {
  const mail = { channel: 'email', to: 'ben@example.com', scene: 'bind', subject: 'Hello', text: 'Hello', code: null, link: null } as const;
  await server.wiring.pages.development?.outbox.append(mail, '<!doctype html><html><head></head><body>Hello Ben</body></html>');
  const browser = server.newBrowser();
  const page = await browser.raw({ method: 'GET', path: '/dev/outbox?to=ben@example.com', headers: here });
  expect(page.headers['content-security-policy']).toContain("frame-src 'self'");
  const [, path = ''] = /<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox" src="([^"]+)"/.exec(page.text) ?? [];
  const { text, headers } = await browser.raw({ method: 'GET', path, headers: here });
  expect(text).toContain('<base target="_blank">');
  expect(text).toContain('Hello Ben');
  const policy = headers['content-security-policy'] ?? '';
  for (const rule of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox allow-popups']) expect(policy).toContain(rule);
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
  expect((await server.app.inject({ url: path, headers: { host: 'evil.example' } })).statusCode).toBe(404);
  expect((await browser.raw({ method: 'GET', path: '/dev/outbox/mail/100000', headers: here })).status).toBe(404);
});

test('shows a message as text on the page, never as markup', async () => {
  await server.wiring.pages.development?.outbox.append({
    channel: 'email',
    to: '<b>@example.com',
    scene: '"><script>',
    subject: '<script>alert(1)</script>',
    text: '<img src=x onerror=alert(1)>',
    code: null,
    link: 'https://example.com/?a="><script>',
  });
  const { text } = await server.newBrowser().raw({ method: 'GET', path: '/dev/outbox', headers: here });
  expect(text).not.toMatch(/<script>|<img|<b>/);
});

describe('a visitor from another machine', () => {
  const pages = ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.css', '/dev/outbox.js'];

  /** A request as received: from an IP, for a host. */
  async function ask(path: string, { from = '127.0.0.1', ...headers }: Readonly<Record<string, string>> = {}) {
    const { statusCode, headers: answered, body } = await server.app.inject({ url: path, remoteAddress: from, headers });
    const { 'x-request-id': _id, date: _date, ...others } = answered;
    return { statusCode, headers: others, body };
  }

  test.each([{ host: 'localhost' }, { host: 'LOCALHOST:3000' }, { host: '127.0.0.1:3000' }, { host: '[::1]:3000', from: '::1' }])(
    'does not include requests from this machine: %o',
    async (request) => {
      for (const path of pages) expect(await ask(path, request), path).toMatchObject({ statusCode: 200 });
    },
  );

  test.each([
    { host: 'evil.example' },
    { host: 'evil.example:3000' },
    { host: '192.0.2.7:3000' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.evil.example' },
    { host: '127.0.0.1@evil.example' },
    { host: 'localhost:3000:3000' },
    { host: ':3000' },
    { host: 'localhost', from: '192.0.2.7' },
    { host: '127.0.0.1', from: '2001:db8::7' },
    { host: 'localhost', 'x-forwarded-for': '192.0.2.7' },
    { host: 'localhost', 'x-forwarded-for': '127.0.0.1, 192.0.2.7' },
    { host: 'localhost', forwarded: 'for=192.0.2.7' },
    { host: '127.0.0.1:3000', 'x-real-ip': '192.0.2.7' },
    { host: '127.0.0.1:3000', 'cf-connecting-ip': '192.0.2.7' },
    { host: '127.0.0.1:3000', via: '1.1 proxy' },
    { host: '127.0.0.1:3000', 'x-forwarded-host': 'id.example.com' },
  ])('finds no development page: %o', async (request) => {
    const unknown = await ask('/dev/nowhere', request);
    expect(unknown.statusCode).toBe(404);
    for (const path of pages) expect(await ask(path, request), path).toEqual(unknown);
  });
});
