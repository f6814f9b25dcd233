import type { Region } from '#contract/vocabulary/regions.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import { lockCredentials } from '#server/core/credentials/credential-change.ts';
import type { Proofs } from '#server/core/proof/proofs.ts';
import { raiseVersion, takeRegionChange } from '#server/core/accounts/accounts.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';
import { limitRefusal } from './change-limits.ts';
import { readAccount, type Person } from './person.ts';
import { writeRegion } from './profile.repository.ts';

export interface ChangeRegionDeps {
  readonly db: Db;
  readonly accounts: Accounts;
  readonly proofs: Proofs;
  readonly audit: Audit;
}

/**
 * Changes the region, once in all. The language stays: the account has one.
 *
 * Is it another one → limit → is there a proof → one transaction, which spends both.
 *
 * @throws {Refusal} changeLimit with `data.nextAt` null when the only change is spent, verificationNeeded, unauthorised
 */
export async function changeRegion(deps: ChangeRegionDeps, person: Person, region: Region): Promise<Account> {
  const { db, proofs, audit } = deps;
  const { session, visit } = person;
  const { account, accountId, sessionId } = session;
  if (account.region === region) return account;
  if (account.regionChanges > 0) throw limitRefusal('region', null);
  const need = { action: 'changeRegion', target: region } as const;
  await proofs.require(session, need);
  return db.tx(async () => {
    await lockCredentials(db, session);
    if (!(await takeRegionChange(db, accountId))) throw limitRefusal('region', null);
    await proofs.spend(session, need);
    await writeRegion(db, accountId, region);
    await raiseVersion(db, accountId);
    await audit.record({ event: 'region.changed', accountId, sessionId, origin: visit });
    return readAccount(deps, person);
  });
}
