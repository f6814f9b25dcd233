import { waitingActs } from '#contract/acts/acts.ts';
import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { claimKinds, claimStates, noticeAnswers, noticeEffects } from '#contract/protection/claims/claims.words.ts';
import { proofMethods } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { assertion } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import { choice, closed, text } from '#contract/shapes.schemas.ts';
import { namedWay } from '#contract/sign-in/ways/ways.schemas.ts';

/** A request that waits. */
export const claimSchema = closed({
  id: Type.String(),
  kind: choice(claimKinds),
  action: Type.Union([choice(waitingActs), Type.Null()], { description: 'act that waits; null for a recovery' }),
  way: Type.Union([namedWay, Type.Null()], { description: 'way that will be removed, or null' }),
  shown: Type.Array(namedWay, { description: 'ways that were shown as proof' }),
  at: Type.String(),
  place: Type.String({ description: 'masked client IP of the request' }),
  dueAt: Type.String(),
  state: choice(claimStates),
});

export type ClaimView = Static<typeof claimSchema>;

const token = Type.String({ maxLength: 128 });

const stateSchema = closed({ state: choice(claimStates) });

/** Result of a freeze. */
export const freezeSchema = closed({
  frozenAt: Type.String(),
  sessions: Type.Integer({ description: 'browsers that were signed out' }),
  apps: Type.Integer({ description: 'apps that lost access' }),
});

export type FreezeView = Static<typeof freezeSchema>;

const eventFacts = {
  what: Type.String({ description: 'in the language of the request' }),
  at: Type.String(),
  device: Type.String({ description: 'browser and system; empty where unknown' }),
  place: Type.String({ description: 'masked client IP; empty for an event without a request' }),
};

/** The facts of the message, and nothing more. */
const eventSchema = closed({
  ...eventFacts,
  events: Type.Array(closed(eventFacts), { description: 'events of a digest, the oldest first; else empty' }),
  account: Type.String({ description: 'masked number of the account' }),
  expiresAt: Type.String(),
  frozen: Type.Boolean(),
  ends: choice(noticeEffects),
});

export const claimsSchemas = {
  claimStatus: {
    body: closed({ claim: Type.Optional(token) }),
    data: Type.Union([claimSchema, Type.Null()]),
  },
  openWait: {
    body: closed({
      action: choice(waitingActs),
      target: Type.Optional(
        Type.String({
          maxLength: 128,
          description: 'object of the act, as in its proof: a new phone, an app, or the way that will be removed',
        }),
      ),
    }),
    data: closed({ dueAt: Type.String() }),
  },
  stopClaim: { body: closed({ claim: Type.Optional(token), id: Type.Optional(token) }), data: stateSchema },
  readNotice: {
    body: closed({ token }),
    data: Type.Union([
      closed({
        account: Type.String({ description: 'nickname of the account' }),
        claim: claimSchema,
        methods: Type.Array(closed({ method: choice(proofMethods), target: Type.String() }), {
          description: 'one of these is asked beside the link, because two ways opened the request; empty where the link suffices',
        }),
      }),
      closed({ event: eventSchema }),
    ]),
  },
  answerNotice: {
    body: closed({
      token,
      answer: choice(noticeAnswers),
      also: Type.Optional(choice(['freeze'])),
      method: Type.Optional(choice(proofMethods)),
      password: Type.Optional(text),
      code: Type.Optional(text),
      credential: Type.Optional(assertion),
    }),
    data: Type.Union([
      stateSchema,
      freezeSchema,
      closed({ answer: choice(['me', 'not-me']) }),
      closed({ cd: Type.Integer({ minimum: 0, description: 'seconds until the next code may be asked for' }) }),
    ]),
  },
} satisfies SchemasFor<typeof claimsEndpoints>;
