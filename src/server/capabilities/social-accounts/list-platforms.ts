import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AuthorisationDeps } from './authorisation.ts';
import { findOwner, listSocialAccounts } from './social-accounts.repository.ts';
import { findPending, type PendingDeps, type PendingIdentity } from './pending-identity.ts';

export interface PlatformView {
  readonly platform: Platform;
  readonly bound: boolean;
  readonly name: string;
  readonly avatar: string;
  readonly boundAt: string | null;
}

/** The platforms that are configured, and those that the account is bound to even if they are not any more. */
export async function listPlatforms(
  { store: { db }, social }: Pick<AuthorisationDeps, 'store' | 'social'>,
  account: Account,
): Promise<PlatformView[]> {
  const bindings = await listSocialAccounts(db, account.id);
  return platforms.flatMap((platform): PlatformView[] => {
    const binding = bindings.find((one) => one.platform === platform);
    if (binding) {
      const { name, avatarUrl, boundAt } = binding;
      return [{ platform, bound: true, name, avatar: avatarUrl, boundAt: new Date(boundAt).toISOString() }];
    }
    return social[platform] === undefined ? [] : [{ platform, bound: false, name: '', avatar: '', boundAt: null }];
  });
}

/**
 * Who came back from a platform to this browser last, and whether somebody here is bound to them by now.
 * @throws {Refusal} socialStateInvalid when nobody waits
 */
export async function showPending(
  deps: PendingDeps,
  from: { readonly platform: Platform; readonly visitor: string },
): Promise<{ readonly pending: PendingIdentity; readonly isBound: boolean }> {
  const pending = await findPending(deps, from);
  if (pending === undefined) throw new Refusal('socialStateInvalid', { reason: 'nobody waits' });
  return { pending, isBound: (await findOwner(deps.store.db, pending.identity)) !== undefined };
}
