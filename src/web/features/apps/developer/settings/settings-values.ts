import type { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { forEveryLanguage, languages, type Language } from '#contract/vocabulary/languages.ts';
import { developerScopes, type DeveloperScope as Scope } from '#contract/vocabulary/scopes.ts';
import type { CallInput } from '#web/lib/api/call-types.ts';
import { addressesOf } from './address-rules.ts';
import type { OwnApp } from '../use-developer.ts';

type ChosenScope = Exclude<Scope, 'openid' | 'offline_access'>;

/** Scopes that an app may choose; the sign-in itself is always there, and staying signed in is an option. */
export const chosenScopes: readonly ChosenScope[] = developerScopes.filter((scope) => scope !== 'openid' && scope !== 'offline_access');

export const optionNames = ['idTokenClaims', 'needsEmail', 'stay', 'personal', 'pkce', 'logoutBySub', 'dpop', 'pairwise', 'fapi'] as const;

type OptionName = (typeof optionNames)[number];

/** The settings of an app as the values of a form. A list of addresses is a text with a line for each. */
export type SettingsValues = Readonly<
  Record<
    | `name.${Language}`
    | `privacy.${Language}`
    | `terms.${Language}`
    | 'home'
    | 'redirectUris'
    | 'postLogoutUris'
    | 'backchannelLogoutUri'
    | 'sectorUri'
    | `why.${ChosenScope}`,
    string
  > &
    Record<`scope.${ChosenScope}` | `option.${OptionName}`, boolean>
>;

export type SettingsBody = CallInput<typeof developerEndpoints.changeApp>['body'];

/** The settings of an app; of a live app with changes that wait, those changes. */
export function valuesOf(app: OwnApp): SettingsValues {
  const { pending } = app;
  const links = pending?.links ?? app.links;
  const { pkce = app.options.pkce, personal = app.options.personal } = pending ?? {};
  const options = { ...app.options, pkce, personal };
  const name = pending?.name ?? app.name;
  const asked = new Set<Scope>(pending?.scopes ?? app.scopes);
  const reasons = new Map(app.reasons.map(({ scope, reason }) => [scope, reason]));
  return {
    home: links.home,
    ...eachLanguage((language) => [`name.${language}`, name[language]]),
    ...eachLanguage((language) => [`privacy.${language}`, links.privacy[language]]),
    ...eachLanguage((language) => [`terms.${language}`, links.terms[language]]),
    redirectUris: (pending?.redirectUris ?? app.redirectUris).join('\n'),
    postLogoutUris: (pending?.postLogoutUris ?? app.postLogoutUris).join('\n'),
    backchannelLogoutUri: pending?.backchannelLogoutUri ?? app.backchannelLogoutUri,
    sectorUri: app.sectorUri,
    ...eachScope((scope) => [`why.${scope}`, reasons.get(scope) ?? '']),
    ...eachScope((scope) => [`scope.${scope}`, asked.has(scope)]),
    ...eachOption((option) => [`option.${option}`, options[option]]),
  };
}

/** Body of a save: the parts that differ from the values with which the form began. */
export function changesOf(values: SettingsValues, app: OwnApp): SettingsBody {
  const before = valuesOf(app);
  const differs = (...names: readonly (keyof SettingsValues)[]): boolean => names.some((name) => values[name] !== before[name]);
  return {
    version: app.version,
    ...(differs(...inAll('name')) && { name: textsOf(values, 'name') }),
    ...(differs('home', ...inAll('privacy'), ...inAll('terms')) && {
      links: { home: values.home, privacy: textsOf(values, 'privacy'), terms: textsOf(values, 'terms') },
    }),
    ...(differs('redirectUris') && { redirectUris: addressesOf(values.redirectUris) }),
    ...(differs('postLogoutUris') && { postLogoutUris: addressesOf(values.postLogoutUris) }),
    ...(differs('backchannelLogoutUri') && { backchannelLogoutUri: values.backchannelLogoutUri }),
    ...(differs('sectorUri') && { sectorUri: values.sectorUri }),
    ...(differs(...chosenScopes.map((scope) => `scope.${scope}` as const)) && { scopes: scopesOf(values, app) }),
    ...(differs(...chosenScopes.map((scope) => `why.${scope}` as const)) && { reasons: reasonsOf(values) }),
    ...(differs(...optionNames.map((option) => `option.${option}` as const)) && { options: optionsOf(values) }),
  };
}

function scopesOf(values: SettingsValues, app: OwnApp): Scope[] {
  const others = app.scopes.filter((scope) => !isChosen(scope));
  return [...others, ...chosenScopes.filter((scope) => values[`scope.${scope}`])];
}

function reasonsOf(values: SettingsValues) {
  return chosenScopes.flatMap((scope) => (values[`why.${scope}`] === '' ? [] : [{ scope, reason: values[`why.${scope}`] }]));
}

function optionsOf(values: SettingsValues): OwnApp['options'] {
  return {
    pkce: values['option.pkce'] || values['option.fapi'],
    idTokenClaims: values['option.idTokenClaims'],
    needsEmail: values['option.needsEmail'],
    logoutBySub: values['option.logoutBySub'],
    stay: values['option.stay'],
    personal: values['option.personal'],
    dpop: values['option.dpop'],
    pairwise: values['option.pairwise'],
    fapi: values['option.fapi'],
  };
}

function isChosen(scope: Scope): boolean {
  return chosenScopes.some((each) => each === scope);
}

/** A text of the form in every language. */
function textsOf(values: SettingsValues, of: 'name' | 'privacy' | 'terms'): Record<Language, string> {
  return forEveryLanguage((language) => values[`${of}.${language}`]);
}

/** The names of such a text's fields. */
function inAll<Of extends 'name' | 'privacy' | 'terms'>(of: Of): readonly `${Of}.${Language}`[] {
  return languages.map((language) => `${of}.${language}` as const);
}

function eachLanguage<Key extends string>(entry: (language: Language) => readonly [Key, string]): Record<Key, string> {
  // Every language has its entry.
  return Object.fromEntries(languages.map(entry)) as Record<Key, string>;
}

function eachScope<Key extends string, Value>(entry: (scope: ChosenScope) => readonly [Key, Value]): Record<Key, Value> {
  // Every scope has its entry.
  return Object.fromEntries(chosenScopes.map(entry)) as Record<Key, Value>;
}

function eachOption<Key extends string, Value>(entry: (option: OptionName) => readonly [Key, Value]): Record<Key, Value> {
  // Every option has its entry.
  return Object.fromEntries(optionNames.map(entry)) as Record<Key, Value>;
}
