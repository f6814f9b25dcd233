import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { endHold, isBeyondHold, putHold, showQuietLooks } from '#server/core/account/holds/holds.repository.ts';
import { day } from '#server/platform/clock.ts';
import { detailOf, type OperationDeps, type Order } from './set-account-lock.ts';

/** Beyond this an authority asks again. */
export const longestHoldMs = 366 * day;

const origin = { clientIp: '', requestId: '' };

export interface HoldDeps extends Pick<OperationDeps, 'store' | 'journal'> {
  /** Whether the law forbids to tell the owner as long as it lasts. */
  readonly accessHold: boolean;
}

/**
 * Keeps the data of an account until then: no purge and no sweep takes any of it. The account continues as it is; one whose
 * deletion is due does not exist for anybody, and its receipt says that it is settling. False for one that is erased or
 * being erased or held as long already, and for a time that is over or too long.
 */
export async function holdByOperator(
  { store, journal, accessHold }: HoldDeps,
  order: Order & { readonly until: number },
): Promise<boolean> {
  const { db, clock } = store;
  const { accountId, until, operator, caseRef } = order;
  return db.tx(async () => {
    await lockAccount(db, accountId);
    const at = clock.now();
    if (!(until > at && until <= at + longestHoldMs) || (await isBeyondHold(db, accountId, at))) return false;
    if (!(await putHold(db, { account_id: accountId, until, made_at: at, operator, case_ref: caseRef }))) return false;
    const detail = { ...detailOf(order), until: new Date(until).toISOString() };
    await journal.audit.record({ event: accessHold ? 'data.held-quietly' : 'data.held', accountId, origin, detail });
    return true;
  });
}

/** Ends the hold of an account before its time: what is due continues. False without one. */
export async function releaseByOperator({ store, journal }: Omit<HoldDeps, 'accessHold'>, order: Order): Promise<boolean> {
  const { db } = store;
  return db.tx(async () => {
    await lockAccount(db, order.accountId);
    if ((await endHold(db, order.accountId)) === undefined) return false;
    await journal.audit.record({ event: 'data.released', accountId: order.accountId, origin, detail: detailOf(order) });
    await showQuietLooks(db, order.accountId);
    return true;
  });
}
