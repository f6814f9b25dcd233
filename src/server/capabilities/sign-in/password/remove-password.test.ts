import { afterAll, beforeAll, expect, it } from 'vitest';
import { someCode } from '#contract/fixtures/codes.ts';
import { addPasskey, proveByPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(async () => {
  await app.close();
});

const remove = ({ browser }: Person) => browser.post('/password/remove', {});
const metainfo = ({ browser }: Person) => browser.get('/account/metainfo');

it('is kept while no passkey has proven itself', async () => {
  const person = await signUp(app);
  expect(await metainfo(person)).toMatchObject({ data: { password_empty: false, passwordNeeded: false, passwordRemovable: false } });
  expect(await remove(person)).toMatchObject({ code: 3006 });
});

it('goes with a proof, and its owner sets one again', async () => {
  const person = await signUp(app);
  const passkey = await addPasskey(person);
  expect(await metainfo(person)).toMatchObject({ data: { passwordRemovable: true } });
  expect(await remove(person)).toMatchObject({
    code: 3001,
    data: { methods: expect.arrayContaining([{ method: 'passkey', target: '' }]) },
  });
  await proveByPasskey(person, passkey, { action: 'removePassword' });
  const gone = { password_empty: true, passwordNeeded: false, passwordRemovable: false };
  expect(await remove(person)).toMatchObject({ code: 200, data: { account: gone } });
  expect(await metainfo(person)).toMatchObject({ data: gone });
  // Messages of one moment leave in any order.
  expect(await app.outbox(person.contact)).toContainEqual(expect.objectContaining({ scene: 'passwordRemoved' }));
  const other = app.newBrowser();
  expect(await other.post('/login/password', { account: person.contact, password: person.password })).toMatchObject({ code: 3007 });
  expect(await signInByPasskey(other, passkey)).toMatchObject({ code: 200 });
  await proveByPasskey(person, passkey, { action: 'setPassword' });
  expect(await person.browser.post('/password/set', { newPassword: 'Harbour9-violet' })).toMatchObject({ code: 200 });
  expect(await metainfo(person)).toMatchObject({ data: { password_empty: false, passwordRemovable: true } });
});

it('is not asked for before an email, where a passkey stands for it', async () => {
  const person = await signUp(app);
  const passkey = await addPasskey(person);
  await proveByPasskey(person, passkey, { action: 'removePassword' });
  expect(await remove(person)).toMatchObject({ code: 200 });
  const email = freshEmail();
  const add = () => person.browser.post('/update/email', { email, code: someCode });
  const asked = await add();
  expect(asked).toMatchObject({ code: 3001, data: { methods: expect.arrayContaining([{ method: 'passkey', target: '' }]) } });
  await proveByPasskey(person, passkey, { action: 'bindEmail', target: email });
  // Only the code is missing.
  expect(await add()).toMatchObject({ code: 1014 });
});
