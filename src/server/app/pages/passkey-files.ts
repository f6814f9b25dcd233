import type { FastifyInstance } from 'fastify';
import { hour, second } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';

/**
 * Files about passkeys for browsers and password managers: where to add and manage them (passkey-endpoints), and the
 * further sites that may use them (WebAuthn Level 3, section 5.11). Absent while passkeys are off; the second also
 * without such sites.
 */
export function registerPasskeyFiles(
  app: FastifyInstance,
  { config: { passkeys, publicUrl } }: { readonly config: Pick<Config, 'passkeys' | 'publicUrl'> },
): void {
  if (passkeys === undefined) return;
  const page = `${publicUrl}/pc-passkeys`;
  const files = {
    'passkey-endpoints': { enroll: `${page}?add`, manage: page },
    ...(passkeys.related.length === 0 ? {} : { webauthn: { origins: [...passkeys.origins] } }),
  };
  for (const [name, content] of Object.entries(files)) {
    const text = JSON.stringify(content);
    app.route({
      method: ['GET', 'HEAD'],
      url: `/.well-known/${name}`,
      handler: (request, reply) =>
        reply
          .header('cache-control', `public, max-age=${hour / second}`)
          .header('content-length', Buffer.byteLength(text))
          .type('application/json')
          .send(request.method === 'HEAD' ? undefined : text),
    });
  }
}
