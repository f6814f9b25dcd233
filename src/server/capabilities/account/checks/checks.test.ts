// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshEmail, freshPhone, signUp, type Person } from '#server/testing/people/people.ts';
import { hour } from '#server/platform/clock.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

describe.each([true, false])('existence checks with field encryption %s', (encryption) => {
  let app: TestApp;
  let byPhone: Person;
  let byEmail: Person;

  beforeAll(async () => {
    app = await buildTestApp({ encryption });
    byPhone = await signUp(app);
    byEmail = await signUp(app, { email: freshEmail() });
  });

  afterAll(async () => {
    await app.close();
  });

  it('answer truthfully, in any spelling', async () => {
    const browser = app.newBrowser();
    const ask = async (path: string, body: Record<string, string>) => (await browser.post(`/check/${path}`, body)).data;
    expect(await ask('phone', { phone: `+86 ${byPhone.contact}` })).toBe(true);
    expect(await ask('phone', { phone: freshPhone() })).toBe(false);
    expect(await ask('email', { email: byEmail.contact.toUpperCase() })).toBe(true);
    expect(await ask('email', { email: freshEmail() })).toBe(false);
    expect(await ask('nickname', { nickname: byPhone.account.nickname.toUpperCase() })).toBe(true);
    expect(await ask('nickname', { nickname: 'nobody' })).toBe(false);
    expect(await ask('username', { username: 'nobody' })).toBe(false);
    expect(await ask('username', { username: byPhone.contact })).toBe(false);
    expect(await ask('phone', { phone: 'no phone' })).toBe(false);
  });

  it('cost a captcha beyond a small budget of the browser', async () => {
    const browser = app.newBrowser();
    const phone = byPhone.contact;
    for (let checks = 0; checks < 10; checks += 1)
      expect(await browser.post('/check/phone', { phone })).toMatchObject({ code: 200, data: true });
    const refused = await browser.post('/check/phone', { phone });
    expect(refused).toMatchObject({ status: 200, code: 3004, data: { captcha: true, retryAfter: expect.any(Number) } });
    const validate = await browser.solveCaptcha('check');
    expect(await browser.post('/check/phone', { phone, validate })).toMatchObject({ code: 200, data: true });
    expect(await browser.post('/check/phone', { phone, validate })).toMatchObject({ status: 200, code: 3008 });
    expect(await browser.post('/check/phone', { phone, validate: await browser.solveCaptcha('login') })).toMatchObject({ code: 3008 });
  });

  it('cost a captcha beyond a small budget of the network, in any browser', async () => {
    app.clock.advance(3 * hour);
    const codes: number[] = [];
    for (let checks = 0; checks < 31; checks += 1) {
      const browser = app.newBrowser({ clientIp: `2001:db8:7:7::${checks + 1}` });
      codes.push((await browser.post('/check/email', { email: freshEmail() })).code);
    }
    expect(codes.slice(0, 30).every((code) => code === 200)).toBe(true);
    expect(codes[30]).toBe(3004);
  });
});
