import { Type } from '#contract/json-schema.ts';
import type { activityEndpoints } from '#contract/protection/activity/activity.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { activityEvents, activityGroups } from '#contract/protection/activity/activity.words.ts';
import { riskSignals } from '#contract/protection/activity/risk.words.ts';
import { choice, closed, nothing, page, pageCursor } from '#contract/shapes.schemas.ts';

/** An event of an account as its owner sees it. */
export const activityEntry = closed({
  id: Type.String(),
  at: Type.String(),
  event: choice(activityEvents()),
  count: Type.Integer({ minimum: 1, description: 'how often it happened: for attempts with a wrong password' }),
  platform: Type.String({ description: 'id of a social platform, or empty' }),
  app: Type.String({ description: 'name of the app in the language of the caller, or empty' }),
  clientID: Type.String({ description: 'client ID of the app, or empty' }),
  by: Type.String({ description: 'the same for all events of one browser, or empty' }),
  browser: Type.String({ description: 'may be empty, as all texts that follow' }),
  os: Type.String(),
  location: closed({ country: Type.String(), region: Type.String(), city: Type.String() }),
  address: Type.String({ description: 'shortened source address' }),
  because: Type.Array(choice(riskSignals), { description: 'unusual signals of a sign-in' }),
  current: Type.Boolean({ description: 'by the browser that asks' }),
  asks: Type.Boolean({ description: 'an alarm of the last 72 hours that another browser caused and that has no answer' }),
  isOwn: Type.Boolean({ description: 'its owner has said that it was them' }),
});

export const activitySchemas = {
  listActivity: {
    query: Type.Object({
      cursor: Type.Optional(pageCursor),
      group: Type.Optional(choice(activityGroups)),
      id: Type.Optional(Type.String({ maxLength: 64, description: 'only the event with this id' })),
      by: Type.Optional(Type.String({ pattern: String.raw`^[\w-]{1,64}$`, description: '`by` of an event: only events of its browser' })),
      since: Type.Optional(Type.String({ pattern: String.raw`^\d{1,16}$`, description: 'milliseconds since the epoch' })),
    }),
    data: page(
      closed({
        ...activityEntry.properties,
        device: Type.String({ description: 'id in the list of devices of the browser that is signed in by it still, or empty' }),
      }),
    ),
  },
  answerActivity: { body: closed({ id: Type.String({ maxLength: 64 }), answer: choice(['me']) }), data: nothing },
} satisfies SchemasFor<typeof activityEndpoints>;
