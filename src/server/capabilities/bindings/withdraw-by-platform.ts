import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Audit, Origin } from '#server/core/audit/audit.ts';
import { endAllAccess, type CredentialChangeDeps } from '#server/core/credentials/credential-change.ts';
import type { Notices } from '#server/core/notices/notices.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { removeBinding } from './bindings.guarded.ts';
import { lockAccount, raiseVersion } from '#server/core/accounts/accounts.guarded.ts';
import type { Log } from '#server/platform/log.ts';
import { SocialError, type SocialClients } from '#server/platform/social/social.ts';
import { findSubject } from './bindings.repository.ts';
import { findLiveGrant } from './grants.repository.ts';
import { grantPurpose } from './keep-grant.ts';
import { tellOwner } from './tell-owner.ts';

export interface WithdrawByPlatformDeps extends CredentialChangeDeps {
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly social: SocialClients;
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly notices: Notices;
  readonly log: Pick<Log, 'warn'>;
}

/** Who is said to have withdrawn. None of it is signed: it only says whom to ask about. */
export interface Withdrawal {
  readonly platform: Platform;
  /** The id of our app there. */
  readonly app: string;
  readonly subject: string;
}

type Outcome = 'unbound' | 'unknown' | 'notWithdrawn' | 'lastWayIn';

/**
 * Unbinds a person who has removed our app at their platform. Anybody may say so: it is believed when the platform refuses a token of the
 * person that would otherwise still be good. A token that has run out proves nothing, and the last way in is never taken away.
 *
 * Whose is it → is there a live token → does the platform refuse it → one transaction: binding gone, notices, audit, the end of all access.
 */
export async function withdrawByPlatform(
  deps: WithdrawByPlatformDeps,
  withdrawal: Withdrawal,
  from: Pick<Origin, 'address' | 'requestId'>,
): Promise<Outcome> {
  const { db, clock, keyring, social } = deps;
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
    deps.log.warn(
      { platform, failure: error.failure, providerCode: error.providerCode },
      'a platform did not say whether somebody withdrew',
    );
    return 'unknown';
  }
  return unbind(deps, { platform, accountId, from });
}

async function unbind(
  deps: WithdrawByPlatformDeps,
  change: { readonly platform: Platform; readonly accountId: string; readonly from: Pick<Origin, 'address' | 'requestId'> },
): Promise<Outcome> {
  const { db, accounts, audit } = deps;
  const { platform, accountId, from } = change;
  return db.tx(async (): Promise<Outcome> => {
    const state = await lockAccount(db, accountId);
    const account = await accounts.findById(accountId);
    if (state === undefined || account === undefined || !account.socials.some((one) => one.platform === platform)) return 'unknown';
    if (!(await removeBinding(db, { accountId, platform }))) return 'lastWayIn';
    await raiseVersion(db, accountId);
    await tellOwner(deps, { account, event: 'socialUnbound', platform, from: from.address });
    await endAllAccess(deps, account);
    await audit.record({ event: 'social.unbound', accountId, origin: from, detail: { platform, by: 'platform' } });
    return 'unbound';
  });
}
