import { sensitiveScopes } from '#contract/apps/developer/developer.words.ts';
import { hasDeveloperConsent } from '#server/core/account/agreements/consents.repository.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import type { Core } from '#server/core/core.ts';
import type { Config } from '#server/platform/settings/config.ts';

type Described = Pick<OwnApp['client'], 'scopes'>;

export type Developers = Config['developers'];

/** Whether the operator lets this account build apps. */
export function isInvited({ mode, invited }: Developers, { number }: Pick<Account, 'number'>): boolean {
  if (mode === 'off') return false;
  return mode !== 'invited' || invited.has(number);
}

/** Whether this account may build apps now: the operator lets it, and it has accepted the current agreement. */
export async function mayDevelop(
  { store, identity, developers }: Pick<Core, 'store' | 'identity'> & { readonly developers: Developers },
  accountId: string,
): Promise<boolean> {
  const account = await identity.accounts.findById(accountId);
  return account !== undefined && isInvited(developers, account) && hasDeveloperConsent(store.db, accountId);
}

/**
 * Whether the operator wants to see a change before people do: leaving a permission out skips no review, and the mark says
 * that a reviewer has seen everything that runs.
 */
export function needsReview(
  { mode }: Developers,
  { client, reviewedDomain }: { readonly client: Described; readonly reviewedDomain: string },
  wanted: Described = client,
): boolean {
  const isSensitive = [...client.scopes, ...wanted.scopes].some((scope) => sensitiveScopes.includes(scope));
  return mode !== 'open' || reviewedDomain !== '' || isSensitive;
}
