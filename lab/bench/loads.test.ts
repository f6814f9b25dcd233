// @odd-days
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { checksOf } from './check.ts';
import { measureImport } from './import.ts';
import { load } from './load.ts';
import { populate, type Population } from './populate.ts';
import { readingOf } from './read-account.ts';
import { prepareRefreshes } from './refresh-token.ts';
import { registerSome } from './register.ts';
import { measureSecondStep } from './second-step.ts';
import { prepareSignIns } from './sign-in-load.ts';

/** The loads of the bench against a small database: each throws where the server no longer answers as it expects. */

const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-loads-'));
const env = { RATE_FACTOR: '10000', CAPTCHA_ATTEMPTS: '20' };
let server: ServerProcess;
let population: Population;
let password: string;

beforeAll(async () => {
  const first = await startServerProcess({ dataDir, env });
  const person = await connectHttp(first.origin).register();
  await first.stop();
  ({ password } = person);
  population = populate({ dataDir, phone: person.phone, accounts: 64, sessions: 32 });
  server = await startServerProcess({ dataDir, env });
});

afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('accounts are read and phones are checked', async () => {
  expect((await load(readingOf(server, population), 32)).perSecond).toBeGreaterThan(0);
  expect((await load(await checksOf(server, population), 32)).perSecond).toBeGreaterThan(0);
});

test('people sign in', async () => {
  const signIns = await prepareSignIns(server, { phones: population.phones, password });
  // A hash waits long on a busy machine.
  expect((await signIns.run(3)).total).toBeGreaterThan(0);
});

test('people register', async () => {
  expect((await registerSome(server)).amount).toBe(32);
});

test('refresh tokens are exchanged, each for the next one', async () => {
  const refreshes = await prepareRefreshes(server, population);
  expect((await refreshes.run(2)).amount).toBe(16);
});

test('second steps are taken', async () => {
  const steps = await measureSecondStep(server, { people: 1, rounds: 1 });
  expect(steps.map(({ value }) => value > 0)).toEqual([true, true, true]);
});

test('legacy rows are imported', async () => {
  const [seconds] = await measureImport(1200);
  expect(seconds?.value).toBeGreaterThan(0);
});
