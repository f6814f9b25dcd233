import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { openidEndpoints } from '#contract/apps/openid/openid.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { claims, consentLines } from '#contract/apps/openid/claims.words.ts';
import { genders } from '#contract/vocabulary/genders.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';

/** A text in every language; '' for a missing text. */
const inEveryLanguage = closed(forEveryLanguage(() => Type.String()));

/** Public description of an app. */
export const appSchema = closed({
  clientID: Type.String(),
  name: inEveryLanguage,
  icon: Type.String({ description: 'a picture as a data: address, or empty' }),
  links: closed({ home: Type.String(), privacy: inEveryLanguage, terms: inEveryLanguage }),
});

/** Public description of an app. */
export type AppView = Static<typeof appSchema>;

/** The new owner of an app that changed hands after the person allowed it. */
export const movedSchema = Type.Union(
  [closed({ domain: Type.String({ description: 'proven; empty for a publisher who is not verified' }) }), Type.Null()],
  {
    description: 'null: as when it was allowed',
  },
);

const uid = closed({ uid: Type.String({ minLength: 1, maxLength: 64 }) });
const chosenScopes = Type.Array(choice(consentLines), { maxItems: consentLines.length, uniqueItems: true });
const goOn = closed({ continue: Type.String({ description: 'where to go now, on this site' }) });
const userCode = Type.String({ maxLength: 32, description: 'as the person typed it: case, blanks and dashes do not matter' });

const askedScopes = Type.Array(
  closed({
    name: choice(consentLines),
    required: Type.Boolean({ description: 'cannot be left out' }),
    allowed: Type.Boolean({ description: 'was allowed before' }),
    missing: Type.Boolean({ description: 'the account has nothing of it, so it cannot be allowed' }),
  }),
);

const askedApis = Type.Array(
  closed({
    name: Type.String({ description: 'a resource and one of its scopes' }),
    text: inEveryLanguage,
    allowed: Type.Boolean({ description: 'was allowed before' }),
  }),
  { description: 'permissions of the app at other services of the operator' },
);
const chosenApis = Type.Array(Type.String({ maxLength: 321 }), { maxItems: 50, uniqueItems: true });

const person = closed({
  nickname: Type.String(),
  username: Type.String(),
  profileImage: Type.String(),
  account: Type.String({ description: 'the phone or else the email, masked; without both the number of the account' }),
  phone: Type.String({ description: 'masked, or empty' }),
  email: Type.String({ description: 'masked, or empty' }),
  gender: Type.Integer({ enum: [...genders] }),
  birthday: Type.String({ description: 'yyyy-mm-dd, or empty' }),
  zone: Type.String({ description: 'an IANA time zone, or empty' }),
  address: Type.String(),
  country: Type.String({ description: 'an ISO 3166-1 code, or empty' }),
});

const deviceFacts = closed({
  name: Type.String(),
  type: Type.String(),
  model: Type.String(),
  os: Type.String(),
  osVersion: Type.String(),
});

const deviceAsking = closed({
  userCode: Type.String({ description: 'to be compared with what the device shows' }),
  app: appSchema,
  scopes: askedScopes,
  apis: askedApis,
  person,
  device: deviceFacts,
  address: Type.String({ description: 'where the device asks from, shortened' }),
  location: closed({ country: Type.String(), region: Type.String(), city: Type.String() }),
  sameNetwork: Type.Boolean({ description: 'whether the device and this browser have one public address' }),
  askedAt: Type.String(),
  choices: Type.Array(Type.Integer(), { description: 'numbers, one of which a desktop shows; empty for other devices' }),
});

export const openidSchemas = {
  describeApp: {
    params: closed({ clientID: Type.String({ minLength: 1, maxLength: 128 }) }),
    data: Type.Union([appSchema, Type.Null()], { description: 'null: unknown' }),
  },
  showInteraction: {
    params: uid,
    data: closed({
      prompt: choice(['consent', 'select_account'] as const),
      app: appSchema,
      domain: Type.String({ description: 'where the answer goes: a host, or the scheme of an app' }),
      scopes: askedScopes,
      apis: askedApis,
      moved: movedSchema,
      lacks: Type.Array(choice(claims), { description: 'claims that the app calls essential and that the account does not have' }),
      device: Type.Union([deviceFacts, Type.Null()], { description: 'the computer of a desktop, in its own words' }),
      person,
    }),
  },
  allowInteraction: { params: uid, body: closed({ scopes: chosenScopes, apis: Type.Optional(chosenApis) }), data: goOn },
  denyInteraction: { params: uid, body: nothing, data: goOn },
  switchInteraction: { params: uid, body: nothing, data: goOn },
  findDeviceCode: { body: closed({ userCode }), data: deviceAsking },
  allowDevice: {
    body: closed({
      userCode,
      scopes: chosenScopes,
      apis: Type.Optional(chosenApis),
      number: Type.Optional(Type.Integer({ minimum: 10, maximum: 99, description: 'the one that the desktop shows' })),
    }),
    data: nothing,
  },
  denyDevice: { body: closed({ userCode }), data: nothing },
} satisfies SchemasFor<typeof openidEndpoints>;
