import { sensitiveScopes } from '#contract/apps/developer/developer.words.ts';
import type { Scope } from '#contract/vocabulary/scopes.ts';
import { hasDeveloperConsent } from '#server/core/account/agreements/consents.repository.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Core } from '#server/core/core.ts';
import type { Config } from '#server/platform/settings/config.ts';

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

/** Whether the operator wants to see a change before people do. */
export function needsReview({ mode }: Developers, scopes: readonly Scope[]): boolean {
  return mode !== 'open' || scopes.some((scope) => sensitiveScopes.includes(scope));
}
