import type { Db } from '#server/core/database/db.ts';

/** Ends all tokens, codes and grants of an app; what people allowed stays. */
export async function endTokensOf(db: Db, clientId: string): Promise<void> {
  await db
    .q()
    .deleteFrom('openid_records')
    .where('client_id', '=', clientId)
    .where('model', 'in', ['Grant', 'AccessToken', 'RefreshToken', 'AuthorizationCode', 'DeviceCode', 'PushedAuthorizationRequest'])
    .execute();
}
