import type { TokenOwner, TokenUse } from '#server/core/openid/token-use.ts';
import { levelOf } from './assurance.ts';
import type { Openid } from './openid.ts';
import { provesPossession, type PossessionDeps } from './possession.ts';

/**
 * Finds the owner of an access token; undefined if it is unknown, expired or ended. A token bound to a key is valid
 * only with a proof of that key and never as a bearer token; any other token only as a bearer token.
 */
export async function ownerOfAccessToken(
  deps: PossessionDeps & { readonly openid: Openid },
  use: TokenUse,
): Promise<TokenOwner | undefined> {
  const provider = await deps.openid.provider();
  const found = await provider.AccessToken.find(use.token);
  // A token for another audience opens nothing here.
  if (found?.isValid !== true || found.clientId === undefined || found.aud !== use.audience) return undefined;
  const isBound = found.jkt !== undefined;
  if (isBound !== (use.scheme === 'DPoP')) return undefined;
  if (found.jkt !== undefined && !(await provesPossession(deps, use, found.jkt))) return undefined;
  return { accountId: found.accountId, clientId: found.clientId, acr: levelOf(found.extra?.['acr']), scopes: found.scopes };
}
