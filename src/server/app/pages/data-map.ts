import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { fileOfTopic, type DataMap } from '#contract/vocabulary/kept-data.ts';
import { languages, type InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { webTexts } from '#messages/web-catalogues.ts';
import { tables } from '#server/core/tables.ts';
import { keptTopics } from '#server/core/rights/kept-data/kept-data.ts';
import { hour, second } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';

type MapConfig = Pick<Config, 'retention' | 'supportEmail' | 'requestsMail'>;

/**
 * `GET /data-map.json`: what is kept of people, why and for how long, made once from the declarations of the tables, and
 * where to ask. It reads no row.
 */
export function registerDataMap(app: FastifyInstance, config: MapConfig): void {
  let made: ReturnType<typeof dataMap> | undefined;
  app.route({
    method: ['GET', 'HEAD'],
    url: '/data-map.json',
    async handler(request, reply) {
      made ??= dataMap(config);
      const { text, etag } = await made;
      void reply.header('cache-control', `public, max-age=${hour / second}`).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .header('content-length', Buffer.byteLength(text))
        .type('application/json')
        .send(request.method === 'HEAD' ? undefined : text);
    },
  });
}

async function dataMap({ retention, supportEmail, requestsMail = supportEmail }: MapConfig) {
  const texts = await Promise.all(languages.map(async (language) => [language, await webTexts[language]()] as const));
  const topics: DataMap['topics'] = keptTopics(tables, retention).map(({ topic, basis, until, items }) => ({
    topic,
    basis,
    until,
    file: fileOfTopic(topic),
    keeps: items.map(({ thing, ...item }) => ({
      key: thing,
      // One entry for each language.
      says: Object.fromEntries(texts.map(([language, all]) => [language, all[`dt.i.${thing}`]])) as InEveryLanguage<string>,
      ...item,
    })),
  }));
  const version = createHash('sha256').update(JSON.stringify(topics)).digest('base64url').slice(0, 16);
  const text = JSON.stringify({ version, contact: requestsMail, topics } satisfies DataMap);
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"` };
}
