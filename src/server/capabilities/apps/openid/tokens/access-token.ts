import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { TokenFault, TokenOwner, TokenUse } from '#server/core/apps/openid/token-use.ts';
import { sha256 } from '#server/platform/ids.ts';
import { levelOf } from './assurance.ts';
import type { Openid } from '../openid.ts';
import { provesPossession, type PossessionDeps } from './possession.ts';

/**
 * Finds the owner of an access token, or the fault of one that is unknown, expired or ended, or whose sender does not
 * prove its key. A token bound to a key is valid only with a proof of that key and never as a bearer token; any other
 * token only as a bearer token.
 */
export async function readAccessToken(
  deps: PossessionDeps & { readonly openid: Openid; readonly apps: Apps },
  use: TokenUse,
): Promise<TokenOwner | TokenFault> {
  const provider = await deps.openid.provider();
  const found = await provider.AccessToken.find(use.token);
  // A token for another audience opens nothing here.
  if (found?.isValid !== true || found.clientId === undefined || found.aud !== use.audience) return 'invalid_token';
  const isBound = found.jkt !== undefined;
  if (isBound !== (use.scheme === 'DPoP')) return isBound ? 'invalid_dpop_proof' : 'invalid_token';
  if (found.jkt !== undefined && !(await provesPossession(deps, use, found.jkt))) return 'invalid_dpop_proof';
  const grant = found.grantId === undefined ? undefined : await deps.apps.records.find({ model: 'Grant', id: sha256(found.grantId) });
  const { accountId, clientId, scopes, extra } = found;
  const authTime = typeof extra?.['auth_time'] === 'number' ? extra['auth_time'] : 0;
  return { accountId, clientId, acr: levelOf(extra?.['acr']), authTime, scopes, deviceId: grant?.deviceId ?? null };
}
