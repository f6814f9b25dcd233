import type { States } from '#contract/acts/act.ts';
import { isOpenIn } from '#contract/acts/acts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { rates, type Rate, type RateClass } from '#contract/limits.ts';
import { second } from '#server/platform/clock.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import type { Take } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { HttpContext } from './http-context.ts';
import { isSameOrigin } from './requests/origin.ts';
import type { RequestCall } from './requests/request-call.ts';

/**
 * Decides, before the body is read, whether a request may reach its handler. In order: own origin for a write (a
 * hostile page cannot use up the person's budget), session, rate, states of the account that the acts are closed in, right to
 * build apps.
 * @throws {Refusal} forbidden, unauthorized, overtime, passwordLocked, tooManyRequests, agreementChanged, developerClosed
 */
export function admissionFor(endpoint: Endpoint, context: HttpContext): (call: RequestCall) => Promise<void> {
  const isWrite = endpoint.method !== 'GET';
  const checkRate = rateCheck(endpoint, context);
  const closed = states.filter((state) => !isOpenIn(state, endpoint));
  return async function admit(call) {
    // Browsers never add a bearer token automatically, unlike a cookie.
    call.usesToken = takesToken(call, endpoint);
    if (isWrite && !call.usesToken) checkForgery(call, context);
    if (endpoint.access !== 'visitor') await findSession(call, endpoint, context);
    await checkRate(call);
    // The one gate of every session, however it began.
    if (call.session !== undefined) for (const state of closed) context.refuseIn(state, call.session);
    if (endpoint.access === 'developer' && call.session !== undefined && !(await context.mayDevelop(call.session)))
      throw new Refusal('developerClosed', { reason: 'not a developer' });
  };
}

const states = ['frozen', 'deleting', 'held', 'child'] as const satisfies readonly (keyof States)[];

function checkForgery(call: RequestCall, context: HttpContext): void {
  if (!isSameOrigin(call.requestHeaders, context.origins)) throw new Refusal('forbidden', { reason: 'origin' });
  if (!call.hasCsrfToken()) throw new Refusal('forbidden', { reason: 'csrf' });
}

/** Whether a call is made by an access token: then neither cookies nor their protection count. */
function takesToken(call: RequestCall, { access }: Endpoint): boolean {
  if (access !== 'account-or-bearer') return access === 'bearer';
  const scheme = call.requestHeader('authorization')?.split(' ')[0]?.toLowerCase();
  // A proxy may add its own header to the requests of a browser.
  return scheme === 'dpop' || (scheme === 'bearer' && call.sessionToken === undefined);
}

async function findSession(call: RequestCall, endpoint: Endpoint, { sessions, pageTickets, tokens }: HttpContext): Promise<void> {
  const { access, scope } = endpoint;
  if (call.usesToken && scope !== undefined) {
    call.session = await tokens.find(call, { ...endpoint, scope });
    return;
  }
  if (access === 'bearer') {
    if (call.requestHeader('authorization') !== undefined) return;
    // RFC 6750 section 3: no error code for a request without a token.
    call.header('www-authenticate', 'Bearer, DPoP');
    throw new Refusal('unauthorized', { reason: 'no bearer token' });
  }
  const takesTicket = access === 'account-or-ticket' || access === 'account-or-ticket-or-visitor';
  const ticket = takesTicket ? call.requestHeader('x-token') : undefined;
  if (ticket !== undefined) {
    // Before the cookie, because the page may belong to another account. Without a session the handler opens or refuses
    // the ticket (1022).
    call.session = await pageTickets.find(ticket, call.visitor);
    return;
  }
  const token = call.sessionToken;
  const found = token === undefined ? undefined : await sessions.find(token);
  if (found?.status === 'live') {
    call.session = found.session;
    return;
  }
  if (access === 'account-or-visitor' || access === 'account-or-ticket-or-visitor') return;
  if (found?.status === 'expired') throw new Refusal('overtime', { reason: 'the session has expired' });
  if (found?.status === 'locked') throw new Refusal('passwordLocked', { reason: 'locked by an operator' });
  throw new Refusal('unauthorized', { reason: 'no session' });
}

/** Counts a call of its row; for calls that are admitted elsewhere too. */
export function rateCheck({ rate: name }: Endpoint, { limiter, config, knowsBrowser }: HttpContext): (call: RequestCall) => Promise<void> {
  const takesOf = rateTakes(name, config.rateFactor);
  // Cheap calls, and the majority.
  const isRead = ['read', 'visitorRead', 'qrBegin', 'qrState'].includes(name);
  return async (call) => {
    const take = (browser?: string) => (isRead ? limiter.takeRead(takesOf(call, browser)) : limiter.take(takesOf(call, browser)));
    const taken = await take();
    if (taken.ok) return;
    // Somebody with a copied session may have used up what the account has: a browser that it knows has as much again.
    const isOwn = call.session !== undefined && (await knowsBrowser(call.session, call.browser));
    refuseUnless(isOwn ? await take(call.browser) : taken);
  };
}

/**
 * The rate budgets of a call, its own first: the account or browser, then the networks of its client IP, smallest
 * first.
 */
function rateTakes(name: RateClass, rateFactor: number): (call: RequestCall, browser?: string) => readonly Take[] {
  const { perAccount, perNetwork, perVisitor, windowSeconds }: Rate = rates[name];
  const of = (count: number, owner?: string): Take => ({
    key: owner === undefined ? name : `${name}:${owner}`,
    limit: count * rateFactor,
    windowMs: windowSeconds * second,
  });
  return (call, browser) => {
    const takes: Take[] = [];
    if (perVisitor !== undefined) takes.push(of(perVisitor, call.binding));
    // A call open to accounts and visitors counts for the account if there is one, otherwise for the client IP.
    if (perAccount !== undefined && call.session !== undefined)
      takes.push(of(perAccount, browser === undefined ? call.session.accountId : `${call.session.accountId}:${browser}`));
    else if (perAccount !== undefined && perNetwork === undefined) takes.push(...networkTakes(call.clientIp, of(perAccount)));
    if (perNetwork !== undefined) takes.push(...networkTakes(call.clientIp, of(perNetwork)));
    return takes;
  };
}

function refuseUnless(taken: { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }): void {
  if (!taken.ok) throw new Refusal('tooManyRequests', { reason: 'calls', retryAfter: taken.retryAfterSeconds });
}
