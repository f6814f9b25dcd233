import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, freshPhone, type TestApp } from '#server/testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

async function sendCode(phone: string): Promise<string> {
  const browser = server.newBrowser();
  await browser.post('/captcha/sms/send/register', { phone, validate: await browser.solveCaptcha('register') });
  return server.codeFor(phone);
}

test('the list has what was sent to a phone, however its number is written', async () => {
  const phone = freshPhone();
  const code = await sendCode(phone);
  const browser = server.newBrowser();
  for (const to of [phone, `86${phone}`, `%2B86${phone}`, `+86${phone}`]) {
    const { text, headers } = await browser.raw({ method: 'GET', path: `/dev/outbox.json?to=${to}` });
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
  expect(JSON.parse((await browser.raw({ method: 'GET', path: '/dev/outbox.json?to=nobody@example.com' })).text)).toEqual([]);
});

test('the page shows code and receiver, names its headings in both languages and obeys the content policy', async () => {
  const phone = freshPhone();
  const code = await sendCode(phone);
  const { text, headers } = await server.newBrowser().raw({ method: 'GET', path: '/dev/outbox' });
  expect(text).toContain(phone);
  expect(text).toContain(code);
  expect(text).toContain('Development outbox');
  expect(text).toContain('开发发件箱');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
  for (const path of ['/dev/outbox.js', '/dev/outbox.css']) {
    expect((await server.newBrowser().raw({ method: 'GET', path })).status).toBe(200);
  }
});

test('what a message says is text on the page, never markup', async () => {
  await server.wiring.devOutbox?.append({
    channel: 'email',
    to: '<b>@example.com',
    scene: '"><script>',
    subject: '<script>alert(1)</script>',
    text: '<img src=x onerror=alert(1)>',
    code: null,
    link: 'https://example.com/?a="><script>',
  });
  const { text } = await server.newBrowser().raw({ method: 'GET', path: '/dev/outbox' });
  expect(text).not.toMatch(/<script>|<img|<b>/);
});
