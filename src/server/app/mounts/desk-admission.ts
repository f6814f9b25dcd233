import { mayDo, mayDoInException } from '#contract/operations/desk/decisions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { rates } from '#contract/limits.ts';
import type { Desk } from '#server/capabilities/operations/desk/capability.ts';
import { openExceptionsOf } from '#server/core/operations/desk/desk-exceptions.repository.ts';
import { checkDeskProof, proofToleranceMs } from '#server/core/operations/desk/desk-proof.ts';
import type { DeskSession } from '#server/core/operations/desk/desk-session.ts';
import type { Db } from '#server/core/database/db.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { createSeenProofs } from '#server/platform/limits/claims/seen-proofs.ts';
import { second } from '#server/platform/clock.ts';
import { rateCheck } from '#server/platform/http/admission.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import { isSameOrigin } from '#server/platform/http/requests/origin.ts';
import type { RequestCall } from '#server/platform/http/requests/request-call.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Decides, before the body is read, whether a request of the desk may reach its handler. In order: own origin, session
 * with the key that has signed the request, network, rate, role. A signed request is also the defense against forgery:
 * no other page has the key.
 */
export function deskAdmission(desk: Desk, { context, db }: { readonly context: HttpContext; readonly db: Db }) {
  const origins = new Set([desk.site.url]);
  const seen = createSeenProofs(2 * proofToleranceMs);
  return (endpoint: Endpoint) => {
    const checkRate = rateCheck(endpoint, context);
    const isWrite = endpoint.method !== 'GET';

    /** @throws {Refusal} unauthorized, or tooManyRequests for an address that is answered so again and again */
    async function refuseStranger(call: RequestCall, reason: string): Promise<never> {
      const { perNetwork, windowSeconds } = rates.deskEntry;
      const take = { key: 'desk stranger', limit: perNetwork * context.config.rateFactor, windowMs: windowSeconds * second };
      const taken = await context.limiter.takeRead(networkTakes(call.clientIp, take));
      if (!taken.ok) throw new Refusal('tooManyRequests', { reason: 'calls of the desk', retryAfter: taken.retryAfterSeconds });
      throw new Refusal('unauthorized', { reason });
    }

    /** A proof is good for one request: a write's for all instances, a read's for this one. */
    async function isFirstUse(jti: string, thumbprint: string): Promise<boolean> {
      const at = context.clock.now();
      const id = `${thumbprint}.${jti}`;
      const isNew = isWrite ? undefined : seen.mark(id, at);
      return isNew ?? claimOnce(db, { kind: 'desk-proof', id, at, expiresAt: at + 2 * proofToleranceMs });
    }

    async function findSession(call: RequestCall): Promise<DeskSession> {
      const token = desk.cookies.sessionOf(call.requestHeader('cookie'));
      if (token === undefined) return refuseStranger(call, 'no session of the desk');
      const isSignedBy = async (thumbprint: string): Promise<boolean> => {
        const url = `${desk.site.url}${call.path}`;
        const proof = await checkDeskProof(call.requestHeader('desk-proof'), { method: endpoint.method, url, wall: context.wall });
        return proof?.thumbprint === thumbprint && isFirstUse(proof.jti, thumbprint);
      };
      const found = await desk.findMember({ token, isSignedBy, clientIp: call.clientIp, keepsAlive: endpoint.polled !== true });
      if (found.status === 'live') return found.session;
      if (found.status === 'over') throw new Refusal('overtime', { reason: 'the session of the desk is over' });
      if (found.status === 'held') throw new Refusal('deskHeld', { reason: 'the member was held in a session' });
      if (found.status === 'elsewhere') throw new Refusal('deskProofNeeded', { reason: 'the session is used from elsewhere' });
      return refuseStranger(call, 'no such session of the desk, or no proof of its key');
    }

    return async function admit(call: RequestCall): Promise<void> {
      const site = call.requestHeader('sec-fetch-site');
      const isOwn = isWrite ? isSameOrigin(call.requestHeaders, origins) : site === undefined || site === 'same-origin';
      if (!isOwn) throw new Refusal('forbidden', { reason: 'origin' });
      if (endpoint.access === 'desk-entry') {
        await checkRate(call);
        if (!desk.isEntry(desk.cookies.entryOf(call.requestHeader('cookie')))) throw new Refusal('unauthorized', { reason: 'no entry' });
        return;
      }
      const session = await findSession(call);
      call.session = session;
      await checkRate(call);
      const { member: name, role } = session;
      const { staffAct: act = 'any' } = endpoint;
      const actor = { via: 'desk', name, staffed: true, member: { name, role, state: 'active' } } as const;
      if (act === 'any' || mayDo(actor, act) !== 'no') return;
      // The use case asks for which account.
      const at = context.clock.now();
      if (mayDoInException(actor, act) && (await openExceptionsOf(db, { member: name, at })).length > 0) return;
      throw new Refusal('deskRoleRefuses');
    };
  };
}
