import type { Config } from '#server/platform/config.ts';
import { platformEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators } from '#simulators/simulators.ts';

/** Stand-ins for the social platforms in this process, so that everything can be tried without them. */
export interface LocalSimulators {
  /** Their page, on which things are made to go wrong. */
  readonly origin: string;
  /** The environment in which they are the platforms. */
  readonly environment: NodeJS.ProcessEnv;
  /** Tells the simulated WeChat where we listen, as an operator does at the real one. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** Starts them where no platform is configured. */
export async function startLocalSimulators({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<LocalSimulators | undefined> {
  // A platform of the operator's own is asked as it is.
  if (Object.keys(platformEnvironment('')).some((name) => process.env[name] !== undefined)) return undefined;
  const simulators = await startSimulators();
  const { origin } = simulators;
  return {
    origin,
    environment: { ...process.env, ...platformEnvironment(origin) },
    async connect() {
      await fetch(`${origin}/wechat/console?url=${encodeURIComponent(`${publicUrl}/events/wechat`)}`);
    },
    close: () => simulators.close(),
  };
}
