// @one-database
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOld } from '#server/testing/people/legacy.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(() => app.close());

async function refusalTakes(account: string): Promise<number> {
  const begun = performance.now();
  expect(await app.newBrowser().post('/login/password', { account, password: 'not-the-password-7' })).toMatchObject({ code: 3007 });
  return performance.now() - begun;
}

it('a wrong password is refused as late for an old account, for one of ours and for nobody', async () => {
  const { contact } = await signUp(app);
  const old = await importOld(app);
  for (const account of [old.phone, contact, '13800138999']) expect(await refusalTakes(account)).toBeGreaterThanOrEqual(799);
});
