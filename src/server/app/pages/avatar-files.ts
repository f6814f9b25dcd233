import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from '#contract/json-schema.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { receiveAvatar, type ReceiveAvatarDeps } from '#server/capabilities/account/avatar/receive-avatar.ts';
import { avatarBase } from '#server/core/account/accounts/profile-image.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { admissionFor } from '#server/platform/http/admission.ts';
import { success } from '#server/platform/http/envelope.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import { RequestCall } from '#server/platform/http/requests/request-call.ts';
import { logRequest } from '#server/platform/http/server.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Upload URL when the store is a folder of this server. */
export function uploadUrl(id: string): string {
  return `/api${upload.path.replace(':id', id)}`;
}

/** Not in the contract: the body is bytes, not JSON, and deployments with object storage do not have this call. */
const upload: Endpoint = {
  method: 'PUT',
  path: '/profileimage/upload/:id',
  summary: 'Takes the bytes of one upload.',
  access: 'account',
  errors: ['tokenError'],
  rate: 'write',
};

/** Makes an avatar harmless as a document: no script, no frame, no origin, no download name chosen by others. */
const fileHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'content-disposition': 'inline; filename="avatar.webp"',
  'content-type': 'image/webp',
  // Apps show the claim `picture` on their own pages.
  'cross-origin-resource-policy': 'cross-origin',
  // Every version of an avatar has its own name.
  'cache-control': 'public, max-age=31536000, immutable',
} as const;

/** One day: the location changes when the operator moves the files. */
const redirectCache = 'public, max-age=86400';

/** `PUT /api/profileimage/upload/{id}`: checks origin, CSRF token, session and rate before it reads the body. */
export async function registerAvatarUpload(app: FastifyInstance, context: HttpContext, deps: ReceiveAvatarDeps): Promise<void> {
  const admit = admissionFor(upload, context);
  const bound = { name: 'uploadProfileImage', endpoint: upload, schema: { data: Type.Object({}) }, handle: () => ({}) };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(['image/jpeg', 'image/jpg', 'image/png'], (_request, bytes, done) => done(null, bytes));
    scope.route<{ Params: { id: string } }>({
      method: 'PUT',
      url: `/api${upload.path}`,
      async onRequest(request, reply) {
        const call = new RequestCall(context, bound, { request, reply });
        request.call = call;
        await admit(call);
      },
      async handler(request) {
        const { session } = request.call ?? {};
        if (session === undefined) throw new Error('An upload came past its admission.');
        const { body: bytes, params } = request;
        if (!(bytes instanceof Readable)) throw new Refusal('badRequest', { reason: 'no bytes' });
        const length = request.headers['content-length'];
        await receiveAvatar(deps, session, { id: params.id, bytes, length: length === undefined ? undefined : Number(length) });
        logRequest(context, request, { status: 200, code: 200 });
        return success({});
      },
    });
  });
}

/** `GET /avatars/{name}.webp`: public to everyone with the name, which cannot be guessed. */
export function registerAvatarFiles(app: FastifyInstance, blobs: BlobStore): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/avatars/*',
    async handler(request, reply) {
      const file = request.params['*'];
      const isName = avatarBase(file) !== undefined;
      // Avatar URLs are always on this site, so that the files can move.
      if (isName && blobs.publicUrl) return reply.header('cache-control', redirectCache).redirect(blobs.publicUrl(file), 302);
      const bytes = isName ? await blobs.read(file) : undefined;
      if (bytes === undefined) return reply.callNotFound();
      reply.headers({ ...fileHeaders, 'content-length': String(bytes.length) });
      return reply.send(request.method === 'HEAD' ? undefined : bytes);
    },
  });
}
