import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestAsyncHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import type { EncryptedField, Endpoint } from '#contract/endpoint.ts';
import { wireBodyOf } from '#contract/shapes.schemas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { admissionFor } from './admission.ts';
import { FileAnswer, notModified } from './call.ts';
import { success, successSchema, type Envelope } from './envelope.ts';
import { encryptedFieldsOf, fieldDecryption } from './requests/field-encryption.ts';
import type { HttpContext } from './http-context.ts';
import type { BoundCalls, BoundEndpoint } from './implement.ts';
import { malformed } from './requests/query-string.ts';
import { RequestCall } from './requests/request-call.ts';
import { answerNotFound, logRequest } from './server.ts';

/** Where calls are served, and what decides whether a request may reach its handler. */
export interface CallPlace {
  readonly prefix: string;
  readonly admissionFor: (endpoint: Endpoint) => (call: RequestCall) => Promise<void>;
  /** Conditions of the router, under which the routes exist. */
  readonly constraints?: Readonly<Record<string, string>>;
}

/** Registers calls at a place, without the answer to its unknown paths. */
export function registerCallsAt(
  app: FastifyInstance,
  context: HttpContext,
  { calls, place }: { readonly calls: readonly BoundCalls[]; readonly place: CallPlace },
): void {
  for (const bound of calls.flat()) app.route(routeOf(bound, context, place));
}

/** Registers the calls of the contract under /api; all other paths there are answered 404 in the envelope. */
export function registerEndpoints(app: FastifyInstance, context: HttpContext, calls: readonly BoundCalls[]): void {
  registerCallsAt(app, context, { calls, place: { prefix: '/api', admissionFor: (endpoint) => admissionFor(endpoint, context) } });
  const notFound = answerNotFound(context);
  // Before the body is read: an unknown path is unknown with any body.
  for (const url of ['/api', '/api/*']) {
    app.all(url, { onRequest: (request, reply) => notFound(request, reply) }, notFound);
  }
}

/**
 * The Fastify schemas of a call, for the compiler and the OpenAPI document; the body has these fields encrypted. A read
 * ignores what it does not know in its query.
 */
export function schemasOf({ endpoint, schema }: BoundEndpoint, encrypted: readonly EncryptedField[] = []): FastifySchema {
  return {
    ...(schema.body === undefined ? {} : { body: wireBodyOf(schema.body, encrypted, endpoint.scope !== undefined) }),
    ...(schema.query === undefined
      ? {}
      : { querystring: endpoint.method === 'GET' ? { ...schema.query, additionalProperties: true } : schema.query }),
    ...(schema.params === undefined ? {} : { params: schema.params }),
    response: { 200: successSchema(schema.data) },
  };
}

function routeOf(bound: BoundEndpoint, context: HttpContext, { prefix, constraints, ...place }: CallPlace): RouteOptions {
  const { endpoint } = bound;
  const admit = place.admissionFor(endpoint);
  const preHandler = fieldDecryption(bound, context);
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const call = new RequestCall(context, bound, { request, reply });
    request.call = call;
    if (isMalformed(request)) throw new Refusal('badRequest', { reason: 'query' });
    await admit(call);
  };
  return {
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: `${prefix}${endpoint.path}`,
    ...(constraints === undefined ? {} : { constraints: { ...constraints } }),
    schema: schemasOf(bound, encryptedFieldsOf(bound, context)),
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    onRequest,
    ...(bound.schema.body === undefined ? {} : { preValidation: bodyOrEmpty }),
    ...(preHandler === undefined ? {} : { preHandler }),
    handler: (request, reply) => {
      const { call } = request;
      if (call === undefined) throw new Error('A call came past its admission.');
      const finish = (answer: unknown): Envelope | FastifyReply | undefined => {
        const isNotModified = answer === notModified;
        logRequest(context, request, { status: isNotModified ? 304 : 200, code: 200 });
        if (answer instanceof FileAnswer) {
          const { name, type, bytes } = answer;
          return reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(Readable.from(bytes));
        }
        if (!isNotModified) return success(answer);
        reply.code(304).send();
        return undefined;
      };
      const answer = bound.handle(call);
      // Frequent reads answer synchronously, without a promise.
      return answer instanceof Promise ? answer.then(finish) : finish(answer);
    },
  };
}

/** An absent body without a content type also counts as the empty object. */
const bodyOrEmpty: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === undefined) request.body = {};
  done();
};

function isMalformed(request: FastifyRequest): boolean {
  const { query } = request;
  return typeof query === 'object' && query !== null && malformed in query;
}
