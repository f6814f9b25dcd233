import { minute, type Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { CaptchaUnavailable, type CaptchaService } from './remote-captcha.ts';

/** How long a service that is down is left alone before the next probe. */
const restMs = minute / 2;

/** Whether a captcha service is up, from the view of this process. */
export interface ServiceHealth {
  /** A visitor's proof got no answer: probe the service. */
  suspect(): void;
  /** The state, after a probe in progress. A service that is down is probed again from time to time. */
  isUp(): Promise<boolean>;
}

/**
 * A visitor's failing proof never marks a service as down: it only triggers a probe with an answer of our own. The
 * result of the probe decides, so that no visitor can select the weaker captcha by their input.
 */
export function watchService(
  remote: CaptchaService,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'error' | 'warn'> },
): ServiceHealth {
  let isUp = true;
  let lookAgainAt = 0;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const wasUp = isUp;
    isUp = await answers(remote);
    lookAgainAt = clock.now() + restMs;
    const { provider } = remote;
    if (wasUp && !isUp) log.error({ provider }, 'a captcha service is down: our own stands in');
    if (!wasUp && isUp) log.warn({ provider }, 'a captcha service is up again');
  }

  function startLooking(): Promise<void> {
    return (looking ??= look().finally(() => {
      looking = undefined;
    }));
  }

  return {
    suspect() {
      if (isUp) void startLooking();
    },
    async isUp() {
      if (isUp) await looking;
      else if (clock.now() >= lookAgainAt) await startLooking();
      return isUp;
    },
  };
}

async function answers(remote: CaptchaService): Promise<boolean> {
  try {
    await remote.verify(remote.sample, 'register');
    return true;
  } catch (error) {
    return error instanceof CaptchaUnavailable && error.isBusy;
  }
}
