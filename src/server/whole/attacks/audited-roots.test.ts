import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPasskey, proveByPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail, signUp } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { addAuthenticator, provePassword, proveTwo, switchTwoStepOn } from '#server/testing/people/two-step.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

async function detailOf(accountId: string, event: string): Promise<string> {
  const rows = app.db
    .q()
    .selectFrom('audit')
    .select('detail')
    .where('account_id', '=', accountId)
    .where('event', '=', event as 'totp.removed');
  return (await rows.executeTakeFirstOrThrow()).detail;
}

it('the trail says on which ways a change rests and on which things they lie, and no value', async () => {
  const person = await signUp(app);
  const { browser, contact } = person;
  const accountId = await accountIdOf(app, contact);
  const email = freshEmail();
  await provePassword(person);
  const code = await accountCode(app, browser, { contact: email, scene: 'bind' });
  expect(await browser.post('/update/email', { email, code })).toMatchObject({ code: 200 });
  const passkey = await addPasskey(person);
  const { id } = await addAuthenticator(app, person);
  await provePassword(person, 'removeTotp');
  expect(await browser.post('/totp/remove', { id })).toMatchObject({ code: 200 });
  await provePassword(person, 'unbindEmail');
  expect(await browser.post('/update/email', { email: '' })).toMatchObject({ code: 200 });
  await proveByPasskey(person, passkey, { action: 'removePassword' });
  expect(await browser.post('/password/remove', {})).toMatchObject({ code: 200 });

  const byPassword = /^\{"roots":"password:\d+","carriers":"computer"\}$/;
  for (const event of ['email.bound', 'totp.removed', 'email.unbound']) expect(await detailOf(accountId, event), event).toMatch(byPassword);
  expect(await detailOf(accountId, 'password.removed')).toMatch(/^\{"roots":"passkey:[\w-]+","carriers":"computer phone"\}$/);
});

it('and on a protected account both of them', async () => {
  const person = await signUp(app);
  const accountId = await accountIdOf(app, person.contact);
  const { authenticator } = await switchTwoStepOn(app, person);
  await proveTwo({ ...person, authenticator });
  expect(await person.browser.post('/two-step/disable', {})).toMatchObject({ code: 200 });
  expect(await detailOf(accountId, 'two-step.off')).toMatch(/^\{"roots":"password:\d+ totp:[\w-]+","carriers":"computer phone"\}$/);
});
