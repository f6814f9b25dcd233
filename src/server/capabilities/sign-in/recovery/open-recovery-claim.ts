import { limits } from '#contract/limits.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import { tellOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import { knowsBrowser } from '#server/core/sign-in/known-browsers/known-browsers.repository.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day } from '#server/platform/clock.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RecoveryDeps } from './prove-recovery.ts';
import { findRecovery, verdictOf } from './recovery-side.ts';

export interface OpenRecoveryClaimDeps extends Omit<RecoveryDeps, 'hasDesk'> {
  readonly gate: Pick<Gate, 'limiter' | 'rateFactor'>;
}

/**
 * Opens a claim where what was shown opens the account after a wait. Everybody who may own it is told in the same
 * transaction, each with a link that stops it.
 * @throws {Refusal} tokenError; proofDoesNotCount where what was shown opens nothing, or everything at once;
 * passwordLocked; tooManyRequests when the same roots have opened one within a day, and from an unknown browser when the site has
 * opened too many of them in a day
 */
export async function openRecoveryClaim(
  deps: OpenRecoveryClaimDeps,
  visit: Visit,
  ticket: string,
): Promise<{ readonly dueAt: number; readonly token: string }> {
  const side = await findRecovery(deps, visit, ticket);
  const { account, ways, shown, by } = side;
  if ('claim' in by) throw new Refusal('proofDoesNotCount', { reason: 'this recovery has a claim' });
  const verdict = verdictOf(side);
  // Nobody could be told of it otherwise.
  if (typeof verdict !== 'object' || contactsOf(account).length === 0)
    throw new Refusal('proofDoesNotCount', { reason: 'the shown ways open no claim' });
  const { claims, links, publicUrl, signInTickets } = deps.evidence;
  return deps.store.db.tx(async () => {
    const { claim, token } = await claims.open({ account, ways, shown, waitMs: verdict.afterMs, visit });
    if (account.state !== 'deleting' && account.state !== 'frozen') refuseInactive(account);
    await refuseFlood(deps, { accountId: account.id, browser: visit.browser });
    await signInTickets.redeem(by.ticket);
    const detail = { kind: claim.kind, claim: claim.id, roots: claim.roots.join(' '), hours: verdict.afterMs / 3_600_000 };
    await deps.journal.audit.record({ event: 'claim.opened', accountId: account.id, origin: visit, detail });
    const telling = { clock: deps.store.clock, links, notices: deps.journal.notices, formers: deps.identity.formers, publicUrl };
    await tellOfClaim(telling, account, claim, 'opened');
    return { dueAt: claim.dueAt, token };
  });
}

/** Each of them bothers a person: in a flood only browsers that the account knows open one. */
async function refuseFlood(
  { store: { db }, gate: { limiter, rateFactor } }: OpenRecoveryClaimDeps,
  use: Parameters<typeof knowsBrowser>[1],
): Promise<void> {
  const limit = limits.waitingRecoveriesPerDay * rateFactor;
  const taken = await limiter.take([{ key: 'waiting recoveries', limit, windowMs: day }]);
  if (taken.ok || (await knowsBrowser(db, use))) return;
  throw new Refusal('tooManyRequests', { retryAfter: taken.retryAfterSeconds, reason: 'too many recoveries that wait' });
}
