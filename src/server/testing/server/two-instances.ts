import { buildApp } from '#server/app/build-app.ts';
import { wire, type Wiring } from '#server/app/wire.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { fetchFrom, newTestBrowser, type TestBrowser } from './test-browser.ts';
import { freePort } from './free-port.ts';
import { cheapPasswordCost, type TestApp, type TestTime } from './test-app.ts';

/** A second server on a test's database, with its own connections and the same clock; both listen. */
export interface SecondInstance {
  readonly wiring: Wiring;
  /** A fresh browser whose requests go to this instance. */
  newBrowser(): TestBrowser;
  close(): Promise<void>;
}

/** Lets the first instance listen and starts another one, by default with the same clock and configuration. */
export async function startSecondInstance(
  first: TestApp,
  time: TestTime = { clock: first.clock },
  changes: Partial<Config> = {},
): Promise<SecondInstance> {
  await first.listen();
  const config = { ...first.config, ...changes };
  const db = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, pool: { max: 10, waitMs: 20_000 } });
  const wiring = await wire(config, {
    ...time,
    log: first.wiring.platform.log,
    db,
    captchaDifficulty: { cost: 1, from: 1, to: 4 },
    hasherThreads: 1,
    passwordCost: cheapPasswordCost,
  });
  await wiring.jobs.deletions.close();
  const app = await buildApp(wiring);
  const port = await freePort();
  await app.listen({ host: config.host, port });
  const send = fetchFrom(`http://127.0.0.1:${port}`);
  return {
    wiring,
    newBrowser: () => newTestBrowser({ send, origin: config.publicUrl }),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await wiring.close();
      await db.close();
    },
  };
}

/** The same browser, whose requests go to another instance from now on. */
export function movedTo(instance: Pick<SecondInstance, 'newBrowser'>, browser: TestBrowser): TestBrowser {
  const moved = instance.newBrowser();
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  return moved;
}
