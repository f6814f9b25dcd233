import { buildApp } from '#server/app/build-app.ts';
import { wire, type Wiring } from '#server/app/wire.ts';
import type { Clock } from '#server/platform/clock.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import type { HttpClient } from '#server/testing/server/http-client.ts';
import { platformEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators } from '#simulators/simulators.ts';
import { demoBrowser } from './demo-browser.ts';
import type { DemoBrowser, DemoPerson } from './demo-people.ts';

/** The product in this process, at a time in the past that moves on. */
export interface DemoStage {
  readonly origin: string;
  readonly wiring: Wiring;
  /** The time of the stage. */
  readonly clock: Clock;
  /** Sets the clock to this many milliseconds before now. Time never goes back. */
  travelTo(agoMs: number): void;
  browserOf(person: DemoPerson, browser: DemoBrowser): HttpClient;
  close(): Promise<void>;
}

/** Starts the product, listening, on the settings of the demo. */
export async function openDemoStage(environment: NodeJS.ProcessEnv): Promise<DemoStage> {
  let ago = 0;
  const clock: Clock = { now: () => Date.now() - ago };
  const simulators = await startSimulators({ clock });
  const config = loadConfig({
    ...environment,
    ...platformEnvironment(simulators.origin),
    LOG_LEVEL: 'silent',
    RATE_FACTOR: '100',
  });
  const wiring = await wire(config, { clock, captchaDifficulty: { cost: 1, from: 1, to: 4 } });
  const app = await buildApp(wiring);
  const origin = config.publicUrl;
  const close = async (): Promise<void> => {
    await wiring.jobs.outbox.drain();
    app.server.closeAllConnections();
    await app.close();
    await wiring.close();
    await simulators.close();
  };
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    origin,
    wiring,
    clock,
    travelTo(agoMs) {
      ago = agoMs;
    },
    browserOf: (person, browser) => demoBrowser(origin, person, browser),
    close,
  };
}
