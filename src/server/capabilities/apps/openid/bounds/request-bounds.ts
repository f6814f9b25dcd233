import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { isScope } from '#contract/vocabulary/scopes.ts';
import { embeddedParameters, embeddingOf } from '#server/core/apps/embedding/embedding.ts';
import { supportedClaims } from '../discovery.ts';
import type { EmbedHost } from '#server/platform/settings/embedding.ts';

/**
 * Limits in bytes for a request that is stored until its person returns. Parameters not named here get `otherBytes`.
 */
const mostBytes: Readonly<Record<string, number>> = {
  client_id: 100,
  // Registered, and compared exactly.
  redirect_uri: 1000,
  state: 2048,
  nonce: 512,
  scope: 512,
  acr_values: 256,
  // 64 characters.
  font: 256,
  id_token_hint: 3072,
  code_challenge: 128,
  claims: 3072,
  resource: 256,
  post_logout_redirect_uri: 1000,
  request_uri: 256,
};
/** Hints decide nothing: a longer one is left out, or cut where people read it. No request fails by it. */
const hints: Readonly<Record<string, { readonly bytes: number; readonly beyond: 'cut' | 'left out' }>> = {
  login_hint: { bytes: 254, beyond: 'left out' },
  logout_hint: { bytes: 254, beyond: 'left out' },
  ui_locales: { bytes: 64, beyond: 'left out' },
  claims_locales: { bytes: 64, beyond: 'left out' },
  display: { bytes: 64, beyond: 'left out' },
  device_name: { bytes: 256, beyond: 'cut' },
  device_model: { bytes: 256, beyond: 'cut' },
  os: { bytes: 256, beyond: 'cut' },
  os_version: { bytes: 256, beyond: 'cut' },
};
const otherBytes = 64;
/** Resources that one request may name, and the bytes of each. */
const resourceBounds = { most: 4, bytes: 256 } as const;
/** For all of them together, as stored. */
const allBytes = 4096;
/** Single claims that a request may name: each in both places. */
const mostClaims = 2 * supportedClaims.length;

/** Parameters of the authorization and the end-session endpoint that mean something here. */
export const knownParameters: ReadonlySet<string> = new Set([
  ...Object.keys(mostBytes),
  ...Object.keys(hints),
  'response_type',
  'response_mode',
  'prompt',
  'max_age',
  ...embeddedParameters,
  'code_challenge_method',
  'dpop_jkt',
  'request',
  'registration',
]);

/** The parameters of a posted request that are kept, doubled ones too; undefined if they are too long. */
export function storedParameters(pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] | undefined {
  const kept = pairs.filter(([name]) => knownParameters.has(name));
  return kept.length <= 2 * knownParameters.size && Buffer.byteLength(JSON.stringify(kept)) <= allBytes ? kept : undefined;
}

/**
 * Refuses a request that exceeds a limit before it is stored; the app is told if its URL is registered. Queries are
 * shorter than 16 KiB anyway, as all headers together are.
 * @throws {errors.InvalidRequest}
 */
export function boundRequest({ oidc }: KoaContextWithOIDC, embedHosts: readonly EmbedHost[]): void {
  const params = oidc.params ?? {};
  keepWindow(params, embedHosts);
  boundHints(params);
  for (const [name, value] of Object.entries(params)) {
    if (
      typeof value === 'string' &&
      name !== 'resource' &&
      Buffer.byteLength(value) > (hints[name]?.bytes ?? mostBytes[name] ?? otherBytes)
    ) {
      // It is not sent back either: a proxy in front of the app may have less room for headers than we have.
      if (name === 'state') params['state'] = undefined;
      throw new errors.InvalidRequest(`${name} is too long`);
    }
  }
  const resources = [params['resource'] ?? []].flat();
  if (
    resources.length > resourceBounds.most ||
    resources.some((one) => (typeof one === 'string' ? Buffer.byteLength(one) : 0) > resourceBounds.bytes)
  ) {
    throw new errors.InvalidTarget('resource is too long');
  }
  boundClaims(params['claims']);
  if (oidc.route === 'device_authorization') keepScopesAlone(params, oidc.resourceServers ?? {});
  if (Buffer.byteLength(JSON.stringify(params)) > allBytes) throw new errors.InvalidRequest('the request is too long');
}

function boundHints(params: Record<string, unknown>): void {
  for (const [name, { bytes, beyond }] of Object.entries(hints)) {
    const value = params[name];
    if (typeof value !== 'string' || Buffer.byteLength(value) <= bytes) continue;
    params[name] = beyond === 'cut' ? wholeCharacters(value, bytes) : undefined;
  }
}

/** The beginning of a text, without half of a character. */
function wholeCharacters(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\uFFFD$/, '');
}

/** Keeps of a window only a host that the operator knows and values that pass; anything else is no error. */
function keepWindow(params: Record<string, unknown>, embedHosts: readonly EmbedHost[]): void {
  const read = (name: string): string | undefined => (typeof params[name] === 'string' ? params[name] : undefined);
  const window = embeddingOf(read, embedHosts);
  for (const name of embeddedParameters) params[name] = undefined;
  if (window !== undefined) Object.assign(params, window.query);
}

/** @throws {errors.InvalidRequest} for more claims than an account has */
function boundClaims(claims: unknown): void {
  if (typeof claims !== 'string') return;
  const parts: Readonly<Record<string, unknown>> = JSON.parse(claims);
  const names = [parts['id_token'], parts['userinfo']].flatMap((part) =>
    typeof part === 'object' && part !== null ? Object.keys(part) : [],
  );
  if (names.length > mostClaims) throw new errors.InvalidRequest('claims names too many');
}

/** @throws {errors.InvalidRequest} for a state that a signed-out browser would bring back */
export function boundState(state: unknown): void {
  if (typeof state === 'string' && Buffer.byteLength(state) > (mostBytes['state'] ?? 0)) {
    throw new errors.InvalidRequest('state is too long');
  }
}

/**
 * Later steps for a device's code need only its scopes, and the API of those that are none of ours.
 * @throws {errors.InvalidTarget} for more than one API
 */
function keepScopesAlone(params: Record<string, unknown>, apis: Readonly<Record<string, { readonly scopes: ReadonlySet<string> }>>): void {
  const { scope } = params;
  const [api, ...others] = Object.entries(apis);
  if (others.length > 0) throw new errors.InvalidTarget('a device names one resource');
  const means = (name: string): boolean => isScope(name) || api?.[1].scopes.has(name) === true;
  const kept = typeof scope === 'string' ? [...new Set(scope.split(' '))].filter(means) : [];
  for (const name of Object.keys(params)) params[name] = undefined;
  params['scope'] = kept.join(' ') || undefined;
  if (!kept.every(isScope)) params['resource'] = api?.[0];
}
