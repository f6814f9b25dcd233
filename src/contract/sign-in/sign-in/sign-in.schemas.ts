import { Type } from '#contract/json-schema.ts';
import type { signInEndpoints } from '#contract/sign-in/sign-in/sign-in.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { closed, pageQuery, text, validate } from '#contract/shapes.schemas.ts';

/** Signed in: the account and the continue URL (always a path of this site or a registered URL). */
export const signedInSchema = closed({ account: accountSchema, continue: Type.String() });

/** After a password the browser may be asked for a passkey, without a dialog. */
const offerPasskey = Type.Boolean({ description: 'whether the page may have the browser make a passkey silently' });

export const signInSchemas = {
  signInByPassword: {
    query: pageQuery,
    body: closed({ account: text, password: text, validate }),
    data: closed({ ...signedInSchema.properties, offerPasskey }),
  },
  signInByCode: { query: pageQuery, body: closed({ account: text, code: text }), data: signedInSchema },
} satisfies SchemasFor<typeof signInEndpoints>;
