import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database.ts';
import type { SocialIdentity } from '#server/platform/social/social.ts';
import { writeGrant } from './grants.repository.ts';

export const grantPurpose = 'binding-grant';

/**
 * Keeps, sealed, what will prove that the person has withdrawn at the platform; nothing where the platform does not tell of that. A new
 * token takes the place of the one before. In the transaction of the binding.
 */
export async function keepGrant(
  { db, clock, keyring }: { readonly db: Db; readonly clock: Clock; readonly keyring: Keyring },
  accountId: string,
  { platform, grant }: SocialIdentity,
): Promise<void> {
  if (grant === undefined) return;
  const sealed = keyring.seal(grantPurpose, grant.token);
  await writeGrant(db, { accountId, platform, sealed, expiresAt: clock.now() + grant.lifeMs });
}
