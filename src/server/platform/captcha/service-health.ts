import { minute, type Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { CaptchaUnavailable, type CaptchaService } from './remote-captcha.ts';

/** How long a service that is down is left alone before it is asked again. */
const restMs = minute / 2;

/** Whether a captcha service is up, as this process has seen it. */
export interface ServiceHealth {
  /** A visitor's proof was not answered: the service is looked at. */
  suspect(): void;
  /** The state, after a look that is under way. A service that is down is looked at again from time to time. */
  isUp(): Promise<boolean>;
}

/**
 * A visitor's failing proof never says that a service is down: it only makes us ask the service ourselves, with an answer of our own making.
 * What it makes of that decides, so that nobody can choose the weaker captcha by what they send.
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
