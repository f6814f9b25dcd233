import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { rootsOf, type Claim } from '#server/core/protection/claims/claims.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ClaimDeps } from './claim-deps.ts';
import { endClaim } from './end-claim.ts';

/**
 * Stops a claim of the signed-in account. A session counts as the ways that opened it or proved in it, so that a thief's
 * session stops nothing that his own way does not.
 * @throws {Refusal} tokenError for a claim of nobody or of another account; verificationNeeded with the methods that stop it
 */
export async function stopClaim(
  deps: ClaimDeps,
  { session, visit }: { readonly session: Session; readonly visit: Visit },
  id: string,
): Promise<Claim['state']> {
  const { account } = session;
  const claim = await deps.evidence.claims.find(id);
  if (claim?.accountId !== account.id) throw new Refusal('tokenError', { reason: 'no claim of this account' });
  if (claim.state !== 'open') return claim.state;
  const ways = await deps.identity.ways.of(account);
  const shown = session.assurance.ways.flatMap((way) => ways.known.get(way) ?? []);
  if (!deps.evidence.claims.mayStop(claim, shown, ways)) throw await needsAnother(deps, { session, claim });
  return endClaim(deps, { account, claim, to: 'stopped', origin: visit, by: 'session' });
}

/** The methods whose ways have another root than those that opened the claim. */
async function needsAnother(
  { identity, evidence }: ClaimDeps,
  { session: { account }, claim }: { readonly session: Session; readonly claim: Claim },
): Promise<Refusal> {
  const ways = await identity.ways.of(account);
  const methods = evidence.proofs.methods(account).filter(({ method }) => {
    const possible = ways.own.filter(({ kind, isSpent }) => kind === kindOfMethod[method] && !isSpent);
    return possible.some((way) => evidence.claims.mayStop(claim, [way], ways));
  });
  return new Refusal('verificationNeeded', { reason: 'no proof may stop the claim', data: { methods } });
}

/**
 * Takes a claim back: by its token, by the browser that opened it, or in a session of a root that opened it.
 * @throws {Refusal} tokenError without such a claim, verificationNeeded in a session of other ways
 */
export async function cancelClaim(
  deps: ClaimDeps,
  { session, visit }: { readonly session: Session | undefined; readonly visit: Visit },
  { claim: token, id }: { readonly claim: string | undefined; readonly id: string | undefined },
): Promise<Claim['state']> {
  const { claims } = deps.evidence;
  const found = () => (id === undefined ? claims.findOfVisitor(visit.visitor) : claims.find(id));
  const claim = token === undefined ? await found() : await claims.findByToken(token);
  if (!claim) throw new Refusal('tokenError', { reason: 'no such claim' });
  const isOpeners = token !== undefined || (claim.kind !== 'removal' && claim.visitor === visit.visitor);
  if (!isOpeners) await refuseOther(deps, session, claim);
  if (claim.state !== 'open') return claim.state;
  const account = await deps.identity.accounts.findById(claim.accountId);
  if (!account) throw new Refusal('tokenError', { reason: 'no such account' });
  return endClaim(deps, { account, claim, to: 'cancelled', origin: visit, by: 'opener' });
}

async function refuseOther({ identity }: ClaimDeps, session: Session | undefined, claim: Claim): Promise<void> {
  if (session?.accountId !== claim.accountId) throw new Refusal('tokenError', { reason: 'a claim of another account' });
  const ways = await identity.ways.of(session.account);
  const roots = rootsOf(
    session.assurance.ways.flatMap((way) => ways.known.get(way) ?? []),
    ways,
  );
  if (!roots.some((root) => claim.roots.includes(root)))
    throw new Refusal('verificationNeeded', { reason: 'the session has no root of the claim', data: { methods: [] } });
}
