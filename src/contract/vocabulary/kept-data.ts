import type { InEveryLanguage } from './languages.ts';

/**
 * Words of "Your data": what is kept, why and for how long. The declarations of the tables use them
 * (`server/platform/db/tables/table.ts`), and every language has a text for each.
 */

/** Parts of the page, in its order. Each is one file of a copy. */
export const dataTopics = ['account', 'profile', 'sessions', 'apps', 'security', 'agreements', 'requests', 'legacy', 'short'] as const;

export type DataTopic = (typeof dataTopics)[number];

/** Why something is kept: to run the account, to keep it safe, because a law asks for it, or because its owner chose to. */
export const dataBases = ['contract', 'security', 'law', 'choice'] as const;

export type DataBasis = (typeof dataBases)[number];

/** Meaning of a column of a table to its person. Several columns may be one thing. */
export const keptThings = [
  'accountId',
  'accountState',
  'accountTimes',
  'recoveryTimes',
  'secondSteps',
  'password',
  'contacts',
  'reservedNames',
  'socialAccounts',
  'socialTokens',
  'passkeys',
  'authenticatorApps',
  'recoveryCodes',
  'waysSince',
  'formerWays',
  'formerChoices',
  'avatar',
  'profileItems',
  'profileSettings',
  'signInTimes',
  'signInChecks',
  'browserAndSystem',
  'networkAddress',
  'browserCookie',
  'deviceName',
  'deviceTimes',
  'hardwareId',
  'appPermissions',
  'appTimes',
  'appTokens',
  'appSignals',
  'ownApps',
  'ownAppSecrets',
  'ownAppReviews',
  'ownAppTests',
  'ownAppTransfers',
  'events',
  'eventTimes',
  'eventDetails',
  'wrongPasswords',
  'recoveryRequests',
  'freezes',
  'sentMessages',
  'staffNotes',
  'checkupRests',
  'noticeChoice',
  'acceptedAgreements',
  'choices',
  'ages',
  'guardians',
  'deletionRequests',
  'copies',
  'requests',
  'legacyAccount',
  'legacyMerges',
  'codes',
  'proofs',
  'links',
  'tickets',
  'qrSignIns',
  'uploads',
  'syncedSettings',
] as const;

export type KeptThing = (typeof keptThings)[number];

/** How a copy treats a thing: it has it, it is kept in a form that cannot be read back, or encrypted only for the server. */
export const thingForms = ['copied', 'derived', 'sealed'] as const;

export type ThingForm = (typeof thingForms)[number];

/** For how long: with the account, until it is removed, days after its end, days by law, or minutes to two days. */
export const keptUntils = ['account', 'removal', 'ended', 'law', 'short'] as const;

export type KeptUntilKind = (typeof keptUntils)[number];

/** The file of a topic in a copy. */
export function fileOfTopic(topic: DataTopic): string {
  return `data/${topic}.json`;
}

/** How long something is kept: `days` counts from its end, by law from its beginning. */
export interface KeptUntil {
  readonly kind: KeptUntilKind;
  readonly days: number;
}

/** `/data-map.json`: what is kept of people, why and for how long. */
export interface DataMap {
  readonly version: string;
  /** Where to ask. */
  readonly contact: string;
  readonly topics: readonly {
    readonly topic: DataTopic;
    readonly basis: DataBasis;
    readonly until: KeptUntil;
    /** Its file in a copy. */
    readonly file: string;
    readonly keeps: readonly {
      readonly key: KeptThing;
      readonly says: InEveryLanguage<string>;
      readonly form: ThingForm;
      readonly basis: DataBasis;
      readonly until: KeptUntil;
    }[];
  }[];
}
