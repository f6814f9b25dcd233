import { type Clock, minute } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { FieldKeys } from './field-keys.ts';

/** Keeps the keys for encrypted fields fresh in the background. */
export interface FieldKeyJob {
  /** Does what is due now; one run at a time. A failure is reported and made up for by the next run: keys are announced before their use. */
  run(): Promise<void>;
  /** Lets a run that is under way finish. */
  close(): Promise<void>;
}

/**
 * So long an instance makes no key after its start: while it replaces one of another version, that one may be unable to use what this one
 * would make.
 */
const settlingMs = 10 * minute;

/** Looks every minute. */
export function startFieldKeyJob({
  keys,
  clock,
  log,
}: {
  readonly keys: FieldKeys;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}): FieldKeyJob {
  const settledAt = clock.now() + settlingMs;
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    try {
      await (clock.now() < settledAt ? keys.refresh() : keys.keep());
    } catch (error) {
      log.error({ err: error }, 'the keys for encrypted fields could not be renewed');
    } finally {
      running = undefined;
    }
  }

  function run(): Promise<void> {
    running ??= work();
    return running;
  }

  const timer = setInterval(() => void run(), minute).unref();
  return {
    run,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
