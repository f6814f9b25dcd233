import type { Static } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { limits } from '#contract/limits.ts';
import type { SchemasFor } from '#contract/schema.ts';
import {
  appCauseNames,
  appEndpoints,
  appKinds,
  appSections,
  appStates,
  domainProofs,
  domainStates,
  reviewTasks,
  secretEnds,
  trialStates,
  tryStepNames,
  tryStepStates,
  deliveryStates,
  ownStreamKinds,
} from '#contract/apps/developer/developer.words.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { developerScopes } from '#contract/vocabulary/scopes.ts';
import { choice, closed, nothing, nullableText, text } from '#contract/shapes.schemas.ts';

const inEveryLanguage = closed(forEveryLanguage(() => Type.String({ maxLength: limits.addressMax })));
const address = Type.String({ maxLength: 2 * limits.addressMax });
const addresses = Type.Array(address, { maxItems: 2 * limits.redirectAddresses });
const day = Type.String({ description: 'yyyy-mm-dd' });
const count = Type.Integer({ minimum: 0 });
const version = Type.Integer({ minimum: 0, description: 'version of the app as it was read; another one is answered 3043 with data.app' });
const idempotencyKey = Type.String({ minLength: 16, maxLength: 64, description: 'random, made by the page for this form' });
const ticket = closed({ sign: Type.String(), uploadUrl: Type.String(), maxBytes: Type.Integer() });

const ofApp = closed({ id: Type.String({ minLength: 1, maxLength: 128, description: 'the client id' }) });
const shortId = Type.String({ minLength: 1, maxLength: 64 });

const links = closed({ home: address, privacy: inEveryLanguage, terms: inEveryLanguage });

const options = closed({
  pkce: Type.Boolean({ description: 'requests without PKCE are refused; always so without a secret' }),
  idTokenClaims: Type.Boolean({ description: 'claims also in the ID token' }),
  needsEmail: Type.Boolean({ description: 'starts nobody without an email, where it asks for one' }),
  personal: Type.Boolean({ description: 'asks for gender, birthday and time zone' }),
  stay: Type.Boolean({ description: 'may keep people signed in' }),
  logoutBySub: Type.Boolean({ description: 'logout tokens have no sid' }),
  dpop: Type.Boolean({ description: 'tokens are bound to a key' }),
  fapi: Type.Boolean({ description: 'FAPI 2 security profile; only for web apps that use keys' }),
  pairwise: Type.Boolean({ description: 'an own id of each person for this app; fixed once live' }),
});

const scopeReasons = Type.Array(closed({ scope: choice(developerScopes), reason: Type.String({ maxLength: 300 }) }), {
  maxItems: developerScopes.length,
});

/** Fields that a developer may change; only reviewed fields can be in a pending version. */
const settings = {
  name: inEveryLanguage,
  links,
  redirectUris: addresses,
  postLogoutUris: addresses,
  backchannelLogoutUri: address,
  sectorUri: { ...address, description: 'list of all redirect addresses, for an app with pairwise ids and several hosts' },
  scopes: Type.Array(choice(developerScopes), { maxItems: developerScopes.length, uniqueItems: true }),
  reasons: scopeReasons,
  options,
};

const secret = closed({
  id: Type.String(),
  hint: Type.String({ description: 'the last four characters' }),
  madeAt: Type.String(),
  endsAt: nullableText,
  held: Type.Boolean({ description: 'a restore has put it on hold: it ends unless it is confirmed' }),
  usedOn: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'yyyy-mm-dd; null: never' }),
});

const key = closed({ thumbprint: Type.String(), alg: Type.String(), kid: Type.String() });

const domainState = closed({
  domain: Type.String({ description: 'empty without one' }),
  state: choice(domainStates),
  by: choice([...domainProofs, ''] as const),
  token: Type.String({ description: 'text of the record or the file; empty without a domain' }),
});

const pending = closed({
  asked: Type.Boolean({ description: 'waits for the reviewer; otherwise a draft' }),
  askedAt: nullableText,
  reasons: Type.String({ description: 'reasons of the reviewer, after a refusal; or empty' }),
  name: Type.Optional(inEveryLanguage),
  icon: Type.Optional(Type.String()),
  links: Type.Optional(links),
  redirectUris: Type.Optional(Type.Array(Type.String())),
  postLogoutUris: Type.Optional(Type.Array(Type.String())),
  backchannelLogoutUri: Type.Optional(Type.String()),
  scopes: Type.Optional(Type.Array(choice(developerScopes))),
  pkce: Type.Optional(Type.Boolean()),
  personal: Type.Optional(Type.Boolean()),
});

const tester = closed({
  id: Type.String(),
  account: Type.String({ description: 'as the developer typed it, masked' }),
  state: choice(['invited', 'accepted', 'refused'] as const),
  invitedAt: Type.String(),
});

export const ownAppSchema = closed({
  clientID: Type.String(),
  version: Type.Integer(),
  kind: choice(appKinds),
  state: choice(appStates),
  icon: Type.String({ description: 'a picture as a data: address, or empty' }),
  ...settings,
  publisher: domainState,
  verified: Type.Boolean({ description: 'the domain is proven and reviewed: people see the mark' }),
  secrets: Type.Array(secret),
  keys: closed({ list: Type.Array(key), jwksUri: Type.String(), endsAt: nullableText }),
  pending: Type.Union([pending, Type.Null()]),
  todo: Type.Array(closed({ task: choice(reviewTasks), done: Type.Boolean() })),
  reviewReasons: Type.String({ description: 'reasons of the reviewer who sent the app back to test; or empty' }),
  suspendedBecause: Type.String(),
  testers: Type.Array(tester),
  transfer: Type.Union([closed({ expiresAt: Type.String() }), Type.Null()]),
  createdAt: Type.String(),
  purgeAt: nullableText,
});

/** An app as its owner sees it. */
export type OwnAppView = Static<typeof ownAppSchema>;

const listedApp = closed({
  clientID: Type.String(),
  name: inEveryLanguage,
  icon: Type.String(),
  kind: choice(appKinds),
  state: choice(appStates),
  signIns7: count,
  failing: Type.Boolean({ description: 'something failed within a day' }),
});

const offered = closed({
  id: Type.String(),
  clientID: Type.String(),
  name: inEveryLanguage,
  icon: Type.String(),
  owner: Type.String({ description: 'nickname of the one who offers it' }),
  expiresAt: Type.String(),
});

const invitation = closed({
  id: Type.String(),
  clientID: Type.String(),
  name: inEveryLanguage,
  icon: Type.String(),
  owner: Type.String({ description: 'nickname of the one who invites' }),
  state: choice(['invited', 'accepted'] as const),
  invitedAt: Type.String(),
});

const tryRow = closed({
  name: Type.String({ description: 'a parameter or a claim, as it stands in the protocol' }),
  value: Type.String({ description: 'tokens are cut after 12 characters' }),
  scope: Type.String({ description: 'scope of a claim; empty for other names' }),
  good: Type.Boolean(),
});

const tryStep = closed({
  name: choice(tryStepNames),
  state: choice(tryStepStates),
  rows: Type.Array(tryRow),
  sent: Type.String({ description: 'the request as it went out; may be empty' }),
  received: Type.String({ description: 'the answer; may be empty' }),
  cause: choice([...appCauseNames, ''] as const),
  detail: Type.String({ description: 'value for the text of the cause; may be empty' }),
  cure: choice([...appSections, ''] as const),
});

const trial = closed({
  run: Type.String(),
  clientID: Type.String(),
  state: choice(trialStates),
  expiresAt: Type.String(),
  userCode: Type.String({ description: 'code that the person types, for a device app; otherwise empty' }),
  url: Type.String({ description: 'where the browser goes next; for a device the page with the code' }),
  steps: Type.Array(tryStep),
});

/** A trial sign-in. */
export type TrialView = Static<typeof trial>;

const ofRun = closed({ id: ofApp.properties.id, run: shortId });
const usageOfDay = closed({ day, signIns: count, newPeople: count, refreshes: count, failures: count });

const failure = closed({
  at: Type.String(),
  endpoint: choice(appEndpoints),
  error: Type.String({ description: 'the error code of the protocol' }),
  cause: choice(appCauseNames),
  detail: Type.String({ description: 'value for the text of the cause; may be empty' }),
  cure: choice(appSections),
  requestID: Type.String({ description: 'id of the last such request in this minute' }),
  count: Type.Integer({ minimum: 1 }),
});

/** Where an app is notified of security events. */
const ownStream = closed({
  id: Type.String(),
  kind: choice(ownStreamKinds),
  address: Type.String({ description: 'where events are brought; of `poll` where the app fetches them' }),
  status: choice(['enabled', 'paused', 'disabled'] as const),
  verified: Type.Boolean({ description: 'its address has acknowledged a verification' }),
  failingSince: Type.Union([Type.String(), Type.Null()]),
  lastFailure: Type.String({
    description: 'failure of the newest event that was not taken: `status` and a number, or a word; may be empty',
  }),
  waiting: count,
});
const ofStream = closed({ id: ofApp.properties.id, stream: shortId });

/** An event on its way to an app, without the person. */
const delivery = closed({
  id: Type.String({ description: 'the `jti`, or `webhook-id`' }),
  event: Type.String({ description: 'its name, such as `session-revoked`' }),
  at: Type.String({ description: 'when it happened' }),
  state: choice(deliveryStates),
  tries: count,
  failure: Type.String({ description: 'why the last try failed: `status` and a number, or a word; may be empty' }),
});

export type OwnStreamView = Static<typeof ownStream>;
export type DeliveryView = Static<typeof delivery>;

export const developerSchemas = {
  showDeveloper: {
    data: closed({
      open: Type.Boolean({ description: 'whether this account may build apps' }),
      started: Type.Boolean({ description: 'the agreement is accepted in its current version' }),
      agreement: Type.String({ description: 'its current version' }),
      contact: Type.String({ description: 'the email, masked; empty: bind one first' }),
      limits: closed({ test: count, all: count }),
      review: Type.Union([closed({ days: count }), Type.Null()], {
        description: 'median days of the last reviews, at least 1; null: no review yet',
      }),
      apps: Type.Array(listedApp),
      offered: Type.Array(offered),
    }),
  },
  beginDeveloper: { body: closed({ agreement: Type.String({ maxLength: 32, description: 'the version that was shown' }) }), data: nothing },
  createApp: {
    body: closed({
      kind: choice(appKinds),
      name: inEveryLanguage,
      redirectUris: addresses,
      postLogoutUris: addresses,
      idempotencyKey,
    }),
    data: closed({ app: ownAppSchema }),
  },
  showOwnApp: { params: ofApp, data: ownAppSchema },
  changeApp: {
    params: ofApp,
    body: closed({
      version,
      name: Type.Optional(settings.name),
      links: Type.Optional(settings.links),
      redirectUris: Type.Optional(settings.redirectUris),
      postLogoutUris: Type.Optional(settings.postLogoutUris),
      backchannelLogoutUri: Type.Optional(settings.backchannelLogoutUri),
      sectorUri: Type.Optional(settings.sectorUri),
      scopes: Type.Optional(settings.scopes),
      reasons: Type.Optional(settings.reasons),
      options: Type.Optional(settings.options),
    }),
    data: ownAppSchema,
  },
  discardVersion: { params: ofApp, body: closed({ version }), data: ownAppSchema },
  beginLogo: {
    params: ofApp,
    body: closed({
      filetype: choice(['image/jpeg', 'image/png', 'image/webp'] as const),
      size: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.logoMaxBytes })),
    }),
    data: ticket,
  },
  finishLogo: { params: ofApp, body: closed({ version, sign: Type.String({ maxLength: 256 }) }), data: ownAppSchema },
  checkAddress: {
    body: closed({ kind: choice(appKinds), use: choice(['redirect', 'logout', 'page', 'notify'] as const), address }),
    data: closed({
      rules: Type.Array(Type.String({ description: 'names of rules/redirect.ts' })),
      advice: Type.Array(
        closed({
          key: choice(['ok', 'loop', 'quiet', 'cert', 'domain', 'otherDomain'] as const),
          date: Type.Optional(Type.String({ description: 'last day of the certificate, for `ok`' })),
          domain: Type.Optional(Type.String({ description: 'proven domain of the account, for `domain` and `otherDomain`' })),
        }),
      ),
    }),
  },
  makeSecret: {
    params: ofApp,
    body: closed({ oldEnds: choice(secretEnds), idempotencyKey }),
    data: closed({ id: Type.String(), secret: Type.String({ description: 'shown once' }), hint: Type.String() }),
  },
  confirmSecret: { params: closed({ id: ofApp.properties.id, secret: shortId }), body: nothing, data: nothing },
  removeSecret: { params: closed({ id: ofApp.properties.id, secret: shortId }), body: nothing, data: nothing },
  setKeys: {
    params: ofApp,
    body: closed({
      jwks: Type.Optional({ ...Type.String({ maxLength: 16_384 }), description: 'a JWK, a list, or a set, as JSON' }),
      jwksUri: Type.Optional(address),
    }),
    data: closed({ thumbprints: Type.Array(Type.String()) }),
  },
  proveDomain: {
    params: ofApp,
    body: closed({ domain: Type.String({ maxLength: 253 }), by: choice(domainProofs) }),
    data: domainState,
  },
  askReview: { params: ofApp, body: closed({ reasons: scopeReasons }), data: ownAppSchema },
  withdrawReview: { params: ofApp, body: nothing, data: ownAppSchema },
  inviteTester: { params: ofApp, body: closed({ account: text }), data: closed({ state: choice(['invited'] as const) }) },
  removeTester: { params: closed({ id: ofApp.properties.id, tester: shortId }), body: nothing, data: nothing },
  listStreams: { params: ofApp, data: closed({ streams: Type.Array(ownStream) }) },
  makeStream: {
    params: ofApp,
    body: closed({
      kind: choice(ownStreamKinds),
      address: Type.Optional({ ...address, description: 'for `push` and `webhook`' }),
      authorization: Type.Optional(
        Type.String({
          maxLength: limits.streamAuthorizationMax,
          pattern: '^[\\u0021-\\u007e]+( [\\u0021-\\u007e]+)*$',
          description: 'header Authorization of every event, for `push`',
        }),
      ),
    }),
    data: closed({ stream: ownStream, secret: Type.Optional(Type.String({ description: 'secret of a webhook, shown once' })) }),
  },
  changeStream: { params: ofStream, body: closed({ status: choice(['enabled', 'paused'] as const) }), data: ownStream },
  listDeliveries: { params: ofStream, data: closed({ deliveries: Type.Array(delivery) }) },
  testStream: { params: ofStream, body: nothing, data: nothing },
  removeStream: { params: ofStream, body: nothing, data: nothing },
  listInvitations: { data: Type.Array(invitation) },
  answerInvitation: { params: closed({ tester: shortId }), body: closed({ accept: Type.Boolean() }), data: nothing },
  startTry: {
    params: ofApp,
    body: closed({
      scopes: Type.Array(choice(developerScopes), { maxItems: developerScopes.length, uniqueItems: true }),
      prompt: choice(['', 'login', 'consent', 'select_account'] as const),
      maxAge: Type.Union([Type.Integer({ minimum: 0, maximum: 31_536_000 }), Type.Null()]),
      acrValues: Type.String({ maxLength: 256 }),
      claims: Type.String({ maxLength: 2048, description: 'JSON, or empty' }),
      dpop: Type.Boolean(),
      par: Type.Boolean(),
      replace: Type.Boolean({ description: 'ends a run of another tab; without it that is answered 3043 with data.run' }),
    }),
    data: trial,
  },
  showTry: { params: ofRun, data: trial },
  answerTry: {
    body: closed({ answer: Type.String({ maxLength: 4096, description: 'the query of the page, without the question mark' }) }),
    data: trial,
  },
  refreshTry: { params: ofRun, body: nothing, data: trial },
  revokeTry: { params: ofRun, body: nothing, data: trial },
  cleanTry: { params: ofRun, body: nothing, data: nothing },
  showUsage: {
    params: ofApp,
    data: closed({ days: Type.Array(usageOfDay, { description: 'at most 90, oldest first, without gaps' }), allowed: count }),
  },
  listFailures: {
    params: ofApp,
    query: closed({
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      endpoint: Type.Optional(choice(appEndpoints)),
      cause: Type.Optional(choice(appCauseNames)),
    }),
    data: closed({ items: Type.Array(failure), next: nullableText }),
  },
  askTransfer: {
    params: ofApp,
    body: closed({ to: Type.String({ maxLength: 254 }) }),
    data: closed({ expiresAt: Type.String() }),
  },
  withdrawTransfer: { params: ofApp, body: nothing, data: nothing },
  acceptTransfer: { params: closed({ transfer: shortId }), body: nothing, data: closed({ clientID: Type.String() }) },
  refuseTransfer: { params: closed({ transfer: shortId }), body: nothing, data: nothing },
  deleteApp: {
    params: ofApp,
    body: closed({ name: Type.String({ maxLength: 60, description: "the app's name in one language, typed" }) }),
    data: closed({ purgeAt: Type.String() }),
  },
  restoreApp: { params: ofApp, body: nothing, data: ownAppSchema },
} satisfies SchemasFor<typeof developerEndpoints>;
