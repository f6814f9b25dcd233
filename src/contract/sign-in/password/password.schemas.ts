import { Type } from '#contract/json-schema.ts';
import type { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { finishingMethods } from '#contract/sign-in/two-step/second-step.words.ts';
import { choice, closed, nothing, text } from '#contract/shapes.schemas.ts';

const reset = closed({
  contact: Type.Optional(
    Type.String({
      description: 'contact of a live link or ticket that came with an empty password: nothing has changed, and a form can name the person',
    }),
  ),
  ticket: Type.Optional(Type.String({ description: 'sign-in after a reset: `POST /login/second` takes it once, in this browser' })),
});

const withCode = closed({ code: text, newPassword: text });

export const passwordSchemas = {
  checkPassword: { body: closed({ password: text }), data: Type.Boolean({ description: 'always true: a wrong one is 1017' }) },
  changePassword: { body: closed({ oldPassword: text, newPassword: text }), data: nothing },
  setPassword: { body: closed({ newPassword: text }), data: nothing },
  changePasswordByPhone: { body: withCode, data: nothing },
  changePasswordByEmail: { body: withCode, data: nothing },
  removePassword: { body: nothing, data: closed({ account: accountSchema }) },
  beginRecovery: {
    body: closed({ phone: Type.Optional(text), email: Type.Optional(text), code: text }),
    data: closed({
      ticket: Type.String({
        description: 'the `token` of the calls that reset the password; of those of a recovery where it is not enough',
      }),
      enough: Type.Boolean({ description: 'false where more has to be shown first' }),
      methods: Type.Array(closed({ method: choice(finishingMethods), target: text }), {
        description: 'steps to show one of, by /recovery/prove with the ticket; empty if it is enough, and if the way back continues',
      }),
    }),
  },
  resetPasswordByPhone: {
    body: closed({
      phone: Type.Optional(text),
      code: Type.Optional(text),
      token: Type.Optional(Type.String({ maxLength: 128, description: 'the ticket of a recovery, instead of phone and code' })),
      newPassword: text,
    }),
    data: reset,
  },
  resetPasswordByEmail: {
    body: closed({
      email: Type.Optional(text),
      code: Type.Optional(text),
      token: Type.Optional(
        Type.String({
          maxLength: 128,
          description:
            'token of the mailed link, or the ticket of a recovery, instead of email and code; one that is unknown, used or expired is 1022 whatever the password',
        }),
      ),
      newPassword: text,
    }),
    data: reset,
  },
} satisfies SchemasFor<typeof passwordEndpoints>;
