import type { Scope } from '#contract/vocabulary/scopes.ts';

/**
 * Kinds of apps: `web` keeps secrets on a server; `browser`, `native` and `device` keep none. A device shows a code that
 * people confirm on another screen.
 */
export const appKinds = ['web', 'browser', 'native', 'device'] as const;

export type AppKind = (typeof appKinds)[number];

/**
 * Life of an app: `test` only for its owner and testers, `review` the same while it waits for a reviewer, `live` for
 * everybody, `suspended` by the operator, `deleted` until the purge.
 */
export const appStates = ['test', 'review', 'live', 'suspended', 'deleted'] as const;

export type AppState = (typeof appStates)[number];

/** Access to the Developer Center: nobody, a list of the operator, or everybody, with or without a review. */
export const developerModes = ['off', 'invited', 'review', 'open'] as const;

/** Scopes of personal data beyond name and picture: with them even an `open` center reviews an app. */
export const sensitiveScopes: readonly Scope[] = ['email', 'phone', 'address'];

/** When the previous secret ends after a new one is made. */
export const secretEnds = ['now', 'day', 'week', 'never'] as const;

export type SecretEnd = (typeof secretEnds)[number];

/** Conditions of a review, in the order of the list on the app's overview. */
export const reviewTasks = ['face', 'redirect', 'try', 'papers', 'domain', 'two'] as const;

export type ReviewTask = (typeof reviewTasks)[number];

/** State of a domain's proof. `gone`: it was proven and is not found any more; `lost`: gone for seven days. */
export const domainStates = ['none', 'waiting', 'proven', 'gone', 'lost'] as const;

export type DomainState = (typeof domainStates)[number];

/** How a domain is proven: a TXT record, or a file under /.well-known. */
export const domainProofs = ['dns', 'file'] as const;

export type DomainProof = (typeof domainProofs)[number];

/**
 * The fields of an app, each `reviewed`, so that people see what a reviewer has seen, or its developer's or the operator's
 * `own`. The server's type of an app says which there are.
 */
export const appFields = {
  id: 'own',
  kind: 'own',
  name: 'reviewed',
  icon: 'reviewed',
  home: 'reviewed',
  privacy: 'reviewed',
  terms: 'reviewed',
  redirectUris: 'reviewed',
  postLogoutRedirectUris: 'reviewed',
  backchannelLogoutUri: 'reviewed',
  logoutBySub: 'own',
  deviceGrant: 'own',
  scopes: 'reviewed',
  system: 'own',
  pkce: 'reviewed',
  profile: 'own',
  subject: 'own',
  sector: 'own',
  sectorUri: 'own',
  idTokenClaims: 'own',
  needsEmail: 'own',
  personal: 'reviewed',
  dpop: 'own',
  jwks: 'own',
  jwksUri: 'own',
  keysEndAt: 'own',
  firstParty: 'own',
  forChildren: 'own',
  rate: 'own',
  contact: 'own',
  resources: 'own',
  programs: 'own',
  movedAt: 'own',
} as const satisfies Readonly<Record<string, 'reviewed' | 'own'>>;

export type AppField = keyof typeof appFields;

/** A field whose change on a reviewed app waits for a review. */
export type ReviewedField = { [Field in AppField]: (typeof appFields)[Field] extends 'reviewed' ? Field : never }[AppField];

export function isReviewed(field: AppField): field is ReviewedField {
  return appFields[field] === 'reviewed';
}

/**
 * Kinds of streams that a developer makes: plain JSON with a signature, or signed tokens of RFC 8417, which are pushed or
 * fetched by the app.
 */
export const ownStreamKinds = ['webhook', 'push', 'poll'] as const;

export type OwnStreamKind = (typeof ownStreamKinds)[number];

/** Kinds of streams that an app of this kind can have: fetching needs an app that proves itself. */
export function streamKindsOf(kind: AppKind): readonly OwnStreamKind[] {
  return kind === 'web' ? ownStreamKinds : ownStreamKinds.filter((one) => one !== 'poll');
}

/** How far an event of a stream has come. `refused`: its receiver wants it no more. */
export const deliveryStates = ['taken', 'waiting', 'failing', 'refused'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** Sections of an app's page to which a cause or a step leads. */
export const appSections = ['overview', 'settings', 'keys', 'try', 'testers', 'signals', 'logs'] as const;

export type AppSection = (typeof appSections)[number];

/** Causes of failed requests, each with the section in which the developer cures it. */
export const appCauses = {
  redirect: 'settings',
  secret: 'keys',
  secretEnded: 'keys',
  clientAuth: 'keys',
  verifier: 'settings',
  pkce: 'settings',
  codeTwice: 'logs',
  codeOld: 'logs',
  refreshTwice: 'logs',
  refreshOver: 'logs',
  noProof: 'settings',
  dpop: 'settings',
  grant: 'settings',
  nonce: 'settings',
  clock: 'logs',
  scope: 'settings',
  resource: 'settings',
  big: 'logs',
  logout: 'settings',
  suspended: 'overview',
  notTester: 'testers',
  refused: 'logs',
  other: 'logs',
} as const satisfies Readonly<Record<string, AppSection>>;

export type AppCause = keyof typeof appCauses;

export const appCauseNames = Object.keys(appCauses) as readonly AppCause[];

/** Endpoints of the protocol in the log of failed requests. */
export const appEndpoints = ['authorization', 'token', 'userinfo', 'device', 'par', 'introspection', 'revocation', 'logout'] as const;

export type AppEndpoint = (typeof appEndpoints)[number];

/** Steps of a trial sign-in, in their order. */
export const tryStepNames = ['request', 'page', 'answer', 'tokens', 'id', 'info', 'refresh'] as const;

export type TryStepName = (typeof tryStepNames)[number];

export const tryStepStates = ['waiting', 'done', 'failed', 'skipped'] as const;

/** Life of a trial: `open` waits for the answer of the sign-in. */
export const trialStates = ['open', 'done', 'refused', 'failed', 'over'] as const;

export type TrialState = (typeof trialStates)[number];
