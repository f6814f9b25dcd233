import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Claim } from '#server/core/protection/claims/claims.ts';
import { tellOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import { tellingOf, type ClaimDeps } from './claim-deps.ts';

export interface EndClaim {
  readonly account: Account;
  readonly claim: Claim;
  readonly origin: Pick<Origin, 'clientIp' | 'requestId'>;
  readonly by: 'notice' | 'session' | 'opener';
  /** Spends the proof that it takes beside. */
  readonly settle?: () => Promise<unknown>;
}

/**
 * Stops an open claim in one transaction with its audit row and its notices, and ends nothing else. Returns the resulting
 * state: an ended claim keeps its state. If the opener stops it, nobody is notified.
 */
export async function endClaim(deps: ClaimDeps, { account, claim, origin, by, settle }: EndClaim): Promise<Claim['state']> {
  const { claims } = deps.evidence;
  return deps.store.db.tx(async () => {
    await lockAccount(deps.store.db, account.id);
    await settle?.();
    if (!(await claims.stop(claim))) return (await claims.find(claim.id))?.state ?? 'void';
    await deps.journal.audit.record({ event: 'claim.stopped', accountId: account.id, origin, detail: { kind: claim.kind, by } });
    if (by !== 'opener') await tellOfClaim(tellingOf(deps), account, claim, 'stopped');
    return 'stopped';
  });
}
