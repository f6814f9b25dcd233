import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { twoStepEndpoints } from '#contract/sign-in/two-step/two-step.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { secondMethods } from '#contract/sign-in/two-step/second-step.words.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { choice, closed, nothing, nullableText, text } from '#contract/shapes.schemas.ts';

const moment = Type.String({ description: 'ISO 8601' });
const momentOrNull = Type.Unsafe<string | null>({ ...nullableText, description: 'ISO 8601, or null' });

export const totpSchema = closed({ id: Type.String(), name: Type.String(), createdAt: moment, lastUsedAt: momentOrNull });

/** The second steps of an account. */
export const twoStepSchema = closed({
  enabled: Type.Boolean(),
  since: momentOrNull,
  methods: Type.Array(closed({ method: choice(secondMethods), target: Type.String({ description: 'masked, or empty' }) }), {
    description: 'second steps of a sign-in, beside passkeys',
  }),
  totp: Type.Array(totpSchema),
  codes: closed({ left: Type.Integer({ minimum: 0 }), madeAt: momentOrNull }),
  browsers: Type.Array(
    closed({
      id: Type.String(),
      name: Type.String(),
      os: Type.String(),
      place: Type.String({ description: 'city and region of its last sign-in, or empty' }),
      until: moment,
      current: Type.Boolean(),
    }),
    { description: 'trusted browsers, which skip the second step' },
  ),
  offerPasskeys: Type.Boolean(),
});

export type TwoStepView = Static<typeof twoStepSchema>;

const accountChanged = closed({ account: accountSchema });

export const twoStepSchemas = {
  twoStep: { data: twoStepSchema },
  beginTotp: {
    body: closed({ name: Type.Optional({ ...text, maxLength: 64 }) }),
    data: closed({
      id: Type.String(),
      secret: Type.String({ description: 'base32, 160 bits' }),
      uri: Type.String({ description: 'otpauth: for a QR code' }),
      expiresAt: moment,
    }),
  },
  finishTotp: { body: closed({ id: text, code: text }), data: closed({ totp: totpSchema }) },
  removeTotp: { body: closed({ id: text }), data: accountChanged },
  makeRecoveryCodes: {
    body: nothing,
    data: closed({ codes: Type.Array(Type.String({ description: 'XXXXX-XXXXX' })), madeAt: moment }),
  },
  enableTwoStep: {
    body: closed({ codes: choice(['saved']), sms: Type.Optional(Type.Boolean()), email: Type.Optional(Type.Boolean()) }),
    data: accountChanged,
  },
  disableTwoStep: { body: nothing, data: accountChanged },
  updateTwoStep: {
    body: closed({
      sms: Type.Optional(Type.Boolean()),
      email: Type.Optional(Type.Boolean()),
      offerPasskeys: Type.Optional(Type.Boolean()),
    }),
    data: twoStepSchema,
  },
  endTrust: { body: closed({ id: Type.Optional(text), all: Type.Optional(Type.Boolean()) }), data: twoStepSchema },
} satisfies SchemasFor<typeof twoStepEndpoints>;
