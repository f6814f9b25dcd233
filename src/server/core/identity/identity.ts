import { createAccounts, type Accounts } from '#server/core/accounts/accounts.repository.ts';
import { createCredentials, type Credentials } from '#server/core/credentials/credentials.repository.ts';
import { createLegacyAccounts, type LegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import type { NamePolicy } from '#server/core/name-policy/name-policy.ts';
import type { PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import type { Store } from '#server/core/store.ts';

/** What an identity may be made of, as the operator decides. */
export interface IdentityPolicy {
  readonly words: NamePolicy;
  /** Names of the product that no password may be made of. */
  readonly brand: readonly string[];
  /** How long a nickname stays before it may be changed again. */
  readonly nicknamePeriodMs: number;
}

/** Who somebody is here: accounts, what names them, their passwords, and the rules of both. */
export interface Identity extends IdentityPolicy {
  readonly accounts: Accounts;
  readonly legacyAccounts: LegacyAccounts;
  readonly credentials: Credentials;
  readonly hasher: PasswordHasher;
}

export function createIdentity({ db, keyring }: Store, hasher: PasswordHasher, policy: IdentityPolicy): Identity {
  const accounts = createAccounts({ db, keyring });
  return {
    ...policy,
    hasher,
    accounts,
    legacyAccounts: createLegacyAccounts({ db, keyring, accounts }),
    credentials: createCredentials(db),
  };
}
