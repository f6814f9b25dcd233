import type { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';
import { deskQueues } from '#contract/operations/desk/desk-queues.words.ts';
import { dataTopics } from '#contract/vocabulary/kept-data.ts';
import {
  requestAuthors,
  requestChannels,
  requestKinds,
  requestOutcomes,
  requestStates,
  ruleOfLawMax,
} from '#contract/vocabulary/rights-requests.ts';

const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });
const count = Type.Integer({ minimum: 0 });
const itemId = Type.String({ minLength: 1, maxLength: 128 });
const number = Type.String({ pattern: '^[0-9A-Z]{4}-[0-9A-Z]{4}$' });
const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day of UTC, which belongs to the report' });
const longText = Type.String({ maxLength: 4096 });
const nullableTopic = Type.Unsafe<(typeof dataTopics)[number] | null>({ type: ['string', 'null'], enum: [...dataTopics, null] });

const item = closed({
  id: itemId,
  at: time,
  dueAt: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  name: Type.String({ description: 'name of an app, number of a request or reference of a message; or empty' }),
  kind: Type.String(),
  state: Type.String(),
  channel: Type.String({ description: 'or empty' }),
  target: Type.String({ description: 'masked, or empty' }),
  takenBy: Type.String({ description: 'the member who works on it, or empty' }),
});

export const deskQueuesSchemas = {
  deskWaiting: {
    data: closed({
      queues: Type.Array(closed({ name: choice(deskQueues), count, overdue: count })),
    }),
  },
  deskQueue: {
    params: closed({ name: choice(deskQueues) }),
    data: closed({ now: time, items: Type.Array(item), more: Type.Boolean() }),
  },
  deskTakeItem: { body: closed({ queue: choice(deskQueues), item: itemId }), data: closed({ until: time }) },
  deskReleaseItem: { body: closed({ queue: choice(deskQueues), item: itemId }), data: nothing },
  deskOpenRequest: {
    body: closed({ number }),
    data: closed({
      number: Type.String(),
      kind: choice(requestKinds),
      topic: nullableTopic,
      channel: choice(requestChannels),
      state: choice(requestStates),
      receivedAt: time,
      dueAt: time,
      extended: Type.Boolean(),
      messages: Type.Array(closed({ at: time, author: choice(requestAuthors), text: Type.String() })),
    }),
  },
  deskReplyToRequest: { body: closed({ number, text: longText }), data: nothing },
  deskAnswerRequest: {
    body: closed({ number, outcome: choice(requestOutcomes), law: Type.String({ maxLength: ruleOfLawMax }), text: longText }),
    data: nothing,
  },
  deskAddRequest: {
    body: closed({
      look: Type.Optional(Type.String({ pattern: '^[\\w-]{22}$' })),
      kind: choice(requestKinds),
      topic: Type.Optional(choice(dataTopics)),
      channel: choice(['mail', 'post', 'phone']),
      receivedAt: time,
      text: longText,
    }),
    data: closed({ number: Type.String(), dueAt: time }),
  },
  deskCloseRequest: { body: closed({ number, text: longText }), data: nothing },
  deskReport: { body: closed({ from: date, to: date }), data: nothing },
  deskExtendRequest: { body: closed({ number, text: longText }), data: nothing },
} as const satisfies SchemasFor<typeof deskQueuesEndpoints>;
