import { Type } from '#contract/json-schema.ts';
import type { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { closed, nothing, text } from '#contract/shapes.schemas.ts';

const withCode = closed({ code: text, newPassword: text });

export const passwordSchemas = {
  checkPassword: { body: closed({ password: text }), data: Type.Boolean({ description: 'always true: a wrong one is 1017' }) },
  changePassword: { body: closed({ oldPassword: text, newPassword: text }), data: nothing },
  setPassword: { body: closed({ newPassword: text }), data: nothing },
  changePasswordByPhone: { body: withCode, data: nothing },
  changePasswordByEmail: { body: withCode, data: nothing },
  removePassword: { body: nothing, data: closed({ account: accountSchema }) },
  resetPasswordByPhone: { body: closed({ phone: text, code: text, newPassword: text }), data: nothing },
  resetPasswordByEmail: {
    body: closed({
      email: Type.Optional(text),
      code: Type.Optional(text),
      token: Type.Optional(
        Type.String({
          maxLength: 128,
          description: 'of the mailed link, in place of email and code; one that is unknown, used or expired is 1022 whatever the password',
        }),
      ),
      newPassword: text,
    }),
    data: closed({
      contact: Type.Optional(
        Type.String({
          description: 'of a live link that came with an empty password: nothing has changed, and a form can name the person',
        }),
      ),
    }),
  },
} satisfies SchemasFor<typeof passwordEndpoints>;
