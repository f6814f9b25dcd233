import type { Openid } from './openid.ts';

/** Whose access token this is; undefined for one that is unknown, over or ended. */
export async function ownerOfAccessToken(
  openid: Openid,
  token: string,
): Promise<{ readonly accountId: string; readonly clientId: string } | undefined> {
  const provider = await openid.provider();
  const found = await provider.AccessToken.find(token);
  return found?.isValid === true && found.clientId !== undefined ? { accountId: found.accountId, clientId: found.clientId } : undefined;
}
