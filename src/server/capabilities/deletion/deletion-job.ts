import { hour, minute } from '#server/platform/clock.ts';
import { eraseMore, purgeAccounts, type PurgeDeps } from './purge-accounts.ts';
import { sendReminders, type SendRemindersDeps } from './send-reminders.ts';

/** Sends reminders and erases accounts in the background. */
export interface DeletionJob {
  /** Does what is due now; one run at a time. A failure is reported and made up for by the next run. */
  run(): Promise<void>;
  /** Lets a run that is under way finish. */
  close(): Promise<void>;
}

/** Looks every minute: the first index entry tells that nothing is due. */
export function startDeletionJob(deps: PurgeDeps & SendRemindersDeps): DeletionJob {
  let running: Promise<void> | undefined;
  // Also what a run has left that died before it had come to this.
  let isForgotten = false;
  // At the start, and later what an instance of an earlier version has purged since.
  let eraseMoreAt = 0;

  async function work(): Promise<void> {
    try {
      await sendReminders(deps);
      if ((await purgeAccounts(deps)) > 0) isForgotten = false;
      if (deps.clock.now() >= eraseMoreAt) {
        if ((await eraseMore(deps)) > 0) isForgotten = false;
        eraseMoreAt = deps.clock.now() + hour;
      }
      if (!isForgotten) isForgotten = await deps.db.forgetDeleted();
    } catch (error) {
      deps.log.error({ err: error }, 'deletions that are due could not be read');
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
