import type { Account } from '#server/core/accounts/account.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import { endAllAccess } from '#server/core/credentials/credential-change.ts';
import { contactsOf, type Notices } from '#server/core/notices/notices.ts';
import type { Sessions } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { Codes } from '#server/core/verification/codes.ts';
import type { Clock } from '#server/platform/clock.ts';
import { lockAccount, raiseVersion, transitionAccount } from '#server/core/accounts/accounts.guarded.ts';
import { withdrawDeletionRow } from '#server/core/deletion/deletions.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface WithdrawDeletionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly audit: Audit;
  readonly notices: Notices;
}

/**
 * Withdraws the deletion of an account until the last millisecond before it is due; the account is then what it was. Sessions stay ended,
 * and so is every ticket: whoever withdraws signs in afterwards.
 *
 * One transaction: request, state, the end of all tickets, audit, notices to every phone and email.
 *
 * @throws {Refusal} tokenError when it is too late
 */
export async function withdrawDeletion(deps: WithdrawDeletionDeps, account: Account, visit: Visit): Promise<void> {
  const { db, clock, audit, notices } = deps;
  const accountId = account.id;
  await db.tx(async () => {
    const now = await lockAccount(db, accountId);
    if (now?.state === 'active') return;
    const isInTime = await withdrawDeletionRow(db, { accountId, at: clock.now() });
    if (!isInTime || !(await transitionAccount(db, { id: accountId, from: 'deleting', to: 'active' }))) {
      throw new Refusal('tokenError', { reason: 'too late' });
    }
    await raiseVersion(db, accountId);
    await endAllAccess(deps, account);
    await audit.record({ event: 'deletion.withdrawn', accountId, origin: visit });
    for (const to of contactsOf(account)) {
      await notices.sendChange({ account, event: 'deletionWithdrawn', to, language: account.language, from: visit.address });
    }
  });
}
