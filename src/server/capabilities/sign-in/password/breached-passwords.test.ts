// @one-database
import { globSync, readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import { freshPhone, registrationBody, signUp, type Person } from '#server/testing/people/people.ts';
import { askReset } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer } from '#server/testing/server/test-browser.ts';
import { leakedPassword } from '#simulators/breach-simulator.ts';
import type { Faults } from '#simulators/simulated-http.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';

let simulators: Simulators;
let app: TestApp;

beforeAll(async () => {
  simulators = await startSimulators();
  app = await buildTestApp({
    config: { rateFactor: 1000, logLevel: 'silent', breachCheckUrl: `${simulators.origin}/breaches/range` },
  });
});

afterAll(async () => {
  await app.close();
  await simulators.close();
});

beforeEach(() => {
  Object.assign(simulators.services.breaches.faults, { broken: '', delayMs: 0 });
  app.clock.advance(2 * minute);
});

const change = ({ browser, password }: Person, newPassword: string): Promise<TestAnswer> =>
  browser.post('/password/update', { oldPassword: password, newPassword });

async function reset({ contact }: Person, newPassword: string): Promise<TestAnswer> {
  const browser = app.newBrowser();
  const { code } = await askReset(app, browser, contact);
  return browser.post('/password/reset/reset_password/phone', { phone: contact, code, newPassword });
}

describe('a password that was published elsewhere', () => {
  it('is no new password of an account, whatever leads to it', async () => {
    const person = await signUp(app);
    const refused = { code: 400, data: { fields: { newPassword: 'breached_password' } } };
    expect(await change(person, leakedPassword)).toMatchObject(refused);
    expect(await reset(person, leakedPassword)).toMatchObject(refused);
    expect(await change(person, 'another-Harbour-9')).toMatchObject({ code: 200 });
  });

  it('registers nobody', async () => {
    const browser = app.newBrowser();
    const body = await registrationBody(app, browser, { phone: freshPhone() });
    const answer = await browser.post('/register/phone', { ...body, password: leakedPassword });
    expect(answer).toMatchObject({ code: 400, data: { fields: { password: 'breached_password' } } });
  });

  it('is looked for by five digits of its hash', async () => {
    await change(await signUp(app), 'violet-Harbour-11');
    const digest = hash('sha1', 'violet-Harbour-11', 'hex').toUpperCase();
    expect(simulators.services.breaches.asked.at(-1)).toBe(digest.slice(0, 5));
  });
});

describe('a service that does not answer', () => {
  it.each<[string, Partial<Faults>]>([
    ['fails', { broken: 'error500' }],
    ['answers something else', { broken: 'nonsense' }],
    ['breaks off', { broken: 'cut' }],
    ['takes longer than a person waits', { delayMs: 5000 }],
  ])('keeps nobody from a new password: it %s', async (_, faults) => {
    const person = await signUp(app);
    Object.assign(simulators.services.breaches.faults, faults);
    expect(await change(person, leakedPassword)).toMatchObject({ code: 200 });
  });

  it('is left alone for a minute', async () => {
    const { asked, faults } = simulators.services.breaches;
    const [one, two, three] = [await signUp(app), await signUp(app), await signUp(app)];
    faults.broken = 'cut';
    await change(one, leakedPassword);
    faults.broken = '';
    const before = asked.length;
    expect(await change(two, leakedPassword)).toMatchObject({ code: 200 });
    expect(asked).toHaveLength(before);
    app.clock.advance(minute);
    expect(await change(three, leakedPassword)).toMatchObject({ code: 400 });
  });
});

it('only one function hashes a chosen password', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url));
  const files = globSync('**/*.ts', { cwd: folder, exclude: (name) => name.endsWith('.test.ts') });
  const hashing = files.filter((file) => readFileSync(folder + file, 'utf8').includes('asher.hash('));
  // The right password of a sign-in is hashed again.
  expect(hashing).toEqual(['sign-in/sign-in/sign-in-by-password.ts']);
});
