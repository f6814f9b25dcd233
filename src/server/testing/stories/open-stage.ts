import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulators } from '#simulators/simulators.ts';
import { simulatedSocial } from '../social.ts';
import { buildTestApp } from '../test-app.ts';
import { startSecondInstance } from '../two-instances.ts';
import type { Stage } from './stage.ts';

export interface OpenStage extends Stage {
  close(): Promise<void>;
}

/** One server on SQLite, two on PostgreSQL, with simulated social platforms. */
export async function openStage(): Promise<OpenStage> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-stories-'));
  const simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  const app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1_000_000, social: simulatedSocial(simulators, folder) } });
  await app.listen();
  const second = app.config.databaseUrl === undefined ? undefined : await startSecondInstance(app);
  let count = 0;
  return {
    app,
    newBrowser() {
      count += 1;
      return second !== undefined && count % 2 === 0 ? second.newBrowser() : app.newBrowser();
    },
    async close() {
      await second?.close();
      await app.close();
      await simulators.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
