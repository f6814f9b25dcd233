import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(() => app.close());

it.each([0, 1, 60])('tells an owner with only a phone by SMS of a sign-in elsewhere, %d days after the registration', async (days) => {
  const { contact, password } = await signUp(app);
  app.clock.advance(days * day + 2 * minute);
  const stranger = app.newBrowser({ clientIp: '203.0.113.9' });
  expect(await stranger.post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
  expect((await app.outbox(contact))[0]).toMatchObject({ channel: 'sms', scene: expect.stringMatching(/^new(?:Place|Browser)$/) });
});
