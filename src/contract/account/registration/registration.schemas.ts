import { Type } from '#contract/json-schema.ts';
import type { registrationEndpoints } from '#contract/account/registration/registration.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { acceptedAgreements, closed, pageQuery, regionOrNone, text, validate } from '#contract/shapes.schemas.ts';
import { signedInSchema } from '#contract/sign-in/sign-in/sign-in.schemas.ts';

/** `agreements` is optional by shape: without both agreements the answer is 1009. */
const common = {
  code: text,
  password: text,
  region: Type.Optional(regionOrNone),
  agreements: Type.Optional(acceptedAgreements),
  nickname: Type.Optional(text),
  validate,
};

export const registrationSchemas = {
  registerByPhone: { query: pageQuery, body: closed({ phone: text, ...common }), data: signedInSchema },
  registerByEmail: { query: pageQuery, body: closed({ email: text, ...common }), data: signedInSchema },
  resolveContinue: { body: closed({ redirect: text }), data: closed({ continue: Type.String() }) },
} satisfies SchemasFor<typeof registrationEndpoints>;
