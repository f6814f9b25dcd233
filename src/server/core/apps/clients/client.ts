import { hostsOf } from '#contract/rules/redirect.ts';
import { desktopScope, isScope, scopes as allScopes, type Scope } from '#contract/vocabulary/scopes.ts';
import { brokenKeyRule } from './client-keys.ts';
import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';

/** An app that can request sign-ins with an account (RFC 6749 section 2). */
export interface OpenidClient {
  readonly id: string;
  /**
   * `web` keeps a secret; `native` runs on people's own devices, `browser` in pages, `device` on devices without a
   * browser: these without a secret.
   */
  readonly kind: 'web' | 'native' | 'browser' | 'device';
  readonly name: InEveryLanguage;
  /** The app's picture as a `data:` URL, or ''. */
  readonly icon: string;
  /** Home page, privacy policy and terms of the app; each may be ''. */
  readonly links: { readonly home: string; readonly privacy: InEveryLanguage; readonly terms: InEveryLanguage };
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** Target of logout tokens (OpenID Connect Back-Channel Logout 1.0), or ''. */
  readonly backchannelLogoutUri: string;
  /** Whether logout tokens name only the person, for software that knows no `sid` (Back-Channel Logout 1.0 section 2.4). */
  readonly logoutBySub: boolean;
  /** Whether it may use the device grant (RFC 8628). */
  readonly deviceGrant: boolean;
  readonly scopes: readonly Scope[];
  /** Part of the operating system; only such a client may request tickets of the account deletion page. */
  readonly system: boolean;
  /** `optional`: an app that keeps a secret may leave PKCE out; a challenge that it sends binds all the same (RFC 9700 section 2.1.1). */
  readonly pkce: 'required' | 'optional';
  /** The profile of its requests beyond OpenID Connect: `fapi2`, or none. */
  readonly profile: '' | 'fapi2';
  /** `pairwise`: other apps know the same person by another id (OpenID Connect Core 8.1). */
  readonly subject: 'public' | 'pairwise';
  /** Sector of apps that know a person by the same pairwise id: a host, or '' for the one of its redirect URLs. */
  readonly sector: string;
  /** Where the sector lists all redirect URLs of its apps (Core 8.1), or ''; the sector is then its host. */
  readonly sectorUri: string;
  /** Whether its ID tokens also carry the claims of the granted scopes, for libraries that never ask userinfo. */
  readonly idTokenClaims: boolean;
  /** Whether it starts nobody without an email: where it asks for one, the person adds it first and cannot leave it out. */
  readonly needsEmail: boolean;
  /** Whether it may ask for gender, birthday and time zone. */
  readonly personal: boolean;
  /** Whether its tokens must be bound to a key (RFC 9449). */
  readonly dpop: boolean;
  /** Public keys by which it proves itself (RFC 7523), here or at an address. */
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] } | null;
  readonly jwksUri: string;
  /** When these keys end, in milliseconds: they were those of the owner before. Null for keys that stay. */
  readonly keysEndAt: number | null;
  /** An app of the operator's own: people are not asked for consent, and see it in their list. */
  readonly firstParty: boolean;
  /** Whether the accounts of children may use it. */
  readonly forChildren: boolean;
  /** Calls a minute after it has proven itself; null for the usual limit. */
  readonly rate: number | null;
  /** Where its developer is reached, or ''. */
  readonly contact: string;
  /** Scopes of registered resources that it may ask for. */
  readonly resources: readonly string[];
  /** Programs of a desktop that may ask for its tokens: app ids, or absolute paths. */
  readonly programs: readonly string[];
  /** When its present owner took it over, in milliseconds; null for the first one. */
  readonly movedAt: number | null;
}

/** The desk as a client of our own provider (`desk-client.ts`). */
export const deskClientId = 'cedar-desk';

/** The choices that a description may leave out, as earlier ones do. */
export const clientDefaults = {
  logoutBySub: false,
  pkce: 'required',
  profile: '',
  subject: 'public',
  sector: '',
  sectorUri: '',
  idTokenClaims: false,
  needsEmail: false,
  personal: false,
  dpop: false,
  jwks: null,
  jwksUri: '',
  keysEndAt: null,
  firstParty: false,
  forChildren: false,
  rate: null,
  contact: '',
  resources: [],
  programs: [],
  movedAt: null,
} as const satisfies Partial<OpenidClient>;

/** The scopes of a new app that names none: those for which most software asks. */
export const usualScopes: readonly Scope[] = ['openid', 'profile', 'email', 'offline_access'];

/**
 * The choices of a new app that says nothing, which most libraries meet as they come. One that keeps a secret need not
 * send PKCE, and finds the claims of its scopes in the ID token too, which goes to its server and nobody else.
 */
export function usualChoices(kind: OpenidClient['kind']): Pick<OpenidClient, 'pkce' | 'idTokenClaims'> {
  return kind === 'web' ? { pkce: 'optional', idTokenClaims: true } : { pkce: 'required', idTokenClaims: false };
}

/** Inputs of a pairwise id. */
export type Sectored = Pick<OpenidClient, 'id' | 'sector' | 'redirectUris'>;

/**
 * Apps that share a pairwise subject (OpenID Connect Core 8.1): the registered sector, or the one host of the redirect URLs.
 * Each app without a host is its own sector, so that neither an empty host nor a loopback address joins anybody.
 */
export function sectorOf({ id, sector, redirectUris }: Sectored): string {
  if (sector !== '') return sector;
  const [host, ...others] = hostsOf(redirectUris);
  return host !== undefined && others.length === 0 ? host : id;
}

/** Clients that keep no secret. */
export function isPublic({ kind }: Pick<OpenidClient, 'kind'>): boolean {
  return kind !== 'web';
}

/** Whether it proves itself by a key instead of a secret. */
export function hasKeys({ jwks, jwksUri }: Pick<OpenidClient, 'jwks' | 'jwksUri'>): boolean {
  return jwks !== null || jwksUri !== '';
}

/** The client without keys that have ended. */
export function workingClient(client: OpenidClient, at: number): OpenidClient {
  return client.keysEndAt !== null && client.keysEndAt <= at ? { ...client, jwks: null, jwksUri: '' } : client;
}

/** Whether it may be the account service of a desktop. */
export function isDesktop({ kind, system, dpop }: Pick<OpenidClient, 'kind' | 'system' | 'dpop'>): boolean {
  return system && dpop && kind === 'native';
}

/** Invalid description of a client. */
export class ClientError extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(`${field} ${reason}`);
    this.name = 'ClientError';
    this.field = field;
  }
}

const idForm = /^[A-Za-z0-9](?:[\w.-]{1,98}[A-Za-z0-9])$/;

/** Whether a client may have this id. */
export function isClientId(id: string): boolean {
  return idForm.test(id);
}

/**
 * Validates a client before it is stored: exact redirect URLs without fragment, wildcard or credentials; https, or for
 * a native app a loopback host or a private scheme in reverse domain notation (RFC 8252 section 7).
 * @throws {ClientError}
 */
export function checkClient(client: OpenidClient): void {
  if (client.id === deskClientId) throw new ClientError('id', 'is that of the desk');
  if (!isClientId(client.id)) throw new ClientError('id', 'must be 3 to 100 letters, digits, dots, dashes or underscores');
  for (const text of Object.values(client.name)) {
    if (text.trim() === '' || text.length > 60)
      throw new ClientError('name', 'must be there in every language, at most 60 characters each');
  }
  if (client.redirectUris.length === 0 && !client.deviceGrant) throw new ClientError('redirect', 'is missing');
  for (const address of client.redirectUris) checkRedirect('redirect', address, client.kind);
  for (const address of client.postLogoutRedirectUris) checkRedirect('post-logout', address, client.kind);
  const { home, privacy, terms } = client.links;
  const pages = [home, ...Object.values(privacy), ...Object.values(terms)];
  for (const page of pages) if (page !== '') checkWeb('link', page);
  if (client.backchannelLogoutUri !== '') checkWeb('backchannel-logout', client.backchannelLogoutUri);
  if (client.scopes.length === 0 || !client.scopes.every(isScope)) throw new ClientError('scope', `must be of ${allScopes.join(', ')}`);
  if (!client.scopes.includes('openid')) throw new ClientError('scope', 'must contain openid');
  if (client.scopes.includes(desktopScope) && !isDesktop(client))
    throw new ClientError(
      'scope',
      `${desktopScope} is for a program of the system without a secret (--system) whose tokens are bound to a key (--dpop)`,
    );
  checkPrograms(client);
  checkKeys(client);
  if (client.profile === 'fapi2') checkFapi(client);
  checkChoices(client);
  if (Buffer.byteLength(JSON.stringify(client)) > mostBytes) throw new ClientError('client', `must have at most ${mostBytes} bytes in all`);
}

const mostPrograms = 20;
const programForm = /^(?:[A-Za-z0-9](?:[\w.-]{0,126}[A-Za-z0-9])?|(?:\/[\w@%+:,.=-]+)+)$/;

function checkPrograms({ programs, kind }: OpenidClient): void {
  if (programs.length > mostPrograms) throw new ClientError('desktop-program', `may be given ${mostPrograms} times`);
  if (programs.length > 0 && kind === 'device') throw new ClientError('desktop-program', 'is for a client that redeems codes');
  const wrong = programs.find((program) => !programForm.test(program) || /\/\.{1,2}(?:\/|$)/.test(program));
  if (wrong !== undefined) throw new ClientError('desktop-program', `must be an app id or an absolute path, not '${wrong}'`);
}

function checkKeys(client: OpenidClient): void {
  const { jwks, jwksUri } = client;
  if (jwks !== null && jwksUri !== '') throw new ClientError('keys', 'must be a set or an address, not both');
  if (hasKeys(client) && isPublic(client)) throw new ClientError('keys', 'are for an app that can keep one');
  const rule = jwks === null ? undefined : brokenKeyRule(jwks);
  if (rule !== undefined) throw new ClientError('keys', `break the rule ${rule}`);
  if (jwksUri !== '') checkWeb('keys', jwksUri);
}

/** No part of the profile can be left out (FAPI 2.0 Security Profile). */
function checkFapi(client: OpenidClient): void {
  const refuseUnless = (isRight: boolean, what: string): void => {
    if (!isRight) throw new ClientError('profile', `fapi2 ${what}`);
  };
  refuseUnless(client.kind === 'web', 'is for a web app with a server');
  refuseUnless(hasKeys(client), 'needs public keys instead of a secret');
  refuseUnless(client.dpop, 'needs tokens that are bound to a key');
  refuseUnless(client.pkce === 'required', 'needs PKCE');
  refuseUnless(!client.deviceGrant, 'has no device grant');
  refuseUnless(
    client.redirectUris.every((address) => address.startsWith('https://')),
    'needs redirect addresses with https://',
  );
}

/** Bytes of a stored description. */
const mostBytes = 40_000;
const mostRedirects = 20;
const sectorForm = /^[a-z0-9.-]{1,253}$/;

function checkChoices({ kind, pkce, subject, sector, redirectUris, deviceGrant, rate }: OpenidClient): void {
  if (pkce === 'optional' && kind !== 'web') throw new ClientError('pkce', 'is required without a secret');
  if (redirectUris.length > mostRedirects) throw new ClientError('redirect', `may be given ${mostRedirects} times`);
  if (kind === 'device' && (!deviceGrant || redirectUris.length > 0))
    throw new ClientError('kind', 'device has --device and no --redirect');
  if (sector !== '' && (subject !== 'pairwise' || !sectorForm.test(sector)))
    throw new ClientError('sector', 'is a host, for --subject pairwise');
  if (subject === 'pairwise' && sector === '' && hostsOf(redirectUris).size > 1)
    throw new ClientError('sector', 'is missing: the addresses have several hosts');
  if (rate !== null && (!Number.isInteger(rate) || rate < 1 || rate > 1_000_000))
    throw new ClientError('rate', 'must be 1 to 1000000 calls a minute');
}

function parse(field: string, address: string): URL {
  const url = URL.parse(address);
  const isPlain = url !== null && address.length <= 1000 && /^[\u0021-\u007e]+$/.test(address) && !/[*#\\]/.test(address);
  if (!isPlain || url.username !== '' || url.password !== '') {
    throw new ClientError(field, `must be a complete address without fragment, wildcard and user name, not '${address}'`);
  }
  return url;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost';
}

function checkWeb(field: string, address: string): void {
  const url = parse(field, address);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return;
  throw new ClientError(field, `must start with https://, not '${address}'`);
}

function checkRedirect(field: string, address: string, kind: OpenidClient['kind']): void {
  const url = parse(field, address);
  if (url.protocol === 'https:') return;
  if (url.protocol === 'http:' && isLoopback(url)) return;
  if (kind === 'native' && /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/.test(url.protocol)) return;
  throw new ClientError(field, `must be https, or for a native app loopback or a scheme such as com.example.app:, not '${address}'`);
}
