import { limits } from '#contract/limits.ts';
import { day } from '#server/platform/clock.ts';
import { takeReminder } from '#server/core/account/deletion/deletions.guarded.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Store } from '#server/core/store.ts';
import { tellOfDeletion, type TellOwnerDeps } from './tell-owner.ts';

export interface SendRemindersDeps extends TellOwnerDeps {
  readonly store: Store;
  readonly identity: Identity;
}

/**
 * Lead times of the reminders before the deletion, the last first: after an outage only the last due one is sent.
 * Number 0 goes at once to owners whose date has changed (`restartDeletions`).
 */
const reminders = [
  { number: 2, beforeMs: day },
  { number: 1, beforeMs: 7 * day },
  { number: 0, beforeMs: 2 * limits.deletionDays * day },
] as const;

/** Reminds owners of accounts due for erasure, once per lead time across all instances; returns the number. */
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
    if (account) await tellOfDeletion(deps, { account, event: 'deletionReminder', dueAt: deletion.due_at, by: { clientIp: '' } });
    return true;
  });
}
