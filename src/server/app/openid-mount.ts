import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorizer } from '#server/capabilities/openid/authorizer.ts';
import { openidCookieNames } from '#server/capabilities/openid/cookie-names.ts';
import { nextStep, type InteractionDeps } from '#server/capabilities/openid/interactions.ts';
import { deviceCodePath, mostBodyBytes, protocolPaths } from '#server/capabilities/openid/protocol-paths.ts';
import type { RenderPage } from '#server/capabilities/openid/provider.ts';
import type { Session, Sessions } from '#server/core/sessions/sessions.ts';
import { minute } from '#server/platform/clock.ts';
import { networksOf } from '#server/platform/http/client-ip.ts';
import { readCookie } from '#server/platform/http/cookies.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import { languageOf, clientIp } from '#server/platform/http/request-call.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface OpenidMountDeps {
  readonly interactions: InteractionDeps;
  readonly sessions: Sessions;
  readonly renderPage: RenderPage;
}

/**
 * Requests of one client IP to the protocol's calls per minute; a larger network gets its larger share, because apps
 * poll and refresh behind one client IP. Fewer for requests that leave rows: an office that starts work has five people
 * per second.
 */
const perMinute = { any: 600, waiting: 300, device: 60 } as const;

/**
 * Passes the protocol's paths to the library, with the browser's session beside the request. Host and scheme come from
 * the configuration, never from the request, so that no request can poison discovery and redirects.
 */
export async function registerOpenid(app: FastifyInstance, context: HttpContext, deps: OpenidMountDeps): Promise<void> {
  const { publicUrl, rateFactor } = context.config;
  const { host, protocol } = new URL(publicUrl);
  const interactionCookie = openidCookieNames(publicUrl).interaction;

  async function sessionOf(request: FastifyRequest): Promise<Session | undefined> {
    const cookie = readCookie(request.raw.headers.cookie, context.names.session);
    const found = cookie.kind === 'one' ? await deps.sessions.find(cookie.value) : undefined;
    return found?.status === 'live' ? found.session : undefined;
  }

  async function takePlace(address: string, kind: keyof typeof perMinute): Promise<void> {
    const takes = networksOf(address).map(({ name, share }) => ({
      key: `oidc:${kind}:${name}`,
      limit: perMinute[kind] * share * rateFactor,
      windowMs: minute,
    }));
    const taken = await context.limiter.take(takes);
    if (!taken.ok) throw new Refusal('tooManyRequests', { retryAfter: taken.retryAfterSeconds });
  }

  await app.register(async (scope) => {
    // The library reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));

    scope.get<{ Params: { uid: string } }>('/oidc/interaction/:uid', async (request, reply) => {
      await takePlace(clientIp(request), 'any');
      const { uid } = request.params;
      const cookie = readCookie(request.raw.headers.cookie, interactionCookie);
      const isOwn = cookie.kind === 'one' && cookie.value === uid;
      const next = isOwn ? await nextStep(deps.interactions, await sessionOf(request), uid) : undefined;
      reply.header('cache-control', 'no-store');
      return next === undefined ? sayOver(reply, { request, deps }) : reply.redirect(next, 303);
    });
    for (const url of ['/oidc/device', '/oidc/device/:uid']) scope.get(url, (_request, reply) => reply.redirect(deviceCodePath, 302));

    const handOver = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      // The library treats a path without an id as the path before it.
      if (request.url.split('?', 1)[0]?.endsWith('/') === true) {
        reply.callNotFound();
        return reply;
      }
      const address = clientIp(request);
      const [provider, session] = await Promise.all([deps.interactions.openid.provider(), sessionOf(request)]);
      await takePlace(address, kindOf(request, session));
      const { headers } = request.raw;
      delete headers.forwarded;
      Object.assign(headers, {
        host,
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
        'x-forwarded-for': address,
      });
      boundBody(request.raw, mostBodyBytes(request.url));
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      await authorizer.run({ session, address }, () => provider.callback()(request.raw, reply.raw));
      return reply;
    };
    for (const url of Object.values(protocolPaths)) scope.all(url, handOver);
  });
}

/** Which rows a request may leave behind. */
function kindOf(request: FastifyRequest, session: Session | undefined): keyof typeof perMinute {
  const path = request.routeOptions.url;
  if (path === protocolPaths.deviceAuthorization) return 'device';
  const waits = path === protocolPaths.authorization || path === protocolPaths.pushedRequest || path === protocolPaths.endSession;
  return waits && session === undefined ? 'waiting' : 'any';
}

/** Aborts an oversized body where the library reads it, so that the error has the form of the protocol. */
function boundBody(request: IncomingMessage, most: number): void {
  const read = request.iterator.bind(request);
  request.iterator = async function* bounded(options): AsyncGenerator<Buffer, undefined, undefined> {
    let bytes = 0;
    for await (const chunk of read(options)) {
      bytes += chunk.length;
      if (bytes > most) throw new Error('the body is too long');
      yield chunk;
    }
    return undefined;
  };
}

/**
 * The authorization request is unknown or expired: an error page from which the person can only start again at the app.
 */
async function sayOver(
  reply: FastifyReply,
  { request, deps }: { readonly request: FastifyRequest; readonly deps: OpenidMountDeps },
): Promise<FastifyReply> {
  const data = { error: 'session_not_found', description: '', requestId: request.id, app: await appOf(request, deps) };
  const { html, contentSecurityPolicy } = await deps.renderPage({ path: '/oauth-error', language: languageOf(request), data });
  return reply.code(400).header('content-security-policy', contentSecurityPolicy).type('text/html; charset=utf-8').send(html);
}

/** The registered app that the URL names; null if it names none or the app has no page. */
async function appOf({ query }: FastifyRequest, { interactions }: OpenidMountDeps) {
  const id = typeof query === 'object' && query !== null && 'client_id' in query ? query.client_id : undefined;
  const client = typeof id === 'string' ? await interactions.apps.clients.find(id) : undefined;
  return client === undefined || client.links.home === '' ? null : { name: client.name, home: client.links.home };
}
