import { Type } from '#contract/json-schema.ts';
import { waitingActs } from '#contract/acts/acts.ts';
import { activityEntry } from '#contract/protection/activity/activity.schemas.ts';
import type { checkupEndpoints } from '#contract/protection/checkup/checkup.ts';
import { claimKinds } from '#contract/protection/claims/claims.words.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { adviceActions, advices, suggestions } from '#contract/protection/checkup/advice.words.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';
import { namedWay } from '#contract/sign-in/ways/ways.schemas.ts';

const claim = closed({
  id: Type.String(),
  kind: choice(claimKinds),
  action: Type.Union([choice(waitingActs), Type.Null()], { description: 'null for a recovery' }),
  way: Type.Union([namedWay, Type.Null()], { description: 'way that will be removed, or null' }),
  at: Type.String(),
  place: Type.String({ description: 'where it was asked for, or empty' }),
  dueAt: Type.String(),
});

const item = closed({
  advice: choice(advices),
  action: choice(adviceActions),
  name: Type.String({ description: 'name of the app or the device, or empty' }),
  lastUsedAt: Type.String({ description: 'last use of the app or the device: ISO 8601, or empty' }),
  left: Type.Integer({ minimum: 0, description: 'unused recovery codes' }),
  event: Type.Union([activityEntry, Type.Null()], { description: 'the alarm that waits for an answer, or null' }),
  claim: Type.Union([claim, Type.Null()], { description: 'the request that waits, or null' }),
});

export const checkupSchemas = {
  showCheckup: {
    data: closed({
      items: Type.Array(item, { description: 'every question, then three suggestions at most' }),
      lastSignIn: Type.Union([activityEntry, Type.Null()], { description: 'the last one of another browser, or null' }),
      latestAt: Type.String({ description: 'time of the last event: ISO 8601, or empty' }),
      staffAt: Type.String({ description: 'when staff last looked, in the last 30 days: ISO 8601, or empty' }),
    }),
  },
  hideAdvice: { body: closed({ advice: choice(suggestions) }), data: nothing },
} satisfies SchemasFor<typeof checkupEndpoints>;
