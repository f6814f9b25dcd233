import type { Refusal } from '#server/platform/refusal.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { checkSessionPassword, type SessionPasswordDeps, type SessionPasswordInput } from '#server/core/credentials/session-password.ts';
import { offerWithdrawal, type Withdrawing } from '#server/core/deletion/offer-withdrawal.ts';
import { createUpgradeTickets, type UpgradeTickets } from '#server/core/legacy/upgrade-tickets.ts';
import type { LegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import { createClaims, type Claims } from '#server/core/claims/claims.ts';
import { createLinks, type Links } from '#server/core/links/links.ts';
import { createPageTickets, type PageTickets } from '#server/core/page-tickets/page-tickets.ts';
import { createProofs, type Proofs } from '#server/core/identity-proof/proofs.ts';
import { createSignInTickets, type SignInTickets } from '#server/core/identity-proof/sign-in-tickets.ts';
import type { ShownWay } from '#server/core/second-step/assurance.ts';
import { createRecoveryCodes, type RecoveryCodes } from '#server/core/second-step/recovery-codes.ts';
import { createStepCodes, type StepCodes } from '#server/core/second-step/step-codes.ts';
import { createTotpApps, type TotpApps } from '#server/core/second-step/totp-apps.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Codes } from '#server/core/codes/codes.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Store } from '#server/core/store.ts';
import type { ProofMethod } from '#contract/vocabulary/identity-proof.ts';
import type { OwnKind, Ways } from '#server/core/ways/ways.ts';

/** One-time proofs of an identity or of a permission. */
export interface Evidence {
  readonly codes: Codes;
  readonly proofs: Proofs;
  readonly links: Links;
  readonly pageTickets: PageTickets;
  readonly upgradeTickets: UpgradeTickets;
  readonly signInTickets: SignInTickets;
  readonly claims: Claims;
  readonly totp: TotpApps;
  readonly recoveryCodes: RecoveryCodes;
  readonly stepCodes: StepCodes;
  /** Base URL of mailed links and tickets. */
  readonly publicUrl: string;
  /** Checks the password of a signed-in account: see `checkSessionPassword`. */
  checkPassword(session: Session, input: SessionPasswordInput): Promise<void>;
  /** The way of an account that a proof by this method shows. */
  wayShown(account: Account, method: ProofMethod | OwnKind): ShownWay;
  /** The answer to a proof for an account that is being deleted: see `offerWithdrawal`. */
  offerWithdrawal(account: Pick<Account, 'id'>, withdrawing: Withdrawing): Promise<Refusal>;
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
  const totp = createTotpApps({ db, clock, keyring });
  const recoveryCodes = createRecoveryCodes({ db, clock, keyring });
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
    totp,
    recoveryCodes,
    stepCodes: createStepCodes({ ...parts, db, clock, totp, recoveryCodes }),
    wayShown: (account, method) => ({ id: parts.ways.idOf(account, method) }),
    checkPassword: (session, input) => checkSessionPassword({ ...parts, db, clock }, session, input),
    offerWithdrawal: (account, withdrawing) => offerWithdrawal({ db, clock, pageTickets }, account, withdrawing),
  };
}
