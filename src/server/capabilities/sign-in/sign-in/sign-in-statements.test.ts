// @one-database
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, second } from '#server/platform/clock.ts';
import { countStatements, type Counted, type CountingDatabase } from '#server/testing/costs/counted-statements.ts';
import { addPasskey, beginPasskey } from '#server/testing/people/passkeys.ts';
import { goodPassword, signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { switchTwoStepOn } from '#server/testing/people/two-step.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

/** A sign-in is the costliest call that people make: each statement is one that it needs, and is compiled once. */
let database: TestDatabase;
let app: TestApp;
/** Fewer statements: PostgreSQL counts three limits of a call in one. */
let sharedCounters = 0;

let counting: CountingDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  counting = countStatements(database);
  sharedCounters = database.db.engine === 'postgres' ? 2 : 0;
  app = await buildTestApp({ database: counting.database, config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function signIn(browser: TestBrowser, account: string): Promise<Counted> {
  await browser.prepare();
  await browser.post('/logout', {});
  return count(() => browser.post('/login/password', { account, password: goodPassword }));
}

async function count(send: () => Promise<TestAnswer>): Promise<Counted> {
  const { answer, ...counted } = await counting.count(send);
  expect(answer).toMatchObject({ code: 200 });
  return counted;
}

const clientIp = '198.51.100.7';
const strange = (account: string) => signIn(app.newBrowser({ clientIp }), account);

it('takes a fixed number of statements in a known browser, each compiled once', async () => {
  const { contact } = await signUp(app);
  app.clock.advance(day);
  const browser = app.newBrowser({ clientIp });
  await signIn(browser, contact);
  await signIn(browser, contact);
  const { statements, built } = await signIn(browser, contact);
  expect(statements).toHaveLength(17 - sharedCounters);
  expect(built).toEqual([]);
});

it('takes no more in a flood of notices, and its past is one row', async () => {
  const { contact } = await signUp(app);
  app.clock.advance(day);
  const next = async () => {
    app.clock.advance(second);
    return strange(contact);
  };
  for (let n = 0; n < 3; n += 1) await next();
  const few = await next();
  expect(few.built).toEqual([]);
  for (let n = 0; n < 12; n += 1) await next();
  expect(await next()).toEqual(few);
  expect(few.statements.filter((name) => name.endsWith(' notices'))).toEqual(['select notices', 'insert notices']);
});

it('takes a fixed number by passkey, each compiled once', async () => {
  const person = await signUp(app);
  const { authenticator } = await addPasskey(person);
  app.clock.advance(day);
  const browser = app.newBrowser({ clientIp });
  const byPasskey = async () => {
    await browser.post('/logout', {});
    const credential = authenticator.assert(await beginPasskey(browser));
    return count(() => browser.post('/login/passkey', { credential }));
  };
  await byPasskey();
  await byPasskey();
  const { statements, built } = await byPasskey();
  expect(statements).toHaveLength(19 - sharedCounters);
  expect(built).toEqual([]);
});

it('an account with passkeys and two-step verification is read by as many statements as any', async () => {
  const person = await signUp(app);
  const read = async () => (await count(() => person.browser.get('/account/metainfo'))).statements;
  const plain = await read();
  expect(plain.length).toBeGreaterThan(0);
  await addPasskey(person);
  await addPasskey(person);
  await switchTwoStepOn(app, person);
  expect(await person.browser.get('/account/metainfo')).toMatchObject({ data: { passkeys: 2, twoStep: { enabled: true } } });
  expect(await read()).toEqual(plain);
});
