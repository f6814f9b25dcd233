import { createAccounts, type Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { Breaches } from '#server/core/sign-in/password/breaches.ts';
import { createCredentials, type Credentials } from '#server/core/sign-in/password/credentials.repository.ts';
import { createLegacyAccounts, type LegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import type { AgeGate } from '#server/core/account/age/age-gate.ts';
import type { Agreements } from '#server/core/account/agreements/agreements.ts';
import type { SeparateConsents } from '#server/core/account/agreements/separate-consents.ts';
import type { MailDomains } from '#server/core/account/name-policy/mail-domains.ts';
import type { NamePolicy } from '#server/core/account/name-policy/name-policy.ts';
import { createFormerWays, type FormerWays } from '#server/core/sign-in/ways/former-ways.ts';
import type { ClaimWaits } from '#server/core/sign-in/ways/decisions.ts';
import { createWays, type Ways } from '#server/core/sign-in/ways/ways.ts';
import type { PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import type { Store } from '#server/core/store.ts';

/** The operator's rules for identities. */
export interface IdentityPolicy {
  readonly words: NamePolicy;
  readonly mailDomains: MailDomains;
  /** Names of the product, forbidden as a base of passwords. */
  readonly brand: readonly string[];
  /** Minimum time between two nickname changes. */
  readonly nicknamePeriodMs: number;
  /** The agreements that accounts accept. */
  readonly agreements: Agreements;
  /** Consents of accounts apart from the agreements. */
  readonly separate: SeparateConsents;
  /** The ages under which a guardian has to agree. */
  readonly ageGate: AgeGate;
  /** Passwords that were published elsewhere. */
  readonly breaches: Breaches;
  /** How long requests wait that only one way has opened, or two on one device. */
  readonly claimWaitsMs: ClaimWaits;
}

/** Accounts, their identifiers and passwords, what these stand for, and their rules. */
export interface Identity extends IdentityPolicy {
  readonly accounts: Accounts;
  readonly legacyAccounts: LegacyAccounts;
  readonly credentials: Credentials;
  readonly ways: Ways;
  readonly formers: FormerWays;
  readonly hasher: PasswordHasher;
}

export function createIdentity({ db, clock, keyring }: Store, hasher: PasswordHasher, policy: IdentityPolicy): Identity {
  const accounts = createAccounts({ db, clock, keyring });
  const formers = createFormerWays({ db, clock, keyring });
  return {
    ...policy,
    hasher,
    accounts,
    legacyAccounts: createLegacyAccounts({ db, keyring, accounts }),
    credentials: createCredentials(db),
    ways: createWays({ db, clock, formers, claimWaitsMs: policy.claimWaitsMs }),
    formers,
  };
}
