import type { ClaimView } from '#contract/protection/claims/claims.schemas.ts';
import { claimView, type Claim } from '#server/core/protection/claims/claims.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { accountOf, type ClaimDeps } from './claim-deps.ts';

/**
 * The claim of a token, else the open one of the signed-in account, else the latest that this browser opened.
 * @throws {Refusal} tokenError for a token of no claim
 */
export async function findClaim(
  deps: ClaimDeps,
  { session, visit }: { readonly session: Session | undefined; readonly visit: Visit },
  token: string | undefined,
): Promise<ClaimView | null> {
  const claim = await find(deps, { session, visit }, token);
  return claim === undefined ? null : claimView(claim, await accountOf(deps, claim.accountId));
}

async function find(
  { evidence: { claims } }: ClaimDeps,
  { session, visit }: { readonly session: Session | undefined; readonly visit: Visit },
  token: string | undefined,
): Promise<Claim | undefined> {
  if (token === undefined) return session === undefined ? claims.findOfVisitor(visit.visitor) : claims.findOpen(session.accountId);
  const claim = await claims.findByToken(token);
  if (!claim) throw new Refusal('tokenError', { reason: 'no such claim' });
  return claim;
}
