import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import { lockAccount, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { freezeAccount, type FreezeDeps } from '#server/core/protection/freeze/freeze-account.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';

export interface OperationDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly access: Access;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
  /** Mail address for questions. */
}

/** The operator, the reason and the case. All go into the trail and to the owner, so they must hold no personal data. */
export interface Order {
  readonly accountId: string;
  readonly operator: string;
  readonly reason: string;
  readonly caseRef: string;
  /** The member who approved it. */
  readonly second?: string;
  /** Where it was given; left out in a shell. */
  readonly via?: 'desk';
}

/** No request is involved. */
const origin = { clientIp: '', requestId: '' };

/**
 * Locks an active account: ends every session, token, code and link at once, answers 4010 to its proven owner, and
 * tells the owner. False if the account is not active.
 */
export async function lockByOperator(deps: OperationDeps, order: Order): Promise<boolean> {
  return change(deps, order, { event: 'account.locked', from: 'active', to: 'locked', notice: 'accountLocked' });
}

/** Unlocks a locked account, so that it can be signed in to again. False if it is not locked. */
export async function unlockByOperator(deps: OperationDeps, order: Order): Promise<boolean> {
  return change(deps, order, { event: 'account.unlocked', from: 'locked', to: 'active', notice: 'accountUnlocked' });
}

/**
 * Freezes an account as its owner would: one operator does it, and none ends it. False for one that is frozen or
 * gone.
 */
export async function freezeByOperator(deps: FreezeDeps, { accountId, operator: name, reason, caseRef }: Order): Promise<boolean> {
  const account = await deps.identity.accounts.findById(accountId);
  if (account === undefined || account.state === 'purged' || account.frozenAt !== null) return false;
  await freezeAccount(deps, { accountId, by: 'operator', why: 'unknown', origin, operator: { name, reason, caseRef } });
  return true;
}

/** Ends every session and token of an account; false if the account cannot have any. */
export async function endSessionsByOperator(deps: OperationDeps, order: Order): Promise<boolean> {
  const { accountId } = order;
  return deps.store.db.tx(async () => {
    const account = await held(deps, accountId);
    if (!account || account.state === 'purged') return false;
    await deps.access.endAll(account);
    await deps.journal.audit.record({ event: 'sessions.ended', accountId, origin, detail: detailOf(order) });
    await tell(deps, account, 'sessionsEnded');
    return true;
  });
}

type LockChange =
  | { readonly event: 'account.locked'; readonly from: 'active'; readonly to: 'locked'; readonly notice: 'accountLocked' }
  | { readonly event: 'account.unlocked'; readonly from: 'locked'; readonly to: 'active'; readonly notice: 'accountUnlocked' };

async function change(deps: OperationDeps, order: Order, { event, from, to, notice }: LockChange): Promise<boolean> {
  const { accountId } = order;
  return deps.store.db.tx(async () => {
    const account = await held(deps, accountId);
    if (!account || !(await transitionAccount(deps.store.db, { id: accountId, from, to }))) return false;
    // Credentials from before a lock must not work again after it.
    await deps.access.endAll(account);
    await deps.journal.audit.record({ event, accountId, origin, detail: detailOf(order) });
    await tell(deps, account, notice);
    return true;
  });
}

/** Detail of an order for trail and owner. */
export function detailOf({ operator, reason, caseRef, second, via }: Order): Readonly<Record<string, string>> {
  return { operator, reason, case: caseRef, ...(second !== undefined && { second }), ...(via !== undefined && { via }) };
}

/** Locks the account against other changes until the transaction ends. */
async function held({ store: { db }, identity: { accounts } }: OperationDeps, accountId: string): Promise<Account | undefined> {
  await lockAccount(db, accountId);
  return accounts.findById(accountId);
}

async function tell(deps: OperationDeps, account: Account, event: 'accountLocked' | 'accountUnlocked' | 'sessionsEnded'): Promise<void> {
  for (const to of contactsOf(account)) {
    await deps.journal.notices.sendChange({
      account,
      event,
      to,
      link: supportLink,
      linkKind: 'contact',
      from: '',
    });
  }
}
