import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { claimsEndpoints } from '#contract/endpoints/claims.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { claimKinds, claimStates, noticeAnswers, slowRemovals } from '#contract/vocabulary/account-claims.ts';
import { choice, closed, text } from './shapes.ts';
import { namedWay } from './ways.ts';

/** A request that waits. */
export const claimSchema = closed({
  id: Type.String(),
  kind: choice(claimKinds),
  way: Type.Union([namedWay, Type.Null()], { description: 'what is to go; null for a recovery' }),
  shown: Type.Array(namedWay, { description: 'what was shown as proof' }),
  at: Type.String(),
  place: Type.String({ description: 'masked client IP of the request' }),
  dueAt: Type.String(),
  state: choice(claimStates),
});

export type ClaimView = Static<typeof claimSchema>;

const token = Type.String({ maxLength: 128 });

const stateSchema = closed({ state: choice(claimStates) });

/** Proofs that stop a claim beside a notice. */
export const noticeProofs = ['password', 'phone', 'email'] as const;

export const claimsSchemas = {
  claimStatus: {
    body: closed({ claim: Type.Optional(token) }),
    data: Type.Union([claimSchema, Type.Null()]),
  },
  openRemovalClaim: {
    body: closed({
      action: choice(slowRemovals),
      target: Type.Optional(Type.String({ maxLength: 128, description: 'the passkey, the app or the platform that is to go' })),
    }),
    data: closed({ dueAt: Type.String() }),
  },
  stopClaim: { body: closed({ id: token }), data: stateSchema },
  cancelClaim: { body: closed({ claim: Type.Optional(token), id: Type.Optional(token) }), data: stateSchema },
  readNotice: {
    body: closed({ token }),
    data: closed({
      account: Type.String({ description: 'nickname of the account' }),
      claim: claimSchema,
      methods: Type.Array(closed({ method: choice(noticeProofs), target: Type.String() }), {
        description: 'one of these is asked beside the link, because it came by the way that is to go; empty where the link suffices',
      }),
    }),
  },
  answerNotice: {
    body: closed({
      token,
      answer: choice(noticeAnswers),
      method: Type.Optional(choice(noticeProofs)),
      password: Type.Optional(text),
      code: Type.Optional(text),
    }),
    data: Type.Union([
      stateSchema,
      closed({ cd: Type.Integer({ minimum: 0, description: 'seconds until the next code may be asked for' }) }),
    ]),
  },
} satisfies SchemasFor<typeof claimsEndpoints>;
