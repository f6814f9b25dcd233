import type { sessionEndpoints } from '#contract/endpoints/session.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { nothing } from './shapes.ts';

export const sessionSchemas = {
  signOut: { body: nothing, data: nothing },
} satisfies SchemasFor<typeof sessionEndpoints>;
