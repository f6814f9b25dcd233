import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { agreementTypes } from '#contract/account/agreements/agreement-types.words.ts';
import { changeKinds, consentActs, consentChannels, termsStates } from '#contract/account/agreements/consents.words.ts';
import { purposes, type TransferFact } from '#contract/account/agreements/separate-consents.words.ts';
import { choice, closed, nothing, nullableText } from '#contract/shapes.schemas.ts';

const version = Type.String({ maxLength: 32 });
const digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the text, hexadecimal' });
const publication = Type.Integer({ minimum: 1 });
const maybeTime = (description: string) => Type.Unsafe<string | null>({ ...nullableText, description });

/** Changes of a version, in sentences of the operator. */
export const documentChanges = Type.Array(closed({ kind: choice(changeKinds), text: Type.String() }));

const transferShape = closed({
  recipient: Type.String(),
  contact: Type.String(),
  purpose: Type.String(),
  manner: Type.String(),
  kinds: Type.String(),
  rights: Type.String(),
} satisfies Record<TransferFact, unknown>);

const choiceShape = closed({
  purpose: choice(purposes),
  given: Type.Boolean(),
  since: maybeTime('of the last change; null before the first'),
  version: Type.String({ description: 'version of the text that `given` is about' }),
  transfer: Type.Unsafe<Static<typeof transferShape> | null>({
    anyOf: [transferShape, { type: 'null' }],
    description: 'contents of the sheet for a transfer abroad; null for every other purpose',
  }),
  // Consequences of a withdrawal.
  ends: closed({
    apps: Type.Array(Type.String(), { description: 'names of the apps that lose access' }),
    item: Type.Boolean({ description: 'the item of the profile is erased' }),
  }),
});

export const agreementsSchemas = {
  showTerms: {
    data: closed({
      state: choice(termsStates),
      publication: Type.Integer({ minimum: 0, description: '0 where nothing waits' }),
      effectiveAt: maybeTime('when the texts came into force'),
      laterUntil: maybeTime('until when the answer may be put off'),
      remindAt: maybeTime('when a postponement of this moment would end'),
      age: Type.Unsafe<{ until: string; remindAt: string | null } | null>({
        anyOf: [
          closed({
            until: Type.String({ description: 'until when the question about the age may be put off' }),
            remindAt: maybeTime('when a postponement of this moment would end; null after that date'),
          }),
          { type: 'null' },
        ],
        description: 'null for an account that is not asked for its age, or has put that off',
      }),
      documents: Type.Array(
        closed({
          type: choice(agreementTypes),
          version,
          digest,
          title: Type.String(),
          previous: Type.String({ description: 'the version that the account accepted last, or empty' }),
          changes: documentChanges,
        }),
      ),
    }),
  },
  acceptTerms: {
    body: closed({
      publication,
      documents: Type.Array(closed({ type: choice(agreementTypes), version, digest }), { maxItems: 8 }),
    }),
    data: nothing,
  },
  putTermsOff: { body: closed({ publication }), data: closed({ remindAt: Type.String() }) },
  listAgreements: {
    data: closed({
      current: Type.Array(
        closed({
          type: choice(agreementTypes),
          version,
          title: Type.String(),
          digest,
          acceptedVersion: Type.String({ description: 'empty before the first acceptance' }),
          acceptedAt: maybeTime('of that version'),
        }),
      ),
    }),
  },
  listConsents: {
    query: Type.Object({
      before: Type.Optional(Type.String({ pattern: '^[0-9]{1,16}\\.[ .\\w-]{1,160}$', description: '`next` of the answer before' })),
    }),
    data: closed({
      items: Type.Array(
        closed({
          id: Type.String(),
          at: Type.String(),
          act: choice(consentActs),
          type: choice([...agreementTypes, ...purposes, 'childAgreement']),
          version: Type.String(),
          digest: Type.String({ description: 'empty for a choice' }),
          language: Type.String(),
          channel: choice(consentChannels),
        }),
      ),
      next: Type.String({ description: 'empty at the end' }),
    }),
  },
  listChoices: { data: closed({ choices: Type.Array(choiceShape) }) },
  choose: {
    body: closed({
      purpose: choice(purposes),
      given: Type.Boolean(),
      version,
      confirm: Type.Optional(Type.Boolean({ description: 'the person knows what ends' })),
    }),
    data: choiceShape,
  },
} satisfies SchemasFor<typeof agreementsEndpoints>;
