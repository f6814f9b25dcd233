import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Store } from '#server/core/store.ts';

interface OwesTermsDeps {
  readonly identity: Identity;
  readonly store: Store;
}

/**
 * Whether the person of a request for a sign-in must answer changed agreements first. As long as the answer may be put
 * off, a request that may show no page continues. Tokens continue as well: nobody is there to ask.
 */
export async function owesTerms(
  { identity: { accounts, agreements }, store: { clock } }: OwesTermsDeps,
  { oidc }: KoaContextWithOIDC,
): Promise<boolean> {
  const accountId = oidc.session?.accountId;
  const account = accountId === undefined ? undefined : await accounts.findLive(accountId);
  if (account === undefined) return false;
  const state = agreements.stateOf(account, clock.now());
  return state === 'held' || (state === 'ask' && !oidc.prompts.has('none'));
}
