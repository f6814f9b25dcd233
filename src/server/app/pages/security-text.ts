import type { FastifyInstance } from 'fastify';
import { languageFacts, languages, tongue } from '#contract/vocabulary/languages.ts';
import { day, hour, second, type Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';

/** Validity of the text; less than the year that RFC 9116 recommends. */
const validity = 180 * day;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. Absent without a configured contact. */
export function registerSecurityText(
  app: FastifyInstance,
  { config: { security, publicUrl }, clock }: { readonly config: Pick<Config, 'security' | 'publicUrl'>; readonly clock: Clock },
): void {
  if (security === undefined) return;
  const path = '/.well-known/security.txt';
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: (request, reply) => {
      // The same all day.
      const expires = new Date(Math.floor(clock.now() / day) * day + validity).toISOString();
      const lines = [
        `Contact: ${security.contact}`,
        `Expires: ${expires}`,
        `Preferred-Languages: ${[...new Set(languages.map((language) => tongue(languageFacts[language].tag)))].join(', ')}`,
        `Canonical: ${publicUrl}${path}`,
        ...(security.policy === undefined ? [] : [`Policy: ${security.policy}`]),
      ];
      const text = lines.map((line) => `${line}\n`).join('');
      return reply
        .header('cache-control', `public, max-age=${hour / second}`)
        .header('content-length', Buffer.byteLength(text))
        .type('text/plain; charset=utf-8')
        .send(request.method === 'HEAD' ? undefined : text);
    },
  });
}
