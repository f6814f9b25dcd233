import { errors, type Client, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { isScope } from '#contract/vocabulary/scopes.ts';
import type { Apps } from '#server/core/openid/apps.ts';
import type { OpenidClient } from '#server/core/openid/client.ts';
import { grantWord, splitGrantWord } from '#server/core/openid/resource.ts';
import { minute, second } from '#server/platform/clock.ts';
import { signalsPath } from './protocol-paths.ts';

/** Scopes of the calls for signals: an app with one of them in its registration may ask for tokens of that audience. */
export const signalScopes = ['ssf.read', 'ssf.manage'] as const;
const signalTokenSeconds = (10 * minute) / second;

interface ResourceDeps {
  readonly apps: Pick<Apps, 'clients' | 'resources'>;
  readonly evidence: { readonly publicUrl: string };
}

/** The audience of tokens for the calls for signals. */
export function signalsResource(publicUrl: string): string {
  return new URL(signalsPath, publicUrl).href;
}

/**
 * The resource of a request that names none (RFC 8707). An app that asks in its own name gets a token for the calls for
 * signals, or for a resource that it names; otherwise the token is for userinfo.
 * @throws {errors.InvalidTarget}
 */
export function defaultResource(
  { evidence: { publicUrl } }: ResourceDeps,
  { oidc }: KoaContextWithOIDC,
  oneOf?: readonly string[],
): readonly string[] | string | undefined {
  if (oneOf !== undefined) return oneOf;
  if (oidc.route !== 'token' || oidc.params?.['grant_type'] !== 'client_credentials') return undefined;
  const asked = [...oidc.requestParamScopes];
  if (asked.length > 0 && asked.every(isSignalScope)) return signalsResource(publicUrl);
  throw new errors.InvalidTarget('resource is missing');
}

function isSignalScope(text: string): boolean {
  return signalScopes.some((scope) => scope === text);
}

/**
 * What this app may do at a resource: the scopes that the operator has granted it.
 * @throws {errors.InvalidTarget} for an unknown resource, and for one of which it was granted nothing
 */
export async function resourceFor(
  { apps: { clients, resources }, evidence: { publicUrl } }: ResourceDeps,
  { oidc }: KoaContextWithOIDC,
  id: string,
  client: Pick<Client, 'clientId'>,
): Promise<ResourceServer> {
  const registered = await clients.find(client.clientId);
  if (id === signalsResource(publicUrl)) {
    const granted = signalScopes.filter((scope) => registered?.resources.includes(scope));
    // People grant nothing of it: it is the app's own.
    if (granted.length === 0 || oidc.route !== 'token') throw new errors.InvalidTarget('resource is not granted');
    return { audience: id, scope: granted.join(' '), accessTokenTTL: signalTokenSeconds, accessTokenFormat: 'opaque' };
  }
  const resource = await resources.find(id);
  const scopes = resource && registered ? Object.keys(resource.scopes).filter((scope) => isGranted(registered, id, scope)) : [];
  if (resource === undefined || scopes.length === 0) throw new errors.InvalidTarget('resource is not granted');
  return {
    audience: resource.id,
    scope: scopes.join(' '),
    accessTokenTTL: resource.tokenSeconds,
    accessTokenFormat: resource.format,
    jwt: { sign: { alg: registered?.profile === 'fapi2' ? 'ES256' : 'RS256' } },
  };
}

function isGranted({ resources }: Pick<OpenidClient, 'resources'>, resource: string, scope: string): boolean {
  return resources.includes(grantWord(resource, scope));
}

/** The scopes of APIs that a request asks of a person, without those that the app was not granted. */
export async function askedApis(
  { resources }: Pick<Apps, 'resources'>,
  {
    client,
    params,
    allowed,
  }: { readonly client: OpenidClient; readonly params: Readonly<Record<string, unknown>>; readonly allowed: readonly string[] },
) {
  const { resource = [], scope } = params;
  const ids = [resource].flat().filter((id) => typeof id === 'string');
  const names = typeof scope === 'string' ? [...new Set(scope.split(' '))].filter((name) => !isScope(name)) : [];
  const found = await Promise.all(ids.map((id) => resources.find(id)));
  return found
    .filter((one) => one !== undefined)
    .flatMap(({ id, scopes }) =>
      names.flatMap((name) => {
        const text = Object.hasOwn(scopes, name) ? scopes[name] : undefined;
        if (text === undefined || !isGranted(client, id, name)) return [];
        const word = grantWord(id, name);
        return [{ name: word, text, allowed: allowed.includes(word) }];
      }),
    );
}

/** Adds scopes of APIs to a grant, or their refusal. */
export function addApis(
  grant: { addResourceScope(resource: string, scope: string): void; rejectResourceScope(resource: string, scope: string): void },
  words: readonly string[],
  verb: 'addResourceScope' | 'rejectResourceScope' = 'addResourceScope',
): void {
  for (const word of words) {
    const { resource, scope } = splitGrantWord(word);
    grant[verb](resource, scope);
  }
}

/** What access tokens tell a resource of the sign-in (RFC 9068 section 2.2.1, RFC 9470). */
export function signInClaims({ oidc }: KoaContextWithOIDC): Readonly<Record<string, unknown>> | undefined {
  const { AuthorizationCode, RefreshToken, DeviceCode } = oidc.entities;
  const source = AuthorizationCode ?? RefreshToken ?? DeviceCode;
  if (source === undefined) return undefined;
  const { acr, authTime } = source;
  return { ...(acr === undefined ? {} : { acr }), ...(authTime === undefined ? {} : { auth_time: authTime }) };
}

/** Whether a client may learn what a token is worth (RFC 7662): its own, or as the API that the token is for. */
export async function mayIntrospect(
  { apps: { resources } }: Pick<ResourceDeps, 'apps'>,
  client: Pick<Client, 'clientId' | 'clientAuthMethod'>,
  token: { readonly clientId?: string | undefined; readonly aud?: string | string[] | undefined },
): Promise<boolean> {
  if (client.clientAuthMethod === 'none') return false;
  if (token.clientId === client.clientId) return true;
  return typeof token.aud === 'string' && (await resources.find(token.aud))?.introspector === client.clientId;
}

/** The scopes of APIs that a request asks for and that its app was granted (`grantWord`). */
export function requestedApis({ oidc }: KoaContextWithOIDC): readonly string[] {
  const asked = [...oidc.requestParamScopes];
  return Object.entries(oidc.resourceServers ?? {}).flatMap(([id, server]) =>
    asked.filter((scope) => server.scopes.has(scope)).map((scope) => grantWord(id, scope)),
  );
}

/** Whether a grant has an answer for each of these scopes of APIs. */
export function hasApis(grant: { getResourceScopeEncountered(resource: string): string }, words: readonly string[]): boolean {
  return words.map(splitGrantWord).every(({ resource, scope }) => grant.getResourceScopeEncountered(resource).split(' ').includes(scope));
}
