import { Type } from '#contract/json-schema.ts';
import { findKinds } from '#contract/operations/desk/find-kind.ts';
import type { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import { staffReasons } from '#contract/vocabulary/staff-reasons.ts';
import { deskCards, deskFields } from '#contract/operations/desk/desk-cards.words.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, text } from '#contract/shapes.schemas.ts';

const id = Type.String({ pattern: '^[\\w-]{22}$' });
const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });
const moment = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
/** Checked by the server, so that a mistake of a member is told as one. */
const why = { reason: text, caseRef: text };

const order = { look: id, version: Type.Integer({ minimum: 0 }), ...why };
const done = closed({ done: Type.Boolean() });
const act = { body: closed(order), data: done };

/** One line of a card. Values are masked. */
const line = closed({
  id: Type.String(),
  kind: Type.String({ description: 'names the words of the page for it' }),
  title: Type.String({ description: 'the name of a thing, in the language of the member, or empty' }),
  value: Type.String(),
  note: Type.String(),
  at: moment,
  until: moment,
  field: Type.Unsafe<(typeof deskFields)[number] | ''>({ type: 'string', enum: [...deskFields, ''] }),
});

export const deskPersonSchemas = {
  deskFind: {
    body: closed({ text, ...why }),
    data: closed({
      kind: Type.Unsafe<(typeof findKinds)[number] | ''>({
        type: 'string',
        enum: [...findKinds, ''],
        description: 'empty where nothing was found',
      }),
      look: Type.String({ description: 'look at a person, or empty' }),
      app: Type.String({ description: 'the id of an app, or empty' }),
    }),
  },
  deskCard: {
    body: closed({ look: id, card: choice(deskCards) }),
    data: closed({
      card: choice(deskCards),
      version: Type.Integer({ minimum: 0 }),
      reason: choice(staffReasons),
      caseRef: Type.String(),
      until: time,
      exception: { ...moment, description: 'until when the member has exceptional access to it' },
      others: Type.Array(Type.String(), { description: 'members who look at the same person now' }),
      lines: Type.Array(line),
    }),
  },
  deskUnmask: {
    body: closed({ look: id, field: choice(deskFields), at: Type.String({ maxLength: 64 }), ...why }),
    data: closed({ value: Type.String(), until: time }),
  },
  deskLock: act,
  deskFreeze: act,
  deskEndSessions: act,
  deskUnlock: act,
  deskRestore: act,
  deskClaim: { body: closed({ ...order, number: Type.String({ maxLength: 16, description: 'that the person reads out' }) }), data: done },
  deskResend: { body: closed({ ...order, message: Type.String({ maxLength: 64 }) }), data: done },
  deskInvite: { body: closed({ ...order, to: choice(['email', 'phone']) }), data: done },
  deskNote: { body: closed({ ...order, text: Type.String({ maxLength: 2000 }) }), data: done },
} as const satisfies SchemasFor<typeof deskPersonEndpoints>;
