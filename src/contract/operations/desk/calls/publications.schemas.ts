import type { deskPublicationsEndpoints } from '#contract/operations/desk/calls/publications.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';
import { agreementTypes } from '#contract/account/agreements/agreement-types.words.ts';
import { changeKinds } from '#contract/account/agreements/consents.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { changeLimits, dateFaults, draftStates, textFaults } from '#contract/account/agreements/publication-drafts.words.ts';
import { regions } from '#contract/vocabulary/regions.ts';

const id = Type.String({ pattern: '^[\\w-]{22}$' });
const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });
const nullableTime = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const params = closed({ id });
const type = choice(agreementTypes);
const version = Type.Integer({ minimum: 1, description: 'version of the draft, as it was shown' });
const versions = Type.Array(closed({ type, version: Type.String({ maxLength: 32 }) }), { minItems: 1, maxItems: agreementTypes.length });
const day = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$', description: 'a day of UTC; empty for the default' });
const marks = { asks: Type.Boolean(), effectiveDay: day, laterUntilDay: day };
const place = { type, region: choice(regions), language: choice(languages) };
const words = Type.String({ maxLength: 65_536 });

const text = closed({
  ...place,
  title: Type.String({ maxLength: 200 }),
  sections: Type.Array(closed({ heading: Type.String({ maxLength: 200 }), paragraphs: Type.Array(words, { maxItems: 1000 }) }), {
    maxItems: 500,
  }),
  changes: Type.Array(closed({ kind: choice(changeKinds), text: Type.String({ maxLength: changeLimits.length }) }), {
    maxItems: changeLimits.sentences,
  }),
});

const draft = {
  id,
  state: choice(draftStates),
  version,
  versions,
  author: Type.String(),
  savedAt: time,
  publishAt: nullableTime,
};

const reason = Type.String({ minLength: 3, maxLength: 200 });

export const deskPublicationsSchemas = {
  deskPublications: {
    data: closed({
      now: time,
      publications: Type.Array(
        closed({
          number: Type.Integer(),
          origin: choice(['built-in', 'operator']),
          publishedAt: time,
          effectiveAt: time,
          laterUntil: nullableTime,
          versions,
        }),
      ),
      drafts: Type.Array(closed(draft)),
    }),
  },
  deskDraft: {
    params,
    data: closed({ ...draft, now: time, ...marks, texts: Type.Array(text), digest: Type.String() }),
  },
  deskNewDraft: { body: closed({ types: Type.Array(type, { minItems: 1, maxItems: agreementTypes.length }) }), data: closed({ id }) },
  deskSaveDraft: {
    params,
    body: closed({ version, ...marks, versions, text: Type.Optional(text) }),
    data: closed({ version }),
  },
  deskCheckDraft: {
    params,
    body: nothing,
    data: closed({
      findings: Type.Array(
        closed({
          type: choice([...agreementTypes, '']),
          region: choice([...regions, '']),
          language: choice([...languages, '']),
          fault: choice([...textFaults, ...dateFaults]),
          found: Type.String({ description: 'the version, the placeholder or the date, or empty' }),
        }),
      ),
    }),
  },
  deskPreviewDraft: {
    params,
    body: closed(place),
    data: closed({
      effectiveAt: time,
      laterUntil: nullableTime,
      changes: Type.Array(closed({ kind: choice(changeKinds), text: Type.String() })),
      mail: Type.Union([Type.Null(), closed({ subject: Type.String(), text: Type.String() })]),
      lines: Type.Array(closed({ kind: choice(['same', 'added', 'removed']), isHeading: Type.Boolean(), text: Type.String() })),
    }),
  },
  deskPublishDraft: { params, body: closed({ version, publishAt: time, reason }), data: nothing },
  deskWithdrawDraft: { params, body: closed({ version, reason }), data: nothing },
} as const satisfies SchemasFor<typeof deskPublicationsEndpoints>;
