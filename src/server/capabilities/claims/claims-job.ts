import type { Removal } from '#server/core/capability.ts';
import { lockAccount } from '#server/core/accounts/accounts.guarded.ts';
import { claimSteps } from '#server/core/claims/claims.guarded.ts';
import type { Claim } from '#server/core/claims/claims.ts';
import { tellDue, tellOfClaim } from '#server/core/claims/tell-of-claim.ts';
import { minute } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { accountOf, tellingOf, type ClaimDeps } from './claim-deps.ts';

export interface ClaimsJobDeps extends ClaimDeps {
  readonly removals: readonly Removal[];
}

/** Reminds owners of claims, carries out what is due, and ends what nobody finished. Any number of servers may do it. */
export function claimsJob(deps: ClaimsJobDeps): Job {
  return {
    everyMs: minute,
    failure: 'claims could not be carried on',
    async run() {
      for (const step of claimSteps) while (await carryOn(deps, step));
      while (await lapseNext(deps));
    },
  };
}

async function carryOn(deps: ClaimsJobDeps, step: (typeof claimSteps)[number]): Promise<boolean> {
  const { claims } = deps.evidence;
  return deps.store.db.tx(async () => {
    const claim = await claims.takeStep(step);
    if (!claim) return false;
    const account = await accountOf(deps, claim.accountId);
    if (step < 3) await tellOfClaim(tellingOf(deps), account, claim, 'reminder');
    else if (claim.kind === 'removal') await carryOut(deps, claim);
    else await tellDue(tellingOf(deps), account, claim);
    return true;
  });
}

/** The removal itself, as whoever asked for it would have done it; it may have become impossible. */
async function carryOut(deps: ClaimsJobDeps, claim: Claim): Promise<void> {
  await lockAccount(deps.store.db, claim.accountId);
  await deps.evidence.claims.finish(claim);
  const removal = deps.removals.find(({ action }) => action === claim.action);
  const isDone = removal === undefined ? false : await removal.carryOut(claim);
  const origin = { clientIp: '', requestId: '' };
  const detail = { kind: claim.kind, action: claim.action ?? '', done: isDone, roots: claim.roots.join(' ') };
  await deps.journal.audit.record({ event: 'claim.done', accountId: claim.accountId, origin, detail });
}

async function lapseNext({ store, evidence, journal }: ClaimsJobDeps): Promise<boolean> {
  return store.db.tx(async () => {
    const claim = await evidence.claims.takeLapsed();
    if (!claim) return false;
    const origin = { clientIp: '', requestId: '' };
    await journal.audit.record({ event: 'claim.lapsed', accountId: claim.accountId, origin, detail: { kind: claim.kind } });
    return true;
  });
}
