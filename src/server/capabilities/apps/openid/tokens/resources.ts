import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { isScope } from '#contract/vocabulary/scopes.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { grantWord, splitGrantWord } from '#server/core/apps/clients/resource.ts';
import { signalsPath } from '../protocol-paths.ts';

/** Scopes of the calls for signals: an app with one of them in its registration may ask for tokens of that audience. */
export const signalScopes = ['ssf.read', 'ssf.manage'] as const;

export interface ResourceDeps {
  readonly apps: Pick<Apps, 'clients' | 'resources'>;
  readonly evidence: { readonly publicUrl: string };
}

/** The audience of tokens for the calls for signals. */
export function signalsResource(publicUrl: string): string {
  return new URL(signalsPath, publicUrl).href;
}

/** Whether the operator has granted a client this scope of an API. */
export function isGranted({ resources }: Pick<OpenidClient, 'resources'>, resource: string, scope: string): boolean {
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

/**
 * Claims of access tokens and introspection about the sign-in (RFC 9068 section 2.2.1, RFC 9470): those of the grant's own
 * moment, which a refresh does not raise.
 */
export function signInClaims({ oidc }: KoaContextWithOIDC): Readonly<Record<string, unknown>> | undefined {
  const { AuthorizationCode, RefreshToken, DeviceCode } = oidc.entities;
  const source = AuthorizationCode ?? RefreshToken ?? DeviceCode;
  if (source === undefined) return undefined;
  const { acr, amr, authTime } = source;
  return {
    ...(acr === undefined ? {} : { acr }),
    ...(amr === undefined ? {} : { amr }),
    ...(authTime === undefined ? {} : { auth_time: authTime }),
  };
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
