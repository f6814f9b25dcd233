import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Claim } from '#server/core/protection/claims/claims.ts';
import { moveIncident } from '#server/core/protection/incidents/incidents.guarded.ts';
import { findIncident } from '#server/core/protection/incidents/incidents.repository.ts';
import { tellOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import { tellingOf, type ClaimDeps } from './claim-deps.ts';

export interface EndClaim {
  readonly account: Account;
  readonly claim: Claim;
  readonly to: 'stopped' | 'cancelled';
  readonly origin: Pick<Origin, 'clientIp' | 'requestId'>;
  /** `notice` or `session`. */
  readonly by: 'notice' | 'session' | 'opener';
  /** Spends the proof that it takes beside. */
  readonly settle?: () => Promise<unknown>;
}

/**
 * Ends an open claim in one transaction with its audit row and its notices. Answers the state that it has then: one that
 * is over keeps its end.
 */
export async function endClaim(deps: ClaimDeps, { account, claim, to, origin, by, settle }: EndClaim): Promise<Claim['state']> {
  const { claims } = deps.evidence;
  return deps.store.db.tx(async () => {
    await lockAccount(deps.store.db, account.id);
    await settle?.();
    const isEnded = to === 'stopped' ? await claims.stop(claim) : await claims.cancel(claim);
    if (!isEnded) return (await claims.find(claim.id))?.state ?? 'void';
    const detail = { kind: claim.kind, by };
    await deps.journal.audit.record({
      event: to === 'stopped' ? 'claim.stopped' : 'claim.canceled',
      accountId: account.id,
      origin,
      detail,
    });
    if (to === 'stopped' && claim.kind === 'unfreeze') await disputeFreeze(deps, account);
    if (to === 'stopped') await tellOfClaim(tellingOf(deps), account, claim, 'stopped');
    return to;
  });
}

/** Two say that the account is theirs: from now on only two independent ways end the freeze. */
async function disputeFreeze({ store: { db, clock } }: ClaimDeps, { id }: Account): Promise<void> {
  const incident = await findIncident(db, id);
  if (incident !== undefined) await moveIncident(db, { id: incident.id, from: ['frozen'], to: 'disputed', at: clock.now() });
}
