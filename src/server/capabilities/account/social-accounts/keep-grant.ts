import type { SocialIdentity } from '#server/platform/social/social.ts';
import type { Store } from '#server/core/store.ts';
import { writeGrant } from './grants.repository.ts';

export const grantPurpose = 'social-grant';

/**
 * Keeps a sealed token as later proof of a withdrawal at the platform; nothing if the platform does not report
 * withdrawals. A new token replaces the earlier one. In the transaction of the binding.
 */
export async function keepGrant({ db, clock, keyring }: Store, accountId: string, { platform, grant }: SocialIdentity): Promise<void> {
  if (grant === undefined) return;
  const sealed = keyring.seal(grantPurpose, grant.token);
  await writeGrant(db, { accountId, platform, sealed, expiresAt: clock.now() + grant.lifeMs });
}
