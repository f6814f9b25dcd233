import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { Claim } from '#server/core/protection/claims/claims.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { accountOf, type ClaimDeps } from './claim-deps.ts';
import { endClaim } from './end-claim.ts';

/**
 * Stops a claim: for its opener, who shows its token or the browser that opened it, or in a session of the account. A session
 * counts as the ways that opened it or proved in it, so that a thief's session stops nothing that his own way does not.
 * @throws {Refusal} tokenError for a claim of nobody or of another account; verificationNeeded with the methods that stop it
 */
export async function stopClaim(
  deps: ClaimDeps,
  { session, visit }: { readonly session: Session | undefined; readonly visit: Visit },
  { claim: token, id }: { readonly claim: string | undefined; readonly id: string | undefined },
): Promise<Claim['state']> {
  const { claims } = deps.evidence;
  const found = () => (id === undefined ? claims.findOfVisitor(visit.visitor) : claims.find(id));
  const claim = token === undefined ? await found() : await claims.findByToken(token);
  if (!claim) throw new Refusal('tokenError', { reason: 'no such claim' });
  const isOpener = token !== undefined || (claim.kind === 'recovery' && claim.visitor === visit.visitor);
  if (!isOpener) await refuseOther(deps, session, claim);
  if (claim.state !== 'open') return claim.state;
  const account = await accountOf(deps, claim.accountId);
  return endClaim(deps, { account, claim, origin: visit, by: isOpener ? 'opener' : 'session' });
}

async function refuseOther(
  { identity, evidence: { claims, proofs } }: ClaimDeps,
  session: Session | undefined,
  claim: Claim,
): Promise<void> {
  if (session?.accountId !== claim.accountId) throw new Refusal('tokenError', { reason: 'a claim of another account' });
  if (claim.state !== 'open') return;
  const ways = await identity.ways.of(session.account);
  const shown = session.assurance.ways.flatMap((way) => ways.known.get(way) ?? []);
  if (claims.mayStop(claim, shown, ways)) return;
  const methods = proofs
    .methods(session.account)
    .filter(({ method }) => ways.own.some((way) => way.kind === kindOfMethod[method] && claims.mayStop(claim, [...shown, way], ways)));
  throw new Refusal('verificationNeeded', { reason: 'the session may not stop the claim', data: { methods } });
}
