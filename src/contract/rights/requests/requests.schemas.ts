import type { rightsRequestsEndpoints } from '#contract/rights/requests/requests.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { dataTopics } from '#contract/vocabulary/kept-data.ts';
import { askedKinds, requestAuthors, requestKinds, requestOutcomes, requestStates } from '#contract/vocabulary/rights-requests.ts';
import { choice, closed, nullableText, text } from '#contract/shapes.schemas.ts';

const nullable = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number] | null>({ type: ['string', 'null'], enum: [...values, null] });

const request = {
  id: Type.String(),
  number: Type.String({ description: 'for mails and telephones' }),
  kind: choice(requestKinds),
  topic: nullable(dataTopics),
  state: choice(requestStates),
  receivedAt: Type.String(),
  dueAt: Type.String({ description: 'the date by which it is answered, at 0:00 UTC' }),
  extended: Type.Boolean(),
  answeredAt: nullableText,
  outcome: nullable(requestOutcomes),
};

const thread = closed({
  ...request,
  law: Type.String({ description: 'the rule that a refusal names, or empty' }),
  messages: Type.Array(closed({ at: Type.String(), author: choice(requestAuthors), text: Type.String() })),
});

/** A text of 2,000 characters, four bytes each at most. */
const longText = Type.String({ maxLength: 4096 });

export const rightsRequestsSchemas = {
  listRightsRequests: { data: closed({ requests: Type.Array(closed(request)) }) },
  showRightsRequest: { params: closed({ id: text }), data: thread },
  fileRightsRequest: {
    body: closed({
      kind: choice(askedKinds),
      topic: Type.Optional(choice(dataTopics)),
      text: longText,
      key: Type.String({ pattern: String.raw`^[\w-]{16,64}$`, description: 'random; a repeat of the call has the same' }),
    }),
    data: closed({ id: Type.String(), number: Type.String(), dueAt: Type.String() }),
  },
  replyToRightsRequest: { body: closed({ id: text, text: longText }), data: thread },
  withdrawRightsRequest: { body: closed({ id: text }), data: thread },
} satisfies SchemasFor<typeof rightsRequestsEndpoints>;
