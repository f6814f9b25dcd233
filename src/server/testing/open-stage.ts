import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulators } from '#simulators/simulators.ts';
import { simulatedSocial } from '#server/testing/people/social.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { startSecondInstance } from '#server/testing/server/two-instances.ts';
import type { Stage } from './stage.ts';

export interface OpenStage extends Stage {
  close(): Promise<void>;
}

/** One server on SQLite, two on PostgreSQL, with simulated social platforms. */
export async function openStage(): Promise<OpenStage> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-stage-'));
  const simulators = await startSimulators({ clock: { now: () => first.clock.now() } });
  const first = await buildTestApp({ now: Date.now(), config: { rateFactor: 1_000_000, social: simulatedSocial(simulators, folder) } });
  await first.listen();
  const second = first.config.databaseUrl === undefined ? undefined : await startSecondInstance(first);
  // Messages that the other instance is sending arrive first: otherwise an earlier code is the newest one.
  const drain = () => second?.wiring.jobs.outbox.drain();
  const app: TestApp = {
    ...first,
    async outbox(to) {
      await drain();
      return first.outbox(to);
    },
    async codeFor(to) {
      await drain();
      return first.codeFor(to);
    },
  };
  let count = 0;
  return {
    app,
    newBrowser() {
      count += 1;
      return second !== undefined && count % 2 === 0 ? second.newBrowser() : first.newBrowser();
    },
    async close() {
      await second?.close();
      await first.close();
      await simulators.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
