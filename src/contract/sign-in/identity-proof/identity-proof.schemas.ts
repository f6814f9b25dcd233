import { sensitiveActions } from '#contract/acts/acts.ts';
import { Type } from '#contract/json-schema.ts';
import type { identityProofEndpoints } from '#contract/sign-in/identity-proof/identity-proof.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { type ProofField } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { proofMethods } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { assertion } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import { choice, closed, text } from '#contract/shapes.schemas.ts';
import { wayKind } from '#contract/sign-in/ways/ways.schemas.ts';

/** Evidence of the proof methods; each method sends one of them. */
const proofFields = {
  password: Type.Optional(text),
  code: Type.Optional(text),
  credential: Type.Optional(assertion),
} satisfies Readonly<Record<ProofField, unknown>>;

export const identityProofSchemas = {
  authenticate: {
    body: closed({
      method: choice(proofMethods),
      ...proofFields,
      action: Type.Optional({
        ...choice(sensitiveActions),
        description: 'the only action that the proof is good for; without it one action of any kind',
      }),
      target: Type.Optional({
        ...text,
        description: 'object of the action, such as the new phone; the proof is good for nothing else',
      }),
    }),
    data: closed({
      verifiedUntil: Type.String({ description: 'ISO 8601; the first action that uses the proof ends it' }),
      have: Type.Optional(
        Type.Array(closed({ family: wayKind, root: wayKind }), {
          description: 'ways that were shown for the named action, known browsers included',
        }),
      ),
      need: Type.Optional(
        closed({
          strength: Type.Integer({ minimum: 0 }),
          independent: Type.Boolean({ description: 'two ways from different devices: the action takes the whole set' }),
        }),
      ),
    }),
  },
} satisfies SchemasFor<typeof identityProofEndpoints>;
