import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from '#contract/json-schema.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { DataCapability } from '#server/capabilities/rights/exports/capability.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { admissionFor } from '#server/platform/http/admission.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import { RequestCall } from '#server/platform/http/requests/request-call.ts';
import { logRequest } from '#server/platform/http/server.ts';
import { hour, second } from '#server/platform/clock.ts';

/** Not in the contract: the answer is a file. */
const download: Endpoint = {
  method: 'GET',
  path: '/account/exports/copy/:ticket',
  summary: 'The ZIP file of a copy.',
  access: 'account',
  errors: [],
  rate: 'write',
  whenHeld: 'open',
};

/** The address of a download, on this site. */
export function copyUrl(ticket: string): string {
  return `/api${download.path.replace(':ticket', ticket)}`;
}

/** The file is only for its person, and nothing in it runs here. */
const fileHeaders = {
  'content-type': 'application/zip',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
} as const;

/** `GET /api/account/exports/copy/{ticket}`: a copy, part by part, to the session that has proven itself. */
export function registerCopyFiles(
  app: FastifyInstance,
  context: HttpContext,
  { copies }: { readonly copies: Pick<DataCapability, 'readCopy'> },
): void {
  const admit = admissionFor(download, context);
  const bound = { name: 'downloadExport', endpoint: download, schema: { data: Type.Object({}) }, handle: () => ({}) };
  app.route<{ Params: { ticket: string } }>({
    method: 'GET',
    url: `/api${download.path}`,
    exposeHeadRoute: false,
    async onRequest(request, reply) {
      const call = new RequestCall(context, bound, { request, reply });
      request.call = call;
      await admit(call);
    },
    async handler(request, reply) {
      const { call, params } = request;
      if (call?.session === undefined) throw new Error('A download came past its admission.');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the session port of this application finds these
      const session = call.session as Session;
      const { name, bytes, sha256, content } = await copies.readCopy({ session, visit: call }, params.ticket);
      logRequest(context, request, { status: 200, code: 200 });
      const digest = Buffer.from(sha256, 'base64url').toString('base64');
      reply.headers({
        ...fileHeaders,
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="account-copy-${name}.zip"`,
        'repr-digest': `sha-256=:${digest}:`,
      });
      return reply.send(Readable.from(content, { objectMode: false }));
    },
  });
}

/** `GET /.well-known/document-keys.json`: the public keys of signed documents, as a JWK Set. */
export function registerDocumentKeys(app: FastifyInstance, { copies }: { readonly copies: Pick<DataCapability, 'documentKeys'> }): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/.well-known/document-keys.json',
    async handler(request, reply) {
      const text = JSON.stringify({ keys: await copies.documentKeys.published() });
      return reply
        .header('cache-control', `public, max-age=${hour / second}`)
        .header('content-length', Buffer.byteLength(text))
        .type('application/jwk-set+json')
        .send(request.method === 'HEAD' ? undefined : text);
    },
  });
}
