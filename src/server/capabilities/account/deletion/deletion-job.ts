import { endLapsedHolds } from './end-holds.ts';
import { hour, minute } from '#server/platform/clock.ts';
import type { Doubt, Job } from '#server/platform/jobs/jobs.ts';
import { eraseMore, purgeAccounts, type PurgeDeps } from './purge-accounts.ts';
import { sendReminders, type SendRemindersDeps } from './send-reminders.ts';

/** Sends reminders and erases accounts. The first index entry tells that nothing is due. */
export function deletionJob({ doubt, ...deps }: PurgeDeps & SendRemindersDeps & { readonly doubt: Doubt }): Job {
  // Also covers accounts left over by a run that died earlier.
  let isForgotten = false;
  // At the start, and later for accounts that an instance with a smaller list purges beside this one.
  let eraseMoreAt = 0;
  return {
    everyMs: minute,
    failure: 'deletions that are due could not be carried out',
    removes: { files: 'because rows of the erased account name them', doubt, held: 'stay' },
    async run() {
      await sendReminders(deps);
      if ((await purgeAccounts(deps)) > 0) isForgotten = false;
      await endLapsedHolds(deps);
      if (deps.store.clock.now() >= eraseMoreAt) {
        if ((await eraseMore(deps)) > 0) isForgotten = false;
        eraseMoreAt = deps.store.clock.now() + hour;
      }
      if (!isForgotten) isForgotten = await deps.store.db.forgetDeleted();
    },
  };
}
