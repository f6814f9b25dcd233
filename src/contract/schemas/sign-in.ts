import { Type } from '#contract/json-schema.ts';
import type { signInEndpoints } from '#contract/endpoints/sign-in.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { accountSchema } from './account.ts';
import { closed, pageQuery, text, validate } from './shapes.ts';

/** Signed in: the account and the continue URL (always a path of this site or a registered URL). */
export const signedInSchema = closed({ account: accountSchema, continue: Type.String() });

export const signInSchemas = {
  signInByPassword: { query: pageQuery, body: closed({ account: text, password: text, validate }), data: signedInSchema },
  signInByCode: { query: pageQuery, body: closed({ account: text, code: text }), data: signedInSchema },
} satisfies SchemasFor<typeof signInEndpoints>;
