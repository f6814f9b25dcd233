import { errors, type Client, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { minute, second } from '#server/platform/clock.ts';
import { splitGrantWord } from '#server/core/apps/clients/resource.ts';
import { isGranted, signalScopes, signalsResource, type ResourceDeps } from './resources.ts';

const signalTokenSeconds = (10 * minute) / second;

/**
 * The resource of a request that names none (RFC 8707). An app that asks in its own name gets a token for the calls for
 * signals, for a resource that it names, or for the only one of which it was granted anything; otherwise the token is for
 * userinfo.
 * @throws {errors.InvalidTarget}
 */
export async function defaultResource(
  { apps: { clients }, evidence: { publicUrl } }: ResourceDeps,
  { oidc }: KoaContextWithOIDC,
  oneOf?: readonly string[],
): Promise<readonly string[] | string | undefined> {
  if (oneOf !== undefined) return oneOf;
  if (oidc.route !== 'token' || oidc.params?.['grant_type'] !== 'client_credentials') return undefined;
  const asked = [...oidc.requestParamScopes];
  if (asked.length > 0 && asked.every(isSignalScope)) return signalsResource(publicUrl);
  const registered = await clients.find(oidc.client?.clientId ?? '');
  const [only, ...others] = new Set(
    (registered?.resources ?? []).filter((word) => !isSignalScope(word)).map((word) => splitGrantWord(word).resource),
  );
  if (only === undefined || others.length > 0) throw new errors.InvalidTarget('resource is missing');
  return only;
}

function isSignalScope(text: string): boolean {
  return signalScopes.some((scope) => scope === text);
}

/**
 * Permissions of this app at a resource: the scopes that the operator has granted it.
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
