import type { dataEndpoints } from '#contract/rights/exports/exports.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { exportStates } from '#contract/rights/exports/exports.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { dataBases, dataTopics, keptThings, keptUntils, thingForms } from '#contract/vocabulary/kept-data.ts';
import { choice, closed, nullableText, text } from '#contract/shapes.schemas.ts';

const until = closed({ kind: choice(keptUntils), days: Type.Integer({ description: 'for `ended` and `law`; otherwise 0' }) });

const item = closed({ thing: choice(keptThings), form: choice(thingForms), basis: choice(dataBases), until });

const topic = closed({
  topic: choice(dataTopics),
  basis: choice(dataBases),
  until,
  count: Type.Integer({ description: 'number of rows, at most 10,000' }),
  more: Type.Boolean({ description: 'there are more rows than `count`' }),
  since: nullableText,
  file: Type.String({ description: 'its file in a copy of the data' }),
  items: Type.Array(item),
});

export const dataSchemas = {
  listData: { data: closed({ topics: Type.Array(topic) }) },
  listExports: {
    data: closed({
      exports: Type.Array(
        closed({
          id: Type.String(),
          child: Type.String({ description: 'nickname of the child whose data it has; empty for the account itself' }),
          state: choice(exportStates),
          requestedAt: Type.String(),
          readyAt: nullableText,
          expiresAt: nullableText,
          bytes: Type.Integer({ description: 'size of the ZIP file; 0 before it is ready' }),
          sha256: Type.String({ description: 'hash of the ZIP file, base64url; empty before it is ready' }),
          downloads: Type.Integer(),
          lastDownloadedAt: nullableText,
        }),
      ),
      nextAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null when a copy may be asked for now' }),
    }),
  },
  requestExport: {
    body: closed({ language: Type.Optional(choice(languages)) }),
    data: closed({
      id: Type.String(),
      state: choice(exportStates),
      already: Type.Boolean({ description: 'this copy was under way before the call' }),
    }),
  },
  cancelExport: { body: closed({ id: text }), data: closed({ state: choice(exportStates) }) },
  openExport: {
    body: closed({ id: text }),
    data: closed({ url: Type.String({ description: 'address of the ZIP file, relative to the site' }), expiresAt: Type.String() }),
  },
} satisfies SchemasFor<typeof dataEndpoints>;
