import { Type } from '#contract/json-schema.ts';
import type { transparencyEndpoints } from '#contract/rights/transparency/transparency.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { messageStates } from '#contract/protection/notices/message-states.words.ts';
import { staffEvents } from '#contract/vocabulary/staff-events.ts';
import { choice, closed, page, pageCursor } from '#contract/shapes.schemas.ts';

const message = closed({
  id: Type.String(),
  at: Type.String(),
  title: Type.String({ description: 'subject in the language of the caller, without names of apps' }),
  channel: choice(['sms', 'email']),
  target: Type.String({ description: 'masked phone or email' }),
  reference: Type.String({ description: 'as the mail carries it, or empty' }),
  state: choice(messageStates),
});

const access = closed({
  id: Type.String(),
  at: Type.String(),
  event: choice(staffEvents),
  app: Type.String({ description: 'name of the app that it was about, or empty' }),
  agent: Type.String({ description: 'stands for the member of staff: the same for all their acts in this account' }),
  reason: Type.String({ description: 'one of a short list, or the words of the staff' }),
  caseRef: Type.String({ description: 'number of the case, or empty' }),
});

export const transparencySchemas = {
  listMessages: { query: Type.Object({ cursor: Type.Optional(pageCursor) }), data: page(message) },
  checkMessage: {
    body: closed({ reference: Type.String({ maxLength: 32 }) }),
    data: closed({
      known: Type.Boolean(),
      title: Type.String({ description: 'empty for an unknown message, like `at`' }),
      at: Type.String(),
    }),
  },
  listStaffAccess: {
    query: Type.Object({ cursor: Type.Optional(pageCursor) }),
    data: closed({
      ...page(access).properties,
      mayBeLate: Type.Boolean({ description: 'whether the law may forbid to tell of an act before it has ended' }),
    }),
  },
} satisfies SchemasFor<typeof transparencyEndpoints>;
