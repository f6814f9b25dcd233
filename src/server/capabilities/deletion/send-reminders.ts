import { limits } from '#contract/limits.ts';
import { day } from '#server/platform/clock.ts';
import { takeReminder } from '#server/core/deletion/deletions.guarded.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import type { Store } from '#server/core/store.ts';
import { tellOfDeletion, type TellOwnerDeps } from './tell-owner.ts';

export interface SendRemindersDeps extends TellOwnerDeps {
  readonly store: Store;
  readonly identity: Identity;
}

/**
 * How long before the deletion people are reminded, the last first: who was down in between sends that one alone. Number 0 goes to those whose
 * date has been changed (`restartDeletions`), at once.
 */
const reminders = [
  { number: 2, beforeMs: day },
  { number: 1, beforeMs: 7 * day },
  { number: 0, beforeMs: 2 * limits.deletionDays * day },
] as const;

/** Reminds the owners of accounts that will soon be erased, each once at a time whatever number of instances looks; returns how many. */
export async function sendReminders(deps: SendRemindersDeps): Promise<number> {
  let sent = 0;
  for (const { number, beforeMs } of reminders) {
    while (await remindNext(deps, { number, beforeMs })) sent += 1;
  }
  return sent;
}

async function remindNext(
  deps: SendRemindersDeps,
  { number, beforeMs }: { readonly number: number; readonly beforeMs: number },
): Promise<boolean> {
  const {
    store: { db, clock },
    identity: { accounts },
  } = deps;
  return db.tx(async () => {
    const at = clock.now();
    const deletion = await takeReminder(db, { number, dueBefore: at + beforeMs, at });
    if (!deletion) return false;
    const account = await accounts.findById(deletion.account_id);
    if (account) await tellOfDeletion(deps, { account, event: 'deletionReminder', dueAt: deletion.due_at, from: '' });
    return true;
  });
}
