import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulatedSocial } from '#server/testing/social.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { startSimulators } from '#simulators/simulators.ts';

export interface ThiefRig {
  readonly app: TestApp;
  close(): Promise<void>;
}

/** The real application with a social platform, without rate limits: lives are many and fast. */
export async function openThiefRig(): Promise<ThiefRig> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-thief-'));
  const clock: { now: () => number } = { now: () => Date.now() };
  const simulators = await startSimulators({ clock: { now: () => clock.now() } });
  // Power cuts have tests of their own.
  const database = await openTestDatabase({ durable: false });
  const app = await buildTestApp({
    database,
    config: { rateFactor: 1_000_000, logLevel: 'error', social: simulatedSocial(simulators, folder) },
  });
  clock.now = () => app.clock.now();
  return {
    app,
    async close() {
      await app.close();
      await database.close();
      await simulators.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
