import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { second } from '#server/platform/clock.ts';
import {
  beginSignOut,
  endSignOut,
  readSignOut,
  stepSignOut,
  type SignOutOrder,
} from '#server/platform/installation/installation.repository.ts';
import { nextAccounts } from '../administration.repository.ts';
import { endSessionsByOperator, type OperationDeps } from './set-account-lock.ts';

/** Short transactions: people sign in again beside them. */
const batch = 50;

const origin = { clientIp: '', requestId: '' };

/** Begins to sign everybody out, in the caller's transaction. False while it runs already. */
export async function beginSignOutEverybody(
  { db, audit }: { readonly db: Db; readonly audit: Audit },
  order: SignOutOrder,
): Promise<boolean> {
  if (!(await beginSignOut(db, order))) return false;
  const { operator, second: approver, reason, told } = order;
  await audit.record({
    event: 'installation.signed-out',
    accountId: null,
    origin,
    detail: { operator, second: approver, reason, told: String(told) },
  });
  return true;
}

/**
 * Signs out the accounts that are next, each once and in its own transaction, and returns whether there are more. Told ones
 * read it in a notice and in their activity. Any number of servers may do it, and any may die at any step.
 */
export async function signOutNext(deps: OperationDeps): Promise<boolean> {
  const { db } = deps.store;
  const going = await readSignOut(db);
  if (going === undefined) return false;
  const { order, after } = going;
  const ids = await nextAccounts(db, { after, limit: batch });
  if (ids.length === 0) await endSignOut(db, after);
  let from = after;
  for (const accountId of ids) {
    const isOurs = await db.tx(async () => {
      if (!(await stepSignOut(db, { from, to: accountId }))) return false;
      await (order.told ? endSessionsByOperator(deps, { ...order, accountId }) : endQuietly(deps, accountId));
      return true;
    });
    // Another server is further.
    if (!isOurs) break;
    from = accountId;
  }
  return ids.length > 0;
}

/** In the caller's transaction. */
async function endQuietly({ store: { db }, identity, access }: OperationDeps, accountId: string): Promise<void> {
  await lockAccount(db, accountId);
  const account = await identity.accounts.findById(accountId);
  if (account !== undefined && account.state !== 'purged') await access.endAll(account);
}

/** Continues a sign-out of everybody. */
export function signOutCapability(core: Core): Capability {
  const job = {
    everyMs: 10 * second,
    failure: 'the sign-out of everybody could not continue',
    removes: 'nothing',
    async run() {
      while (await signOutNext(core));
    },
  } as const;
  return { routes: [], jobs: [job] };
}
