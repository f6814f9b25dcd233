import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { isScope } from '#contract/vocabulary/scopes.ts';

/**
 * Bytes of what a request may hold that is kept until its person is back. Whatever is not named here may have
 * `otherBytes`.
 */
const mostBytes: Readonly<Record<string, number>> = {
  client_id: 100,
  // Registered, and compared to the letter.
  redirect_uri: 1000,
  state: 2048,
  nonce: 512,
  scope: 512,
  acr_values: 256,
  login_hint: 254,
  id_token_hint: 3072,
  code_challenge: 128,
};
const otherBytes = 64;
/** Of all of them together, as they are kept. */
const allBytes = 4096;

/**
 * Refuses a request that would fill more than it may, before anything of it is kept; the app is told where its address
 * is registered. Queries are shorter than 8 KiB anyway, as all headers together are.
 * @throws {errors.InvalidRequest}
 */
export function boundRequest({ oidc }: KoaContextWithOIDC): void {
  const params = oidc.params ?? {};
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' && Buffer.byteLength(value) > (mostBytes[name] ?? otherBytes)) {
      // Neither is it sent back: what is in front of the app's own server may have less room for headers than we have.
      if (name === 'state') params['state'] = undefined;
      throw new errors.InvalidRequest(`${name} is too long`);
    }
  }
  if (oidc.route === 'device_authorization') keepScopesAlone(params);
  if (Buffer.byteLength(JSON.stringify(params)) > allBytes) throw new errors.InvalidRequest('the request is too long');
}

/** @throws {errors.InvalidRequest} for a state that a signed-out browser is to bring back */
export function boundState(state: unknown): void {
  if (typeof state === 'string' && Buffer.byteLength(state) > (mostBytes['state'] ?? 0)) {
    throw new errors.InvalidRequest('state is too long');
  }
}

/** What is asked about a device's code later is which scopes it wants, and nothing else of the request. */
function keepScopesAlone(params: Record<string, unknown>): void {
  const { scope } = params;
  for (const name of Object.keys(params)) if (name !== 'scope') params[name] = undefined;
  if (typeof scope === 'string') params['scope'] = [...new Set(scope.split(' '))].filter(isScope).join(' ') || undefined;
}
