import { afterAll, beforeAll, expect, it } from 'vitest';
import { hour } from '#server/platform/clock.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { AdminError } from '#server/admin/admin-command.ts';
import { runClock } from './clock.ts';

const start = Date.UTC(2026, 0, 15, 8);
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ time: { machineTime: { wall: () => start, elapsed: () => 0 } } });
});
afterAll(async () => {
  await app.close();
});

const run = (...args: readonly string[]) => runClock({ db: app.db, clock: { now: () => start - hour } }, ['clock', ...args]);

it('shows the times of the machine and of the database, and resets the latter only after confirmation', async () => {
  const behind = 'machine   2026-01-15T07:00:00.000Z\ndatabase  2026-01-15T08:00:00.000Z';
  expect(await run('show')).toBe(behind);
  await expect(run('reset')).rejects.toThrow('add --confirm');
  await expect(run('forget')).rejects.toThrow(AdminError);
  expect(await run('show')).toBe(behind);
  expect(await run('reset', '--confirm')).toBe(behind.replace('08', '07'));
});
