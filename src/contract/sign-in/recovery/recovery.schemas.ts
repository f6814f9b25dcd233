import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { recoveryMethods } from '#contract/protection/claims/claims.words.ts';
import { putBacks } from '#contract/protection/freeze/incidents.words.ts';
import { assertion } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import { choice, closed, pageQuery, text } from '#contract/shapes.schemas.ts';
import { signedInSchema } from '#contract/sign-in/sign-in/sign-in.schemas.ts';
import { wayKind, waySchema } from '#contract/sign-in/ways/ways.schemas.ts';

/** From nothing to everything. */
export const independenceChoice = choice(['none', 'weak', 'single', 'shared', 'independent']);

const ticket = Type.String({ maxLength: 128, description: 'ticket of refusal 3011; once a claim is due, its link or id' });

const shown = closed({
  proven: Type.Array(wayKind, { description: 'ways that were shown' }),
  independence: independenceChoice,
  frozenAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'since when the account is frozen; null for a recovery' }),
  dueAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'when a claim would be due; null where none is offered' }),
  methods: Type.Array(
    closed({
      method: choice(recoveryMethods),
      target: Type.String({ description: 'masked; empty where no message is sent' }),
      former: Type.Boolean({ description: 'true for a phone or email that the account had before' }),
      together: independenceChoice,
    }),
    { description: 'ways that can still be shown, and how independent each is of those that were' },
  ),
  putBack: Type.Array(choice(putBacks), { description: 'values that the freeze has put back as they were before the window' }),
  desk: Type.Optional(Type.Boolean({ description: 'there where our support can open a request' })),
  ways: Type.Array(
    closed({
      ...waySchema.properties,
      kept: Type.Boolean({ description: 'the suggestion' }),
    }),
    {
      description: 'every way of the account, and those that left it: kept, they are put back; once it may be finished, before that empty',
    },
  ),
});

export type RecoveryState = Static<typeof shown>;

export const recoverySchemas = {
  proveRecovery: {
    body: closed({
      ticket,
      method: Type.Optional(choice(recoveryMethods)),
      former: Type.Optional(Type.Boolean({ description: 'the former phone or email of the account' })),
      password: Type.Optional(text),
      code: Type.Optional({ ...text, description: 'without it one is sent, for phone and email' }),
      credential: Type.Optional(assertion),
    }),
    data: Type.Union([shown, closed({ cd: Type.Integer({ minimum: 0, description: 'seconds until the next code may be asked for' }) })]),
  },
  finishRecovery: {
    query: pageQuery,
    body: closed({
      ticket,
      newPassword: text,
      mine: Type.Optional(Type.Boolean({ description: 'whether the owner froze the account; false where somebody else did' })),
      keep: Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100, description: 'ids of ways; all others go' }),
    }),
    data: closed({
      ...signedInSchema.properties,
      codes: Type.Array(Type.String(), {
        description: 'new recovery codes, shown only now; empty for an account without two-step verification',
      }),
    }),
  },
  openRecoveryClaim: {
    body: closed({ ticket }),
    data: closed({ dueAt: Type.String(), claim: Type.String({ description: 'the token of the claim, shown only now' }) }),
  },
  askDeskForRecovery: {
    body: closed({ ticket }),
    data: closed({ number: Type.String(), until: Type.String() }),
  },
} satisfies SchemasFor<typeof recoveryEndpoints>;
