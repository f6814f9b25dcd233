import type { Endpoint } from '#contract/endpoint.ts';
import { rates, type Rate } from '#contract/limits.ts';
import { second } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { networkOf } from './address.ts';
import type { HttpContext } from './http-context.ts';
import { isSameOrigin } from './origin.ts';
import type { RequestCall } from './request-call.ts';

/**
 * Decides, before the body is read, whether a request may reach its handler. In order: a write comes from our own page (so that a
 * hostile page cannot even use up the person's budget), the session, the rate.
 *
 * @throws {Refusal} forbidden, unauthorised, overtime, tooManyRequests
 */
export function admissionFor(endpoint: Endpoint, context: HttpContext): (call: RequestCall) => Promise<void> {
  const isWrite = endpoint.method !== 'GET';
  const checkRate = rateCheck(endpoint, context);
  return async function admit(call) {
    // A bearer token is no cookie: nobody's browser adds it by itself.
    if (isWrite && endpoint.access !== 'bearer') checkForgery(call, context);
    if (endpoint.access !== 'visitor') await findSession(call, endpoint, context);
    await checkRate(call);
  };
}

function checkForgery(call: RequestCall, context: HttpContext): void {
  if (!isSameOrigin(call.requestHeaders, context.origins)) throw new Refusal('forbidden', { reason: 'origin' });
  if (!call.hasCsrfToken()) throw new Refusal('forbidden', { reason: 'csrf' });
}

async function findSession(call: RequestCall, { access }: Endpoint, { sessions, pageTickets }: HttpContext): Promise<void> {
  if (access === 'bearer') {
    if (call.requestHeader('authorization') === undefined) throw new Refusal('unauthorised', { reason: 'no bearer token' });
    return;
  }
  const ticket = access === 'account-or-ticket' ? call.requestHeader('x-token') : undefined;
  if (ticket !== undefined) {
    // Before the cookie, because the page may be another account's. Without a session the handler opens the ticket or refuses it (1022).
    call.session = await pageTickets.findPage(ticket, call.visitor);
    return;
  }
  const token = call.sessionToken;
  const found = token === undefined ? undefined : await sessions.find(token);
  if (found?.status === 'live') {
    call.session = found.session;
    return;
  }
  if (access === 'account-or-visitor') return;
  throw found?.status === 'expired'
    ? new Refusal('overtime')
    : new Refusal('unauthorised', { reason: call.sessionCookie.kind === 'several' ? 'two session cookies' : 'no session' });
}

function rateCheck({ rate: name }: Endpoint, { limiter, config }: HttpContext): (call: RequestCall) => Promise<void> {
  const rate: Rate = rates[name];
  const windowMs = rate.windowSeconds * second;
  const limit = (count: number) => count * config.rateFactor;
  const { perAccount, perAddress, perVisitor } = rate;

  if (name === 'read' && perAccount !== undefined) {
    return async (call) => {
      const owner = call.session?.accountId ?? networkOf(call.address);
      refuseUnless(await limiter.takeRead(`read:${owner}`, limit(perAccount), windowMs));
    };
  }
  if (name === 'visitorRead' && perAddress !== undefined) {
    return async (call) => {
      refuseUnless(await limiter.takeRead(`visitorRead:${networkOf(call.address)}`, limit(perAddress), windowMs));
    };
  }
  return async (call) => {
    const takes: { key: string; limit: number; windowMs: number }[] = [];
    const add = (owner: string, count: number | undefined) => {
      if (count !== undefined) takes.push({ key: `${name}:${owner}`, limit: limit(count), windowMs });
    };
    // A call that an account or a visitor may make is counted for the account where there is one, else for the address.
    if (perAccount !== undefined) add(call.session?.accountId ?? networkOf(call.address), perAccount);
    if (perAddress !== undefined) add(networkOf(call.address), perAddress);
    if (perVisitor !== undefined) add(call.binding, perVisitor);
    refuseUnless(await limiter.take(takes));
  };
}

function refuseUnless(taken: { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }): void {
  if (!taken.ok) throw new Refusal('tooManyRequests', { retryAfter: taken.retryAfterSeconds });
}
