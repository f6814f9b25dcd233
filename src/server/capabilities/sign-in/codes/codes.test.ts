// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codePattern } from '#contract/fixtures/codes.ts';
import { comparable, freshEmail, freshPhone, signUp } from '#server/testing/people/people.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(async () => {
  await app.close();
});

async function send(
  browser: TestBrowser,
  contact: { readonly phone: string } | { readonly email: string },
  { purpose = 'register', scene }: { readonly purpose?: 'register' | 'login'; readonly scene?: 'reset' | 'upgrade' | 'login' } = {},
): Promise<TestAnswer> {
  return sendVisitorCode(browser, { contact: 'phone' in contact ? contact.phone : contact.email, scene: scene ?? purpose });
}

describe.each([true, false])('codes with field encryption %s', (encryption) => {
  it('are sent by SMS and by mail', async () => {
    const server = await buildTestApp({ encryption });
    try {
      const phone = freshPhone();
      const email = freshEmail();
      expect(await send(server.newBrowser(), { phone })).toMatchObject({ status: 200, code: 200, data: { cd: 60 } });
      expect(await send(server.newBrowser(), { email })).toMatchObject({ code: 200, data: { cd: 60 } });
      expect(await server.outbox(phone)).toMatchObject([{ channel: 'sms', scene: 'register', code: expect.stringMatching(codePattern) }]);
      expect(await server.outbox(email)).toMatchObject([{ channel: 'email', scene: 'register', subject: 'Sign-up code' }]);
    } finally {
      await server.close();
    }
  });
});

describe('a visitor', () => {
  it('learns that the phone or email to register is taken', async () => {
    const phone = freshPhone();
    const email = freshEmail();
    await signUp(app, { phone });
    await signUp(app, { email });
    app.clock.advance(minute);
    expect(await send(app.newBrowser(), { phone: `+86${phone}` })).toMatchObject({ status: 200, code: 1005 });
    expect(await send(app.newBrowser(), { email: email.toUpperCase() })).toMatchObject({ status: 200, code: 1002 });
  });

  it.each(['login', 'reset'] as const)('learns nothing from a code for %s', async (scene) => {
    const phone = freshPhone();
    const email = freshEmail();
    await signUp(app, { phone });
    await signUp(app, { email });
    app.clock.advance(minute);
    const ask = async (contact: { phone: string } | { email: string }) =>
      comparable(await send(app.newBrowser(), contact, { purpose: 'login', scene }));
    const unknownPhone = freshPhone();
    const unknownEmail = freshEmail();
    expect(await ask({ phone: unknownPhone })).toBe(await ask({ phone }));
    expect(await ask({ email: unknownEmail })).toBe(await ask({ email }));
    expect(await app.outbox(unknownPhone)).toEqual([]);
    expect(await app.outbox(unknownEmail)).toEqual([]);
    expect((await app.outbox(phone))[0]).toMatchObject({ scene });
    expect((await app.outbox(email))[0]).toMatchObject({ scene });
  });

  it('learns of a missing account if the installation allows it', async () => {
    const explicit = await buildTestApp({ config: { enumeration: 'explicit' } });
    try {
      expect(await send(explicit.newBrowser(), { phone: freshPhone() }, { purpose: 'login' })).toMatchObject({ code: 1006 });
      expect(await send(explicit.newBrowser(), { email: freshEmail() }, { purpose: 'login', scene: 'reset' })).toMatchObject({
        code: 1003,
      });
    } finally {
      await explicit.close();
    }
  });

  it('receives codes at the stored contact, in the language of the request', async () => {
    const email = freshEmail();
    const written = email.replace('person', 'PerSon');
    await signUp(app, { email: written });
    const browser = app.newBrowser();
    browser.cookies.set('lang', 'zh_CN');
    app.clock.advance(minute);
    expect(await send(browser, { email: email.toUpperCase() }, { purpose: 'login' })).toMatchObject({ code: 200 });
    const [message] = await app.outbox(written);
    expect(message).toMatchObject({ to: written, scene: 'login', subject: '登录验证码' });
  });

  it('gets a code for an upgrade with and without an account', async () => {
    const phone = freshPhone();
    expect(await send(app.newBrowser(), { phone }, { purpose: 'login', scene: 'upgrade' })).toMatchObject({ code: 200 });
    expect(await app.outbox(phone)).toMatchObject([{ scene: 'upgrade' }]);
  });

  it('needs a new captcha of the same scene each time', async () => {
    const browser = app.newBrowser();
    const phone = freshPhone();
    const used = await browser.solveCaptcha('register');
    expect(await browser.post('/captcha/sms/send/register', { phone, validate: used })).toMatchObject({ code: 200 });
    for (const validate of [undefined, used, 'x', await browser.solveCaptcha('login')]) {
      expect(await browser.post('/captcha/sms/send/register', { phone, validate })).toMatchObject({ status: 200, code: 3008 });
    }
  });

  it.each([
    ['/captcha/sms/send/register', { phone: '' }, { phone: 'required' }],
    ['/captcha/sms/send/register', { phone: '12345678901' }, { phone: 'regex' }],
    ['/captcha/email/send/login', { email: 'a@b' }, { email: 'email' }],
    ['/captcha/email/send/login', { email: 'a@example.com\r\nBcc: b@example.com' }, { email: 'email' }],
  ])('is told the errors at %s with %o', async (path, body, fields) => {
    expect(await app.newBrowser().post(path, body)).toMatchObject({ status: 400, code: 400, data: { fields } });
  });

  it('cannot use another purpose, or a scene outside the purpose', async () => {
    const browser = app.newBrowser();
    expect((await browser.post('/captcha/sms/send/verify', { phone: freshPhone() })).status).toBeGreaterThanOrEqual(400);
    const body = { phone: freshPhone(), scene: 'reset', validate: await browser.solveCaptcha('reset') };
    expect(await browser.post('/captcha/sms/send/register', body)).toMatchObject({ status: 400, code: 400 });
  });

  it('must wait between two codes and learns the time', async () => {
    const browser = app.newBrowser();
    const phone = freshPhone();
    await send(browser, { phone });
    app.clock.advance(20_000);
    expect(await send(browser, { phone })).toMatchObject({ code: 200, data: { cd: 40 } });
    expect(await app.outbox(phone)).toHaveLength(1);
  });

  it('reaches the limit of a target: 1011 for SMS, 3009 for mail, with the time to wait', async () => {
    const phone = freshPhone();
    const email = freshEmail();
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await send(app.newBrowser(), { phone })).toMatchObject({ code: 200 });
      expect(await send(app.newBrowser(), { email })).toMatchObject({ code: 200 });
      app.clock.advance(10 * minute);
    }
    const retryAfter = 30 * 60;
    expect(await send(app.newBrowser(), { phone })).toMatchObject({ status: 200, code: 1011, data: { retryAfter } });
    expect(await send(app.newBrowser(), { email })).toMatchObject({ status: 200, code: 3009, data: { retryAfter } });
    app.clock.advance(hour);
    expect(await send(app.newBrowser(), { phone })).toMatchObject({ code: 200 });
  });

  it('gets 1008 if no SMS service is configured', async () => {
    const withoutSms = await buildTestApp({ config: { sms: { adapter: 'off', providers: [], dailyBudget: 1, links: true } } });
    try {
      expect(await send(withoutSms.newBrowser(), { phone: freshPhone() })).toMatchObject({ status: 200, code: 1008 });
    } finally {
      await withoutSms.close();
    }
  });
});

describe('a signed-in account', () => {
  const sms = '/captcha/account/sms/send/login';
  const mail = '/captcha/account/email/send/login';

  it('gets codes at its own phone, which is optional in the request', async () => {
    const { browser, contact } = await signUp(app);
    expect(await browser.post(sms, { scene: 'verify' })).toMatchObject({ code: 200, data: { cd: 60 } });
    expect(await browser.post(sms, { scene: 'delete', phone: contact })).toMatchObject({ code: 200, data: { cd: 60 } });
    // They leave in parallel, behind the code of the registration.
    const [one, other] = await app.outbox(contact);
    expect(new Set([one?.scene, other?.scene])).toEqual(new Set(['delete', 'verify']));
  });

  it('gets none for another account’s phone, nor for a missing one', async () => {
    const { browser } = await signUp(app);
    const other = await signUp(app);
    expect(await browser.post(sms, { scene: 'verify', phone: other.contact })).toMatchObject({
      status: 400,
      data: { fields: { phone: 'not_my' } },
    });
    expect(await browser.post(mail, { scene: 'verify' })).toMatchObject({ status: 200, code: 1003 });
    const byEmail = await signUp(app, { email: freshEmail() });
    expect(await byEmail.browser.post(sms, { scene: 'delete' })).toMatchObject({ status: 200, code: 1006 });
  });

  it('gets a code at a new, free phone or email', async () => {
    const email = freshEmail();
    const taken = await signUp(app, { email: freshEmail() });
    const { browser } = await signUp(app, { email });
    const phone = freshPhone();
    expect(await browser.post(sms, { scene: 'bind', phone })).toMatchObject({ code: 200 });
    expect(await app.outbox(phone)).toMatchObject([{ scene: 'bind' }]);
    expect(await browser.post(mail, { scene: 'bind', email: taken.contact })).toMatchObject({ status: 200, code: 1002 });
    expect(await browser.post(mail, { scene: 'bind', email: email.toUpperCase() })).toMatchObject({
      status: 400,
      data: { fields: { email: 'is_not' } },
    });
    expect(await browser.post(mail, { scene: 'bind' })).toMatchObject({ status: 400, data: { fields: { email: 'required' } } });
    expect(await browser.post(sms, { scene: 'bind', phone: (await signUp(app)).contact })).toMatchObject({ status: 200, code: 1005 });
  });

  it.each(['phone', 'email'] as const)('without a scene binds a new %s by register, and proves the own one by login', async (kind) => {
    const path = kind === 'phone' ? '/captcha/account/sms/send' : '/captcha/account/email/send';
    const fresh = { phone: freshPhone(), email: freshEmail() }[kind];
    const person = await signUp(app, kind === 'email' ? { email: freshEmail() } : {});
    const region = kind === 'email' ? { region: 'DE' } : {};
    expect(await person.browser.post(`${path}/register`, { [kind]: fresh, ...region })).toMatchObject({ code: 200 });
    expect(await app.outbox(fresh)).toMatchObject([{ scene: 'bind' }]);
    expect(await person.browser.post(`${path}/login`, { [kind]: person.contact, ...region })).toMatchObject({ code: 200 });
    expect((await app.outbox(person.contact)).map(({ scene }) => scene)).toContain('verify');
    const refused = await person.browser.post(`${path}/register`, region);
    expect(refused).toMatchObject({ status: 400, data: { fields: { [kind]: 'required' } } });
  });

  it('must be signed in', async () => {
    expect(await app.newBrowser().post(sms, { scene: 'verify' })).toMatchObject({ status: 401, code: 401 });
  });
});
