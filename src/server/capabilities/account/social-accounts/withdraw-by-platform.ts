import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import { removeSocialAccount } from './social-accounts.guarded.ts';
import { lockAccount, raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { SocialError, type SocialClients } from '#server/platform/social/social.ts';
import type { Store } from '#server/core/store.ts';
import { findSubject } from './social-accounts.repository.ts';
import { findLiveGrant } from './grants.repository.ts';
import { grantPurpose } from './keep-grant.ts';
import { tellOfSocialAccount } from './tell-of-social-account.ts';

export interface WithdrawByPlatformDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly access: Access;
  readonly journal: Journal;
  readonly social: SocialClients;
}

/** The person who is said to have withdrawn. None of it is signed: it only selects the account to check. */
export interface Withdrawal {
  readonly platform: Platform;
  /** The id of our app there. */
  readonly app: string;
  readonly subject: string;
}

type Outcome = 'unbound' | 'unknown' | 'notWithdrawn' | 'lastWayIn';

/**
 * Unbinds a person who has removed our app at their platform. The report may come from anyone: it is believed only if
 * the platform refuses a token of the person that should still be valid. An expired token proves nothing, and the last
 * way in is never removed.
 *
 * Find the account → is there a live token → does the platform refuse it → one transaction: social account removed,
 * notices, audit, the end of all access.
 */
export async function withdrawByPlatform(
  deps: WithdrawByPlatformDeps,
  withdrawal: Withdrawal,
  from: Pick<Origin, 'clientIp' | 'requestId'>,
): Promise<Outcome> {
  const {
    store: { db, clock, keyring },
    social,
  } = deps;
  const { platform, subject } = withdrawal;
  const accountId = await findSubject(db, withdrawal);
  if (accountId === undefined) return 'unknown';
  const sealed = await findLiveGrant(db, { accountId, platform, at: clock.now() });
  const client = social[platform];
  if (sealed === undefined || client?.isWithdrawn === undefined) return 'unknown';
  try {
    if (!(await client.isWithdrawn(keyring.open(grantPurpose, sealed), subject))) return 'notWithdrawn';
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    deps.journal.log.warn(
      { platform, failure: error.failure, providerCode: error.providerCode },
      'a platform did not say whether somebody withdrew',
    );
    return 'unknown';
  }
  return unbind(deps, { platform, accountId, from });
}

async function unbind(
  deps: WithdrawByPlatformDeps,
  change: { readonly platform: Platform; readonly accountId: string; readonly from: Pick<Origin, 'clientIp' | 'requestId'> },
): Promise<Outcome> {
  const {
    store: { db },
    identity: { accounts },
    journal: { audit },
  } = deps;
  const { platform, accountId, from } = change;
  return db.tx(async (): Promise<Outcome> => {
    const state = await lockAccount(db, accountId);
    const account = await accounts.findById(accountId);
    if (state === undefined || account === undefined || !account.socials.some((one) => one.platform === platform)) return 'unknown';
    if (!(await removeSocialAccount(db, { accountId, platform }))) return 'lastWayIn';
    await raiseVersion(db, accountId);
    await tellOfSocialAccount(deps.journal, { account, event: 'socialUnbound', platform, by: { clientIp: from.clientIp } });
    await deps.access.endAll(account);
    await audit.record({ event: 'social.unbound', accountId, origin: from, detail: { platform, by: 'platform' } });
    return 'unbound';
  });
}
