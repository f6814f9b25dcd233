import type { Account } from '#server/core/accounts/account.ts';
import { checkSessionPassword, type SessionPasswordDeps, type SessionPasswordInput } from '#server/core/credentials/session-password.ts';
import { offerWithdrawal } from '#server/core/deletion/offer-withdrawal.ts';
import { createUpgradeTickets, type UpgradeTickets } from '#server/core/legacy/upgrade-tickets.ts';
import type { LegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import { createClaims, type Claims } from '#server/core/claims/claims.ts';
import { createLinks, type Links } from '#server/core/links/links.ts';
import { createPageTickets, type PageTickets } from '#server/core/page-tickets/page-tickets.ts';
import { createProofs, type Proofs } from '#server/core/identity-proof/proofs.ts';
import { createSignInTickets, type SignInTickets } from '#server/core/identity-proof/sign-in-tickets.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Codes } from '#server/core/codes/codes.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Store } from '#server/core/store.ts';
import type { Ways } from '#server/core/ways/ways.ts';
import type { Refusal } from '#server/platform/refusal.ts';

/** One-time proofs of an identity or of a permission. */
export interface Evidence {
  readonly codes: Codes;
  readonly proofs: Proofs;
  readonly links: Links;
  readonly pageTickets: PageTickets;
  readonly upgradeTickets: UpgradeTickets;
  readonly signInTickets: SignInTickets;
  readonly claims: Claims;
  /** Base URL of mailed links and tickets. */
  readonly publicUrl: string;
  /** Checks the password of a signed-in account: see `checkSessionPassword`. */
  checkPassword(session: Session, input: SessionPasswordInput): Promise<void>;
  /** The answer to a proof for an account that is being deleted: see `offerWithdrawal`. */
  offerWithdrawal(account: Pick<Account, 'id'>, absent: () => Refusal): Promise<Refusal>;
}

export interface EvidenceParts extends Pick<SessionPasswordDeps, 'hasher' | 'sessions' | 'audit' | 'notices'> {
  readonly accounts: Accounts;
  readonly legacyAccounts: LegacyAccounts;
  readonly codes: Codes;
  readonly ways: Ways;
  readonly publicUrl: string;
}

export function createEvidence({ db, clock, keyring }: Store, parts: EvidenceParts): Evidence {
  const { accounts, legacyAccounts, codes, publicUrl } = parts;
  const pageTickets = createPageTickets({ db, clock, accounts });
  return {
    codes,
    publicUrl,
    pageTickets,
    proofs: createProofs({ db, clock, keyring, ways: parts.ways }),
    links: createLinks({ db, clock, keyring }),
    upgradeTickets: createUpgradeTickets({ db, clock, legacyAccounts }),
    signInTickets: createSignInTickets({ db, clock }),
    claims: createClaims({ db, clock, keyring }),
    checkPassword: (session, input) => checkSessionPassword({ ...parts, db, clock }, session, input),
    offerWithdrawal: (account, absent) => offerWithdrawal({ db, clock, pageTickets }, account, absent),
  };
}
