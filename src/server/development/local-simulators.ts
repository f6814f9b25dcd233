import type { Config } from '#server/platform/settings/config.ts';
import { captchaEnvironment, platformEnvironment, smsEnvironment } from '#simulators/simulated-environment.ts';
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

/** The settings that choose a service; all others of a service belong to an account of the operator. */
const choices = new Set(['SMS_ADAPTER', 'CAPTCHA_CN', 'CAPTCHA_ELSEWHERE']);

/** Starts them if no account at a service is configured. */
export async function startLocalSimulators({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<LocalSimulators | undefined> {
  // A configured service of the operator is never replaced.
  const names = Object.keys({ ...platformEnvironment(''), ...smsEnvironment(''), ...captchaEnvironment('') });
  if (names.some((name) => !choices.has(name) && process.env[name] !== undefined)) return undefined;
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
