import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountActions, isAccountAction } from '#contract/account/account/account-actions.words.ts';
import { authorizer, type CallOutcome } from '#server/capabilities/apps/openid/tokens/authorizer.ts';
import { openidCookieNames } from '#server/capabilities/apps/openid/devices/cookie-names.ts';
import { leaveInteraction, nextStep, type InteractionDeps } from '#server/capabilities/apps/openid/interactions/interactions.ts';
import { deviceCodePath, mostBodyBytes, protocolPaths, postedParameter } from '#server/capabilities/apps/openid/protocol-paths.ts';
import type { RenderPage } from '#server/capabilities/apps/openid/provider.ts';
import type { Session, Sessions } from '#server/core/sign-in/sessions/sessions.ts';
import { readCookie, readCookies } from '#server/platform/http/sessions/cookies.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { opensPopups } from '#server/platform/http/security-headers.ts';
import { languageOf, clientIp } from '#server/platform/http/requests/request-call.ts';
import { isCleanText } from '#server/platform/http/requests/strict-json.ts';
import { readBody, replayBody } from './openid-bodies.ts';
import { basicOf, createCallCosts, namedClient, type Asked, type CallCosts } from './openid-costs.ts';

export interface OpenidMountDeps {
  readonly interactions: InteractionDeps;
  readonly sessions: Sessions;
  readonly renderPage: RenderPage;
}

interface Mount extends OpenidMountDeps {
  readonly costs: CallCosts;
  readonly publicUrl: string;
  sessionOf(request: FastifyRequest): Promise<Session | undefined>;
}

/** Pages of the protocol: an answer to a person, not to a program. */
const pagePaths: ReadonlySet<string> = new Set([
  protocolPaths.authorization,
  protocolPaths.resume,
  protocolPaths.endSession,
  protocolPaths.endSessionConfirm,
  protocolPaths.endSessionSuccess,
]);

/** Paths that the specifications want by POST too. */
const postedPaths: ReadonlySet<string> = new Set([protocolPaths.authorization, protocolPaths.endSession]);

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Passes the protocol's paths to the library, with the browser's session beside the request. Host and scheme come from
 * the configuration, never from the request, so that no request can poison discovery and redirects.
 */
export async function registerOpenid(app: FastifyInstance, context: HttpContext, deps: OpenidMountDeps): Promise<void> {
  const { publicUrl, rateFactor } = context.config;
  const interactionCookie = openidCookieNames(publicUrl).interaction;
  const costs = createCallCosts({ limiter: context.limiter, rateFactor, clients: deps.interactions.apps.clients });
  const mount: Mount = {
    ...deps,
    costs,
    publicUrl,
    async sessionOf(request) {
      const token = readCookie(request.raw.headers.cookie, context.names.session);
      const found = token === undefined ? undefined : await deps.sessions.find(token);
      return found?.status === 'live' ? found.session : undefined;
    },
  };

  await app.register(async (scope) => {
    // This module reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.setErrorHandler(async (error, request, reply) => sayInvalid(mount, { request, reply }, error));
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(opensPopups);
      done();
    });

    const steps = {
      '/oidc/interaction/:uid': async (request: FastifyRequest, uid: string) =>
        nextStep(deps.interactions, await mount.sessionOf(request), uid),
      '/oidc/interaction/:uid/leave': async (_request: FastifyRequest, uid: string) => leaveInteraction(deps.interactions, uid),
    };
    for (const [url, step] of Object.entries(steps)) {
      scope.get<{ Params: { uid: string } }>(url, async (request, reply) => {
        const { uid } = request.params;
        const asked = { path: undefined, method: 'GET', address: clientIp(request), session: undefined, clientId: undefined };
        const waiting = await costs.before(asked);
        if (waiting !== undefined) return sayBusy(mount, { request, reply }, { asked, ...waiting, form: {} });
        const isOwn = readCookies(request.raw.headers.cookie, interactionCookie).includes(uid);
        const next = isOwn ? await step(request, uid) : undefined;
        reply.header('cache-control', 'no-store');
        return next === undefined ? sayOver(mount, { request, reply }) : reply.redirect(next, 303);
      });
    }
    for (const url of ['/oidc/device', '/oidc/device/:uid']) {
      scope.get(url, (_request, reply) => reply.redirect(deviceCodePath, 302));
      scope.route({
        method: ['POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        handler: (_request, reply) => reply.code(405).header('allow', 'GET').send(''),
      });
    }
    for (const url of Object.values(protocolPaths)) scope.all(url, async (request, reply) => handOver(mount, request, reply));
  });
  app.get('/account', async (request, reply) => reply.header('cache-control', 'no-store').redirect(accountPage(request.query), 302));
}

/** The page of the account that a client names (MSC4191), or the home page. */
function accountPage(query: unknown): string {
  const action = typeof query === 'object' && query !== null && 'action' in query ? query.action : undefined;
  return typeof action === 'string' && isAccountAction(action) ? accountActions[action] : '/';
}

async function handOver(mount: Mount, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = request.routeOptions.url ?? '';
  // The library treats a path without an id as the path before it.
  if (request.url.split('?', 1)[0]?.endsWith('/') === true) {
    reply.callNotFound();
    return reply;
  }
  const body = request.method === 'POST' ? await readBody(request.raw, mostBodyBytes(request.url)) : undefined;
  const form = isForm(request) ? parse(body ?? '') : {};
  const [, query = ''] = request.url.split('?', 2);
  if (!isCleanForm(query) || !isCleanForm(body ?? '')) throw new Refusal('badRequest', { reason: 'text' });
  if (!isCleanText(Object.values(basicOf(request.headers.authorization) ?? {}).join(''))) return refuseBasic(reply);
  const session = await mount.sessionOf(request);
  const asked = { path, method: request.method, address: clientIp(request), session, clientId: namedClient(request, form) };
  const waiting = await mount.costs.before(asked);
  if (waiting !== undefined) return sayBusy(mount, { request, reply }, { asked, ...waiting, form });
  if (request.method === 'POST' && postedPaths.has(path)) return takePosted(mount, { request, reply }, { asked, body });
  if (request.method === 'GET' && postedPaths.has(path)) {
    const id = parse(query)[postedParameter];
    const posted = id === undefined ? undefined : await (await postedRequests()).findPosted(mount.interactions, [id].flat()[0] ?? '');
    if (id !== undefined && posted === undefined) return sayOver(mount, { request, reply });
    if (posted !== undefined) request.raw.url = `${path}?${posted}`;
  }
  if (request.method === 'POST') replayBody(request.raw, withoutEmptySecret(request, body));
  return callLibrary(mount, { request, reply }, asked);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function callLibrary({ interactions, publicUrl, costs }: Mount, { request, reply }: Exchange, asked: Asked): Promise<FastifyReply> {
  const provider = await interactions.openid.provider();
  const { host, protocol } = new URL(publicUrl);
  const { headers } = request.raw;
  delete headers.forwarded;
  Object.assign(headers, {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': asked.address,
  });
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
  const outcome: CallOutcome = { isProven: false };
  await authorizer.run({ session: asked.session, address: asked.address, outcome }, () => provider.callback()(request.raw, reply.raw));
  await costs.after(asked, outcome);
  return reply;
}

/** Loaded on first use, like the library that it needs. */
const postedRequests = () => import('#server/capabilities/apps/openid/clients/posted-requests.ts');

/** Keeps a posted request and leads to it by GET. One that is too long continues as a GET, for the error of the library. */
async function takePosted(
  mount: Mount,
  { request, reply }: Exchange,
  { asked, body }: { readonly asked: Asked; readonly body: string | undefined },
): Promise<FastifyReply> {
  const { address, session, path = '' } = asked;
  const text = isForm(request) ? (body ?? '') : '';
  const { keepPosted } = await postedRequests();
  const id = await keepPosted(mount.interactions, { session, address }, text);
  if (id !== undefined) {
    return reply.header('cache-control', 'no-store').redirect(`${path}?${new URLSearchParams({ [postedParameter]: id }).toString()}`, 303);
  }
  request.raw.method = 'GET';
  request.raw.url = `${path}?${text}`;
  return callLibrary(mount, { request, reply }, asked);
}

/** Whether all texts of a query or form are clean once they are decoded. A stray percent sign stands for itself. */
function isCleanForm(text: string): boolean {
  try {
    return isCleanText(decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25')));
  } catch {
    return false;
  }
}

/** Credentials of no app (RFC 6749 section 5.2). */
function refuseBasic(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', 'Basic realm="oauth"')
    .header('cache-control', 'no-store')
    .send({ error: 'invalid_client', error_description: 'client authentication failed' });
}

/** A malformed request in the words of OAuth, or on a page; other errors are answered as everywhere. */
async function sayInvalid(mount: Mount, { request, reply }: Exchange, error: unknown): Promise<FastifyReply> {
  if (!(error instanceof Refusal) || error.refusal !== 'badRequest') throw error;
  const data = { error: 'invalid_request', description: '', app: null };
  reply.header('cache-control', 'no-store');
  if (pagePaths.has(request.routeOptions.url ?? '')) return sendPage(mount, { request, reply }, { status: 400, data });
  return reply.code(400).send({ error: data.error, error_description: 'the request is malformed' });
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}

/**
 * A public client may send Basic with an empty password (RFC 6749 section 2.3.1 lets an empty secret be omitted). The
 * library refuses it: the id goes into the form instead.
 */
function withoutEmptySecret(request: FastifyRequest, body: string | undefined): string | undefined {
  const basic = basicOf(request.headers.authorization);
  if (basic === undefined || basic.secret !== '' || basic.id === '' || body === undefined || !isForm(request)) return body;
  delete request.raw.headers.authorization;
  const own = new URLSearchParams({ client_id: basic.id }).toString();
  return parse(body)['client_id'] === basic.id ? body : body === '' ? own : `${body}&${own}`;
}

/** The authorization request is unknown or expired: an error page from which the person can only start again at the app. */
async function sayOver(mount: Mount, { request, reply }: Exchange): Promise<FastifyReply> {
  const data = { error: 'session_not_found', description: '', app: await appOf(request, mount) };
  return sendPage(mount, { request, reply }, { status: 400, data });
}

/** Asks to wait, in the words of OAuth (RFC 6749 section 5.2), or on a page where a person reads the answer. */
async function sayBusy(
  mount: Mount,
  { request, reply }: Exchange,
  { asked, retryAfter, form }: { readonly asked: Asked; readonly retryAfter: number; readonly form: Readonly<Record<string, unknown>> },
): Promise<FastifyReply> {
  reply.header('retry-after', retryAfter).header('cache-control', 'no-store');
  if (asked.path === undefined || pagePaths.has(asked.path)) {
    return sendPage(
      mount,
      { request, reply },
      { status: 429, data: { error: 'temporarily_unavailable', description: '', retryAfter: String(retryAfter) } },
    );
  }
  await openToClient(mount, { request, reply }, asked.clientId);
  const error = form['grant_type'] === deviceGrant ? 'slow_down' : 'temporarily_unavailable';
  return reply.code(429).send({ error, error_description: `too many requests, try again in ${retryAfter} s` });
}

/** Lets the page of an app read the answer: the library has not seen this call. */
async function openToClient({ interactions }: Mount, { request, reply }: Exchange, clientId: string | undefined): Promise<void> {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined) return;
  const client = clientId === undefined ? undefined : await interactions.apps.clients.find(clientId);
  // Without a client there is nothing of anybody's in the answer.
  const isOpen = client === undefined || client.redirectUris.some((address) => URL.parse(address)?.origin === origin);
  if (isOpen) reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'Retry-After');
}

async function sendPage(
  { renderPage }: Mount,
  { request, reply }: Exchange,
  { status, data }: { readonly status: number; readonly data: Readonly<Record<string, unknown>> },
): Promise<FastifyReply> {
  const page = { path: '/oauth-error', language: languageOf(request), data: { ...data, requestId: request.id } } as const;
  const { html, contentSecurityPolicy } = await renderPage(page);
  return reply.code(status).header('content-security-policy', contentSecurityPolicy).type('text/html; charset=utf-8').send(html);
}

/** The registered app that the URL names; null if it names none or the app has no page. */
async function appOf({ query }: FastifyRequest, { interactions }: OpenidMountDeps) {
  const id = typeof query === 'object' && query !== null && 'client_id' in query ? query.client_id : undefined;
  const client = typeof id === 'string' ? await interactions.apps.clients.find(id) : undefined;
  return client === undefined || client.links.home === '' ? null : { name: client.name, home: client.links.home };
}
