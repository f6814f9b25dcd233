import type { SocialIdentity } from '#server/platform/social/social.ts';
import type { Store } from '#server/core/store.ts';
import { writeGrant } from './grants.repository.ts';

export const grantPurpose = 'binding-grant';

/**
 * Keeps, sealed, what will prove that the person has withdrawn at the platform; nothing where the platform does not tell of that. A new
 * token takes the place of the one before. In the transaction of the binding.
 */
export async function keepGrant({ db, clock, keyring }: Store, accountId: string, { platform, grant }: SocialIdentity): Promise<void> {
  if (grant === undefined) return;
  const sealed = keyring.seal(grantPurpose, grant.token);
  await writeGrant(db, { accountId, platform, sealed, expiresAt: clock.now() + grant.lifeMs });
}
