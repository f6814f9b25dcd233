import type { Config } from '#server/platform/config.ts';
import { platformEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators } from '#simulators/simulators.ts';

/** Stand-ins for the social platforms in this process, so that everything can be tried without them. */
export interface LocalSimulators {
  /** The origin of their page, which can cause faults. */
  readonly origin: string;
  /** The environment that configures them as the platforms. */
  readonly environment: NodeJS.ProcessEnv;
  /** Gives our URL to the simulated WeChat, like an operator at the real one. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** Starts them if no platform is configured. */
export async function startLocalSimulators({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<LocalSimulators | undefined> {
  // A configured platform of the operator is never replaced.
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
