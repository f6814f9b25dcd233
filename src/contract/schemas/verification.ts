import { Type } from '#contract/json-schema.ts';
import type { verificationEndpoints } from '#contract/endpoints/verification.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { proofMethods, sensitiveActions, type ProofField } from '#contract/vocabulary/verification.ts';
import { choice, closed, text } from './shapes.ts';

/** What the methods prove by; each method sends one of them. */
const proofFields = { password: Type.Optional(text), code: Type.Optional(text) } satisfies Readonly<Record<ProofField, unknown>>;

export const verificationSchemas = {
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
        description: 'what the action is about, such as the new phone; the proof is good for nothing else',
      }),
    }),
    data: closed({ verifiedUntil: Type.String({ description: 'ISO 8601; the first action that uses the proof ends it' }) }),
  },
} satisfies SchemasFor<typeof verificationEndpoints>;
