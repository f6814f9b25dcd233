import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AuthorizationDeps } from './authorization.ts';
import { findOwner, listSocialAccounts } from './social-accounts.repository.ts';
import { findPending, type PendingDeps, type PendingIdentity } from './pending-identity.ts';

export interface PlatformView {
  readonly platform: Platform;
  readonly bound: boolean;
  readonly name: string;
  readonly avatar: string;
  readonly boundAt: string | null;
}

/** The configured platforms, and those bound to the account even if no longer configured. */
export async function listPlatforms(
  { store: { db }, social }: Pick<AuthorizationDeps, 'store' | 'social'>,
  account: Account,
): Promise<PlatformView[]> {
  const linked = await listSocialAccounts(db, account.id);
  return platforms.flatMap((platform): PlatformView[] => {
    const found = linked.find((one) => one.platform === platform);
    if (found) {
      const { name, avatarUrl, boundAt } = found;
      return [{ platform, bound: true, name, avatar: avatarUrl, boundAt: new Date(boundAt).toISOString() }];
    }
    return social[platform] === undefined ? [] : [{ platform, bound: false, name: '', avatar: '', boundAt: null }];
  });
}

/**
 * The last person who came back from a platform to this browser, and whether an account has bound them by now.
 * @throws {Refusal} socialStateInvalid when there is none
 */
export async function showPending(
  deps: PendingDeps,
  from: { readonly platform: Platform; readonly visitor: string },
): Promise<{ readonly pending: PendingIdentity; readonly isBound: boolean }> {
  const pending = await findPending(deps, from);
  if (pending === undefined) throw new Refusal('socialStateInvalid', { reason: 'nobody waits' });
  return { pending, isBound: (await findOwner(deps.store.db, pending.identity)) !== undefined };
}
