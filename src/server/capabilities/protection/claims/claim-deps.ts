import type { Account } from '#server/core/account/accounts/account.ts';
import type { TellOfClaimDeps } from '#server/core/protection/claims/tell-of-claim.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';

export interface ClaimDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

/** The parts of the nouns that tell of a claim. */
export function tellingOf({ store, identity, evidence, journal }: ClaimDeps): TellOfClaimDeps {
  return { clock: store.clock, links: evidence.links, notices: journal.notices, formers: identity.formers };
}

/** The account of a claim, which has the rows of claims for as long as it exists. */
export async function accountOf({ identity }: Pick<ClaimDeps, 'identity'>, id: string): Promise<Account> {
  const account = await identity.accounts.findById(id);
  if (!account) throw new Error('a claim of no account');
  return account;
}
