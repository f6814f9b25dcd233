import type { FastifyInstance } from 'fastify';
import { desktopScope } from '#contract/vocabulary/scopes.ts';
import { settingsScope } from '#contract/apps/settings/settings.words.ts';
import { hour, second } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';

/** Facts that a program of a desktop needs before it asks for a token (RFC 9728). */
export function registerApiMetadata(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const metadata = {
    resource: `${publicUrl}/api`,
    authorization_servers: [publicUrl],
    scopes_supported: [desktopScope, settingsScope],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ['ES256', 'Ed25519', 'EdDSA'],
    dpop_bound_access_tokens_required: true,
    resource_documentation: `${publicUrl}/api/docs`,
  };
  app.get('/.well-known/oauth-protected-resource/api', (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${hour / second}`)
      .header('access-control-allow-origin', '*')
      .send(metadata),
  );
}
