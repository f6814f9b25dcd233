import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#server/platform/clock.ts';
import { freshPhone, signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(() => app.close());

it('tells of a phone whether it is the own one for ten wrong ones a day, at both doors, and its owner is told', async () => {
  const { browser, contact } = await signUp(app);
  const wrong = Array.from({ length: 10 }, (_, n) => `139${String(n).padStart(8, '0')}`);
  for (const phone of wrong.slice(5)) expect(await browser.post('/delete/valid_phone', { phone })).toMatchObject({ data: false });
  // Right ones cost nothing.
  expect(await browser.post('/delete/valid_phone', { phone: contact })).toMatchObject({ data: true });
  const code = { scene: 'verify' } as const;
  for (const phone of wrong.slice(0, 5)) {
    const answer = await browser.post('/captcha/account/sms/send/login', { ...code, phone });
    expect(answer).toMatchObject({ data: { fields: { phone: 'not_my' } } });
  }
  expect(await browser.post('/delete/valid_phone', { phone: freshPhone() })).toMatchObject({ status: 429 });
  expect(await browser.post('/delete/valid_phone', { phone: contact })).toMatchObject({ status: 429 });
  expect(await browser.post('/captcha/account/sms/send/login', { ...code, phone: contact })).toMatchObject({ status: 429 });
  expect((await app.outbox(contact)).filter(({ scene }) => scene === 'contactGuessed')).toHaveLength(1);
  app.clock.advance(2 * day);
  expect(await browser.post('/delete/valid_phone', { phone: contact })).toMatchObject({ data: true });
});
