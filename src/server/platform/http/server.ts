import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type ConnectionError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import type { AnyRefusal } from '#contract/operations/desk/errors.ts';
import type { Access } from '#contract/endpoint.ts';
import { hour, second } from '#server/platform/clock.ts';
import { Refusal, refusals } from '#server/platform/refusal.ts';
import { encodeRefusal } from './envelope.ts';
import { httpContext, type HttpContext, type HttpDeps } from './http-context.ts';
import { createLazySchemas } from './lazy-schemas.ts';
import { canonicalIp, forwardedFor, forwardedIp } from './requests/client-ip.ts';
import { parseQueryString } from './requests/query-string.ts';
import { isDeclared, refusalOf } from './refusals.ts';
import { languageOf, clientIp, type RequestCall } from './requests/request-call.ts';
import { createStalledReaders } from './requests/stalled-readers.ts';
import { parseStrictJson } from './requests/strict-json.ts';
import { traceRequests } from './requests/trace-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on calls of the contract. */
    call: RequestCall | undefined;
    /** Whether the request has been logged. */
    isLogged: boolean;
  }
}

/** Limits of one connection: times in ms, sizes in bytes. */
export const transport = {
  headersTimeout: 8 * second,
  requestTimeout: 15 * second,
  // Longer than the usual 60 s of proxies, so that the proxy closes an idle connection first.
  keepAliveTimeout: 65 * second,
  // How often the two limits above are enforced.
  connectionsCheckingInterval: 2 * second,
  // How long an answer may wait for a reader that reads nothing.
  stallLimit: 60 * second,
  stallCheckInterval: 5 * second,
  // Delay after the start before unused schemas are compiled.
  warmAfter: second,
  // Bounds memory and file descriptors; the proxy distributes connections among clients.
  maxConnections: 10_000,
  // As much as Node.js takes by default: other sites of the domain fill the same jar of cookies.
  maxHeaderSize: 16 * 1024,
  bodyLimit: 64 * 1024,
  maxParamLength: 256,
} as const;

/** The Fastify instance with everything common to all requests, without routes. */
export interface HttpServer {
  readonly app: FastifyInstance;
  readonly context: HttpContext;
}

/** Creates the server: limits, request ids, headers, strict bodies, one error handler. Others register the routes. */
export function createHttpServer(deps: HttpDeps): HttpServer {
  const context = httpContext(deps);
  const schemas = createLazySchemas();
  const app = fastify({
    // Our own log lines, so that a read needs no logger.
    logger: false,
    genReqId: requestIds(),
    requestIdHeader: false,
    trustProxy: (entry) => context.isTrustedProxy(forwardedIp(entry) ?? entry),
    bodyLimit: transport.bodyLimit,
    requestTimeout: transport.requestTimeout,
    keepAliveTimeout: transport.keepAliveTimeout,
    http: {
      headersTimeout: transport.headersTimeout,
      maxHeaderSize: transport.maxHeaderSize,
      connectionsCheckingInterval: transport.connectionsCheckingInterval,
    },
    exposeHeadRoutes: false,
    // While stopping, the server still answers requests on open connections, but accepts no new connections.
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: transport.maxParamLength },
    schemaController: { compilersFactory: schemas.compilersFactory },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false } },
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply, context);
      // A path that does not decode, or has a part that none of our paths has.
      const refusal = new Refusal(error.code === 'FST_ERR_BAD_URL' ? 'badRequest' : 'notFound', { reason: error.code });
      answerRefusal(refusal, { request, reply, context });
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, context),
  });

  if (deps.tracing) traceRequests(app, deps.tracing, context);
  boundConnections(app);
  app.addHook('onListen', () => {
    // Not awaited, so that the first answer is not delayed.
    const warm = () => schemas.warm().catch((err: unknown) => context.log.error({ err }, 'a schema does not compile'));
    setTimeout(() => void warm(), transport.warmAfter).unref();
  });
  app.decorateRequest('call', undefined);
  app.decorateRequest('isLogged', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const charset = request.headers['content-type']?.toLowerCase().split('charset=')[1]?.replaceAll('"', '').trim();
    const isUtf8 = charset === undefined || charset === 'utf-8' || charset === 'utf8';
    // An empty body is the empty object: some calls need only the session.
    const body = bytes.length === 0 ? {} : parseStrictJson(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    if (body === undefined || !isUtf8) done(new Refusal('badRequest', { reason: 'body' }));
    else done(null, body);
  });
  const tell = tellOfProxies(context);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply, context);
    const { headers } = request.raw;
    // A proxy writes one of the two. Fastify reads only the older one.
    if (headers.forwarded !== undefined && mayForward(request, context)) headers['x-forwarded-for'] ??= forwardedFor(headers.forwarded);
    tell(request);
    const reason = ambiguityOf(request.raw);
    done(reason === undefined ? undefined : new Refusal('badRequest', { reason }));
  });
  app.setErrorHandler((error, request, reply) => {
    const { refusal, bug } = refusalOf(error);
    if (bug !== undefined) {
      context.log.error({ requestId: request.id, route: request.routeOptions.url, err: bug }, 'a request failed');
    }
    answerRefusal(refusal, { request, reply, context });
  });
  return { app, context };
}

/** Whether a Forwarded header is read: from a proxy of ours. */
function mayForward({ raw }: FastifyRequest, { isTrustedProxy }: HttpContext): boolean {
  const peer = canonicalIp(raw.socket.remoteAddress ?? '');
  return peer !== undefined && isTrustedProxy(peer);
}

/**
 * Logs, once an hour, an X-Forwarded-For or Forwarded that does not count: from a peer that `TRUST_PROXY` does not name
 * while it names none, or without an IP. All visitors are then one to every limit.
 */
function tellOfProxies({ clock, log, config, isTrustedProxy }: HttpContext): (request: FastifyRequest) => void {
  let nextAt = 0;
  return (request) => {
    const header = request.raw.headers['x-forwarded-for'] ?? request.raw.headers.forwarded;
    if (header === undefined || clock.now() < nextAt) return;
    const peer = canonicalIp(request.raw.socket.remoteAddress ?? '');
    const isNobodys = config.trustProxy.length === 0;
    if (!isNobodys && (peer === undefined || !isTrustedProxy(peer) || forwardedIp(request.ip) !== undefined)) return;
    nextAt = clock.now() + hour;
    const entries = String(header).slice(0, 200);
    log.warn({ peer, entries }, isNobodys ? 'X-Forwarded-For is ignored: TRUST_PROXY names no proxy' : 'X-Forwarded-For has no IP');
  };
}

function boundConnections(app: FastifyInstance): void {
  app.server.maxConnections = transport.maxConnections;
  const readers = createStalledReaders(transport.stallLimit, () => performance.now());
  app.server.on('connection', (socket: Socket) => readers.watch(socket));
  const timer = setInterval(() => readers.sweep(), transport.stallCheckInterval).unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

/** The handler for paths that do not exist. Programs of OpenID Connect learn where the list of endpoints is. */
export function answerNotFound(context: HttpContext): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    if (!/^\/(?:oidc|\.well-known)\//.test(request.url)) {
      answerRefusal(new Refusal('notFound', { reason: 'path' }), { request, reply, context });
      return;
    }
    const list = `${context.config.publicUrl}/.well-known/openid-configuration`;
    const words = { error: 'invalid_request', error_description: `there is no such endpoint; ${list} names all of them` };
    void reply.code(404).headers(context.apiHeaders).send(words);
  };
}

/** One log line per request, and its metrics: successful reads at debug, faults of ours at error, outages of providers at warn, the rest at info. */
export function logRequest(
  context: HttpContext,
  request: FastifyRequest,
  outcome: { readonly status: number; readonly code: number; readonly refusal?: AnyRefusal; readonly reason?: string | undefined },
): void {
  request.isLogged = true;
  const fine = request.method === 'GET' && outcome.code === 200;
  const level = outcome.status >= 500 ? 'error' : outcome.refusal === 'messageOutage' ? 'warn' : fine ? 'debug' : 'info';
  const isLogged = context.log.isLevelEnabled(level);
  if (!isLogged && context.metrics === undefined) return;
  const { method } = request;
  // The pattern, never the URL itself: URLs carry tokens and names.
  const route = request.routeOptions.url ?? 'unknown';
  const startedAt = request.call?.startedAt;
  const ms = startedAt === undefined ? undefined : performance.now() - startedAt;
  context.metrics?.observe({ method, route, status: outcome.status, code: outcome.code, ms });
  if (!isLogged) return;
  context.log[level](
    {
      requestId: request.id,
      method,
      route,
      ...outcome,
      ...(ms === undefined ? {} : { ms: Math.round(ms * 100) / 100 }),
      address: clientIp(request),
    },
    'request',
  );
}

/** Calls that bring no session of a person: their refusal says nothing about one. */
const besideSessions: readonly (Access | undefined)[] = ['bearer', 'desk', 'desk-entry'];

function answerRefusal(
  thrown: Refusal,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly context: HttpContext },
): void {
  const { request, reply, context } = exchange;
  const { call } = request;
  const refusal = call === undefined ? thrown : declaredOrBug(thrown, { call, context });
  const name = refusal.refusal;
  const { status, code } = refusals[name];
  const { detail } = refusal;
  call?.dropCookies();
  // No session is behind these: the browser forgets its cookie. Bearer tokens are unaffected.
  const endsSession = name === 'overtime' || name === 'passwordLocked' || name === 'unauthorized';
  const isBeside = besideSessions.includes(call?.bound.endpoint.access) || call?.usesToken !== false;
  if (endsSession && !isBeside) call?.takeSessionAway();
  if (detail.retryAfter !== undefined) reply.header('retry-after', String(detail.retryAfter));
  logRequest(context, request, { status, code, refusal: name, reason: detail.reason });
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(encodeRefusal(name, detail, context.refusalText(name, call?.lang ?? languageOf(request), detail)));
}

/** A refusal that its row does not declare is a bug: it fails in tests; in production it is logged and answered. */
function declaredOrBug(refusal: Refusal, { call, context }: { readonly call: RequestCall; readonly context: HttpContext }): Refusal {
  if (isDeclared(refusal.refusal, call.bound.endpoint)) return refusal;
  context.log.error({ requestId: call.requestId, call: call.bound.name, refusal: refusal.refusal }, 'undeclared refusal');
  return context.config.env === 'test' ? new Refusal('serverError', { reason: `undeclared ${refusal.refusal}` }) : refusal;
}

/** Finds requests whose host or body two readers may understand differently. Undefined for an unambiguous one. */
function ambiguityOf({ url, headers, rawHeaders }: IncomingMessage): string | undefined {
  // An absolute target would name a host chosen by the sender.
  if (url?.startsWith('/') === false) return 'absolute target';
  // The databases treat it differently; no path, query or form of ours has one.
  if (url?.includes('%00') === true) return 'NUL';
  // This server never unpacks a body; a proxy that does would read a different one.
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return 'packed body';
  let hosts = 0;
  // Node.js silently keeps the first of several.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'several hosts' : undefined;
}

function setHeaders(request: FastifyRequest, reply: FastifyReply, context: HttpContext): void {
  const { url } = request.raw;
  reply.header('x-request-id', request.id);
  reply.headers(url?.startsWith('/api') === true ? context.apiHeaders : context.pageHeaders);
}

/** Request ids, unique over all instances and restarts; security does not depend on their secrecy. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/**
 * Answers malformed requests: broken framing, headers too long or too slow. Ends the connection. Headers are too long
 * because of cookies, on a page as on a call: a person reads what to do.
 */
function refuseConnection(error: ConnectionError, socket: Socket, context: HttpContext): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const [status, type, body] = isLong
    ? (['431 Request Header Fields Too Large', 'text/html', context.tooManyCookies] as const)
    : ([
        '400 Bad Request',
        'application/json',
        encodeRefusal('badRequest', {}, context.refusalText('badRequest', defaultLanguage)),
      ] as const);
  const headers = { ...context.apiHeaders, 'content-type': `${type}; charset=utf-8`, connection: 'close' };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  const id = `connection-${randomBytes(6).toString('base64url')}`;
  context.log.info({ requestId: id, reason: error.code, status: Number.parseInt(status, 10) }, 'connection refused');
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}x-request-id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
