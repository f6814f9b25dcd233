import type { deskEndpoints } from '#contract/desk/all.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { deskSessionSchemas } from './session.ts';

/** The shapes of every call of the desk, under the names of `deskEndpoints`. */
export const deskSchemas = {
  session: deskSessionSchemas,
} as const satisfies { readonly [Group in keyof typeof deskEndpoints]: SchemasFor<(typeof deskEndpoints)[Group]> };
