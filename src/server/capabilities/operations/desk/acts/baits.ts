import type { Account } from '#server/core/account/accounts/account.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { addBait } from '#server/core/operations/desk/desk-baits.repository.ts';
import { memberOfAccount } from '#server/core/operations/staff/staff.repository.ts';
import type { Store } from '#server/core/store.ts';
import { findIdByNumber } from '../administration.repository.ts';

export interface BaitDeps extends Store {
  readonly audit: Audit;
  readonly accounts: Pick<Identity['accounts'], 'findById'>;
}

/** The account of a number, if nobody lives in it: no member, and no person whose request is under way. */
export async function baitAccount(
  { db, accounts }: { readonly db: Db; readonly accounts: BaitDeps['accounts'] },
  number: string,
): Promise<Account | undefined> {
  const id = await findIdByNumber(db, number.trim());
  const account = id === undefined ? undefined : await accounts.findById(id);
  const isFree = account?.state === 'active' && account.frozenAt === null && (await memberOfAccount(db, account.id)) === undefined;
  return isFree ? account : undefined;
}

/** Marks an account as one of nobody, by two auditors. The trail has no id of it. False where somebody lives in it. */
export async function markBait(
  deps: BaitDeps,
  {
    accountId,
    operator,
    second,
    reason,
  }: { readonly accountId: string; readonly operator: string; readonly second: string; readonly reason: string },
): Promise<boolean> {
  const { db, clock, audit, accounts } = deps;
  const account = await accounts.findById(accountId);
  if (account === undefined || (await baitAccount({ db, accounts }, account.number)) === undefined) return false;
  await addBait(deps, { accountId, at: clock.now(), by: `${operator} and ${second}` });
  const origin = { clientIp: '', requestId: '' };
  await audit.record({ event: 'desk.bait-added', accountId: null, origin, detail: { operator, second, reason } });
  return true;
}
