import type { Access } from '#server/core/access/access.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { contactsOf } from '#server/core/notices/notices.ts';
import { lockAccount, transitionAccount } from '#server/core/accounts/accounts.guarded.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Store } from '#server/core/store.ts';

export interface OperationDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly access: Access;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
  /** Where people can ask: a mail address. */
  readonly supportEmail: string;
}

/** Who does it and why: both are in the trail, and nothing of a person may be in the reason. */
export interface Order {
  readonly accountId: string;
  readonly operator: string;
  readonly reason: string;
}

/** Not from a request. */
const origin = { clientIp: '', requestId: '' };

/**
 * Locks an active account: every session, token, code and link of it ends at once, whoever proves to be its owner is answered 4010, and the
 * owner is told. False when the account is not active.
 */
export async function lockByOperator(deps: OperationDeps, order: Order): Promise<boolean> {
  return change(deps, order, { event: 'account.locked', from: 'active', to: 'locked', notice: 'accountLocked' });
}

/** Lets a locked account be signed in to again. False when it is not locked. */
export async function unlockByOperator(deps: OperationDeps, order: Order): Promise<boolean> {
  return change(deps, order, { event: 'account.unlocked', from: 'locked', to: 'active', notice: 'accountUnlocked' });
}

/** Ends every session and token of an account; returns false when there is no account that could have some. */
export async function endSessionsByOperator(deps: OperationDeps, { accountId, operator, reason }: Order): Promise<boolean> {
  return deps.store.db.tx(async () => {
    const account = await held(deps, accountId);
    if (!account || account.state === 'purged') return false;
    await deps.access.endAll(account);
    await deps.journal.audit.record({ event: 'sessions.ended', accountId, origin, detail: { operator, reason } });
    await tell(deps, account, 'sessionsEnded');
    return true;
  });
}

type LockChange =
  | { readonly event: 'account.locked'; readonly from: 'active'; readonly to: 'locked'; readonly notice: 'accountLocked' }
  | { readonly event: 'account.unlocked'; readonly from: 'locked'; readonly to: 'active'; readonly notice: 'accountUnlocked' };

async function change(
  deps: OperationDeps,
  { accountId, operator, reason }: Order,
  { event, from, to, notice }: LockChange,
): Promise<boolean> {
  return deps.store.db.tx(async () => {
    const account = await held(deps, accountId);
    if (!account || !(await transitionAccount(deps.store.db, { id: accountId, from, to }))) return false;
    // What was made before a lock does not come to life again after it.
    await deps.access.endAll(account);
    await deps.journal.audit.record({ event, accountId, origin, detail: { operator, reason } });
    await tell(deps, account, notice);
    return true;
  });
}

/** Nobody else changes the account until the transaction ends. */
async function held({ store: { db }, identity: { accounts } }: OperationDeps, accountId: string): Promise<Account | undefined> {
  await lockAccount(db, accountId);
  return accounts.findById(accountId);
}

async function tell(deps: OperationDeps, account: Account, event: 'accountLocked' | 'accountUnlocked' | 'sessionsEnded'): Promise<void> {
  const link = { href: `mailto:${deps.supportEmail}`, hours: 0 };
  for (const to of contactsOf(account)) {
    await deps.journal.notices.sendChange({ account, event, to, language: account.language, link, linkKind: 'contact', from: '' });
  }
}
