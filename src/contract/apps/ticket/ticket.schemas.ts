import { Type } from '#contract/json-schema.ts';
import type { ticketEndpoints } from '#contract/apps/ticket/ticket.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { closed, nothing } from '#contract/shapes.schemas.ts';

export const ticketSchemas = {
  createTicket: {
    body: nothing,
    data: closed({
      ticket: Type.String({ description: 'for X-Token' }),
      expiresIn: Type.Integer({ description: 'seconds until it must be opened' }),
    }),
  },
} satisfies SchemasFor<typeof ticketEndpoints>;
