import { clientDefaults, type OpenidClient } from '#server/core/apps/clients/client.ts';

/**
 * Fate of each field when an app is handed over. `kept`: part of the app. `ended`: by it the former owner could call, or the
 * operator gave it to that owner. `asked again`: of the new owner.
 */
const fields = {
  id: 'kept',
  kind: 'kept',
  name: 'kept',
  icon: 'kept',
  links: 'kept',
  redirectUris: 'kept',
  postLogoutRedirectUris: 'kept',
  backchannelLogoutUri: 'kept',
  logoutBySub: 'kept',
  deviceGrant: 'kept',
  scopes: 'kept',
  system: 'ended',
  pkce: 'kept',
  profile: 'kept',
  subject: 'kept',
  sector: 'kept',
  sectorUri: 'kept',
  idTokenClaims: 'kept',
  needsEmail: 'kept',
  personal: 'kept',
  dpop: 'kept',
  jwks: 'ended',
  jwksUri: 'ended',
  keysEndAt: 'asked again',
  firstParty: 'ended',
  forChildren: 'ended',
  rate: 'ended',
  contact: 'asked again',
  resources: 'ended',
  programs: 'ended',
  movedAt: 'asked again',
} as const satisfies Readonly<Record<keyof OpenidClient, 'kept' | 'ended' | 'asked again'>>;

type FieldsThat<Become> = { [Field in keyof OpenidClient]: (typeof fields)[Field] extends Become ? Field : never }[keyof OpenidClient];

/** Keys end with the secrets, so that the new owner can replace them without an outage: `workingClient` says when. */
type Keys = 'jwks' | 'jwksUri';

const ended = {
  system: false,
  firstParty: clientDefaults.firstParty,
  forChildren: clientDefaults.forChildren,
  rate: clientDefaults.rate,
  resources: clientDefaults.resources,
  programs: clientDefaults.programs,
} as const satisfies Pick<OpenidClient, Exclude<FieldsThat<'ended'>, Keys>>;

declare const handed: unique symbol;

/** The description of an app in the hands of another owner. Only `handOver` makes one. */
export type HandedClient = OpenidClient & { readonly [handed]: true };

export function handOver(client: OpenidClient, asked: Pick<OpenidClient, FieldsThat<'asked again'>>): HandedClient {
  const other: OpenidClient = { ...client, ...ended, ...asked };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mark exists only for the compiler
  return other as HandedClient;
}
