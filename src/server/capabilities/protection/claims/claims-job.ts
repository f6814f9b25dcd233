import { isRemoval } from '#contract/acts/acts.ts';
import { claimSteps } from '#server/core/protection/claims/claims.guarded.ts';
import { tellDue, tellOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import { minute } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { accountOf, tellingOf } from './claim-deps.ts';
import { finishRemoval, type FinishRemovalDeps } from './finish-removal.ts';

/**
 * Reminds owners of claims, notifies those who may continue, does the removals that are due, and ends claims that
 * nobody finished. Any number of servers may do it.
 */
export function claimsJob(deps: FinishRemovalDeps): Job {
  return {
    everyMs: minute,
    removes: { rows: 'because their owner asked for it and the wait is over', held: 'go, because the account continues as it is' },
    failure: 'claims could not be carried on',
    async run() {
      for (const step of claimSteps) while (await carryOn(deps, step));
      while (await lapseNext(deps));
    },
  };
}

async function carryOn(deps: FinishRemovalDeps, step: (typeof claimSteps)[number]): Promise<boolean> {
  const { claims } = deps.evidence;
  return deps.store.db.tx(async () => {
    const claim = await claims.takeStep(step);
    if (!claim) return false;
    const account = await accountOf(deps, claim.accountId);
    if (step < 3) await tellOfClaim(tellingOf(deps), account, claim, 'reminder');
    else if (claim.kind === 'recovery') await tellDue(tellingOf(deps), account, claim);
    else if (claim.action !== undefined && isRemoval(claim.action)) await finishRemoval(deps, claim);
    else await tellOfClaim(tellingOf(deps), account, claim, 'due');
    return true;
  });
}

async function lapseNext({ store, evidence, journal }: FinishRemovalDeps): Promise<boolean> {
  return store.db.tx(async () => {
    const claim = await evidence.claims.takeLapsed();
    if (!claim) return false;
    const origin = { clientIp: '', requestId: '' };
    await journal.audit.record({ event: 'claim.lapsed', accountId: claim.accountId, origin, detail: { kind: claim.kind } });
    return true;
  });
}
