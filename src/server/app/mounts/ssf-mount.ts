import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { protocolPaths, signalsPath } from '#server/capabilities/apps/openid/protocol-paths.ts';
import {
  addStream,
  changeStream,
  changeSubject,
  deliveryMethods,
  ownStream,
  removeStream,
  setStatus,
  StreamRefusal,
  streamView,
  verify,
  type ManageStreamsDeps,
} from '#server/capabilities/apps/signals/manage-streams.ts';
import type { Polling } from '#server/capabilities/apps/signals/poll-signals.ts';
import type { TokenUse } from '#server/core/apps/openid/token-use.ts';
import { minute } from '#server/platform/clock.ts';
import { networksOf } from '#server/platform/http/requests/client-ip.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import { parseStrictJson } from '#server/platform/http/requests/strict-json.ts';
import { clientIp } from '#server/platform/http/requests/request-call.ts';

export interface SsfMountDeps {
  readonly manage: ManageStreamsDeps;
  readonly polling: Polling;
  /** The app that asks in its own name, with its scopes; undefined without a live token for these calls. */
  readonly appOf: (use: TokenUse) => Promise<{ readonly clientId: string; readonly scopes: readonly string[] } | undefined>;
}

/** Calls with a token by app, and without one by network. */
const perMinute = { app: 6000, failed: 300 } as const;
const maxBytes = 8 * 1024;
const configurationPath = '/.well-known/ssf-configuration';

type Json = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly body?: object;
}
type Handler = (
  clientId: string,
  request: { readonly body: Json; readonly query: Json; readonly params: Json; readonly signal: AbortSignal },
) => Promise<Answer>;

/**
 * The calls of the Shared Signals Framework 1.0, for apps. Their errors have the form of OAuth, and no call reads or
 * sets a cookie.
 */
export async function registerSsf(app: FastifyInstance, context: HttpContext, deps: SsfMountDeps): Promise<void> {
  const { publicUrl } = context.config;
  const configuration = configurationOf(publicUrl);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) => done(null, body));
    scope.get(configurationPath, (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(configuration));

    for (const { method, path, needs, handle } of callsOf(deps)) {
      scope.route({
        method,
        url: `${signalsPath}${path}`,
        handler: async (request, reply) => {
          const url = `${publicUrl}${request.url.split('?', 1)[0] ?? ''}`;
          const caller = await callerOf(request, { context, deps, url, needs });
          if (caller.refused !== undefined) return refuse(reply, caller.refused);
          return answer(request, reply, (input) => handle(caller.clientId, input));
        },
      });
    }
  });
}

/** Document that receivers read first (SSF 1.0 section 7.1). */
function configurationOf(publicUrl: string) {
  const at = (path: string): string => `${publicUrl}${signalsPath}${path}`;
  return {
    spec_version: '1_0',
    issuer: publicUrl,
    jwks_uri: `${publicUrl}${protocolPaths.jwks}`,
    delivery_methods_supported: [...deliveryMethods],
    configuration_endpoint: at('/streams'),
    status_endpoint: at('/status'),
    add_subject_endpoint: at('/subjects/add'),
    remove_subject_endpoint: at('/subjects/remove'),
    verification_endpoint: at('/verify'),
    authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
    default_subjects: 'ALL',
  };
}

interface SsfCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly needs: 'ssf.read' | 'ssf.manage';
  readonly handle: Handler;
}

function callsOf({ manage, polling }: SsfMountDeps): readonly SsfCall[] {
  const statusView = (stream: { readonly id: string; readonly status: string; readonly reason: string }) => ({
    stream_id: stream.id,
    status: stream.status,
    ...(stream.reason === '' ? {} : { reason: stream.reason }),
  });
  const subject =
    (add: boolean): Handler =>
    async (clientId, { body }) => {
      await changeSubject(manage, clientId, { body, add });
      return add ? { status: 200, body: {} } : { status: 204 };
    };
  return [
    {
      method: 'POST',
      path: '/streams',
      needs: 'ssf.manage',
      handle: async (clientId, { body }) => ({ status: 201, body: streamView(manage, await addStream(manage, clientId, body)) }),
    },
    {
      method: 'GET',
      path: '/streams',
      needs: 'ssf.read',
      async handle(clientId, { query }) {
        const { stream_id: id } = query;
        if (id !== undefined) return { status: 200, body: streamView(manage, await ownStream(manage, clientId, id)) };
        const own = (await manage.rows.streamsOf(clientId)).filter(({ kind }) => kind !== 'webhook');
        return { status: 200, body: own.map((stream) => streamView(manage, stream)) };
      },
    },
    ...(['PATCH', 'PUT'] as const).map((method): SsfCall => ({
      method,
      path: '/streams',
      needs: 'ssf.manage',
      handle: async (clientId, { body }) => ({
        status: 200,
        body: streamView(manage, await changeStream(manage, clientId, { body, replace: method === 'PUT' })),
      }),
    })),
    {
      method: 'DELETE',
      path: '/streams',
      needs: 'ssf.manage',
      async handle(clientId, { query }) {
        await removeStream(manage, clientId, query['stream_id']);
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      path: '/status',
      needs: 'ssf.read',
      handle: async (clientId, { query }) => ({ status: 200, body: statusView(await ownStream(manage, clientId, query['stream_id'])) }),
    },
    {
      method: 'POST',
      path: '/status',
      needs: 'ssf.manage',
      handle: async (clientId, { body }) => ({ status: 200, body: statusView(await setStatus(manage, clientId, body)) }),
    },
    { method: 'POST', path: '/subjects/add', needs: 'ssf.manage', handle: subject(true) },
    { method: 'POST', path: '/subjects/remove', needs: 'ssf.manage', handle: subject(false) },
    {
      method: 'POST',
      path: '/verify',
      needs: 'ssf.manage',
      async handle(clientId, { body }) {
        await verify(manage, clientId, body);
        return { status: 204 };
      },
    },
    {
      method: 'POST',
      path: '/poll/:stream',
      needs: 'ssf.read',
      handle: async (clientId, { body, params, signal }) => ({
        status: 200,
        body: await polling.poll(clientId, String(params['stream']), body, signal),
      }),
    },
  ];
}

type Caller = { readonly refused: Refused } | { readonly refused?: undefined; readonly clientId: string };
interface Refused {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function callerOf(
  request: FastifyRequest,
  {
    context,
    deps,
    url,
    needs,
  }: { readonly context: HttpContext; readonly deps: SsfMountDeps; readonly url: string; readonly needs: SsfCall['needs'] },
): Promise<Caller> {
  const { limiter, config } = context;
  const [, scheme = '', token] = /^(Bearer|DPoP) ([\w.~+/-]{1,512}=*)$/i.exec(request.headers.authorization ?? '') ?? [];
  const proof = request.headers['dpop'];
  const use =
    token === undefined ? undefined : { token, method: request.method, url, proof: typeof proof === 'string' ? proof : undefined };
  const owner = use && (await deps.appOf({ ...use, scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer' }));
  if (owner === undefined) {
    const takes = networksOf(clientIp(request)).map(({ name, share }) => ({
      key: `ssf:failed:${name}`,
      limit: perMinute.failed * share * config.rateFactor,
      windowMs: minute,
    }));
    const taken = await limiter.take(takes);
    if (!taken.ok) return { refused: tooMany(taken.retryAfterSeconds) };
    const challenge =
      token === undefined ? 'Bearer, DPoP algs="ES256 Ed25519 EdDSA"' : 'Bearer error="invalid_token", DPoP algs="ES256 Ed25519 EdDSA"';
    return {
      refused: {
        status: 401,
        error: 'invalid_token',
        description: 'no live token for this call',
        headers: { 'www-authenticate': challenge },
      },
    };
  }
  const taken = await limiter.take([{ key: `ssf:app:${owner.clientId}`, limit: perMinute.app * config.rateFactor, windowMs: minute }]);
  if (!taken.ok) return { refused: tooMany(taken.retryAfterSeconds) };
  const isAllowed = owner.scopes.includes(needs) || (needs === 'ssf.read' && owner.scopes.includes('ssf.manage'));
  if (isAllowed) return { clientId: owner.clientId };
  return { refused: { status: 403, error: 'insufficient_scope', description: `the token lacks ${needs}` } };
}

function tooMany(seconds: number): Refused {
  const description = `Too many requests. Try again in ${seconds} s.`;
  return { status: 429, error: 'temporarily_unavailable', description, headers: { 'retry-after': String(seconds) } };
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (input: Parameters<Handler>[1]) => Promise<Answer>,
): Promise<FastifyReply> {
  const body = bodyOf(request.body);
  if (body === undefined) return refuse(reply, { status: 400, error: 'invalid_request', description: 'the body is not a JSON object' });
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  try {
    const { status, body: said } = await handle({
      body,
      query: objectOf(request.query),
      params: objectOf(request.params),
      signal: gone.signal,
    });
    reply.header('cache-control', 'no-store').code(status);
    return said === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(JSON.stringify(said));
  } catch (error) {
    if (error instanceof StreamRefusal)
      return refuse(reply, { status: error.status, error: errorOf(error.status), description: error.message });
    throw error;
  }
}

function errorOf(status: number): string {
  return { 404: 'not_found', 409: 'conflict', 429: 'temporarily_unavailable' }[status] ?? 'invalid_request';
}

function refuse(reply: FastifyReply, { status, error, description, headers = {} }: Refused): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send({ error, error_description: description });
}

/** The JSON object of a body; none is an empty one. Undefined for anything else. */
function bodyOf(text: unknown): Json | undefined {
  if (typeof text !== 'string' || text === '') return {};
  const parsed = parseStrictJson(Buffer.from(text));
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
