import type { PlaceOf } from '#server/platform/geo/places.ts';
import type { Refusal } from '#server/platform/refusal.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import {
  checkSessionPassword,
  type SessionPasswordDeps,
  type SessionPasswordInput,
} from '#server/core/sign-in/password/session-password.ts';
import { offerWithdrawal } from '#server/core/account/deletion/offer-withdrawal.ts';
import { createUpgradeTickets, type UpgradeTickets } from '#server/core/account/legacy/upgrade-tickets.ts';
import { createPasskeys } from '#server/core/sign-in/passkeys/create-passkeys.ts';
import type { PasskeyRow, Passkeys } from '#server/core/sign-in/passkeys/passkeys.ts';
import type { RelyingParty } from '#server/core/sign-in/passkeys/relying-party.ts';
import { tellOfPasskey } from '#server/core/sign-in/passkeys/tell-of-passkey.ts';
import type { LegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import { createClaims, type Claims } from '#server/core/protection/claims/claims.ts';
import { createLinks, type Links } from '#server/core/sign-in/links/links.ts';
import { createPageTickets, type PageTickets } from '#server/core/sign-in/page-tickets/page-tickets.ts';
import { createProofs, type Proofs } from '#server/core/sign-in/identity-proof/proofs.ts';
import { createSignInTickets, type SignInTickets, type SignInTicketsDeps } from '#server/core/sign-in/identity-proof/sign-in-tickets.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import { createRecoveryCodes, type RecoveryCodes } from '#server/core/sign-in/two-step/recovery-codes.ts';
import { createStepCodes, type StepCodes } from '#server/core/sign-in/two-step/step-codes.ts';
import { createTotpApps, type TotpApps } from '#server/core/sign-in/two-step/totp-apps.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Codes } from '#server/core/sign-in/codes/codes.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { WorldStore } from '#server/core/store.ts';
import type { SingleKind, Ways } from '#server/core/sign-in/ways/ways.ts';

/** One-time proofs of an identity or of a permission. */
export interface Evidence {
  readonly codes: Codes;
  readonly passkeys: Passkeys;
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
  wayShown(account: Account, kind: SingleKind): ShownWay;
  /** The answer to a proof for an account that is being deleted: see `offerWithdrawal`. */
  offerWithdrawal(account: Pick<Account, 'id'>, shown: readonly ShownWay[]): Promise<Refusal>;
}

export interface EvidenceParts extends Pick<SessionPasswordDeps, 'hasher' | 'sessions' | 'audit' | 'notices'> {
  readonly accounts: Accounts;
  readonly legacyAccounts: LegacyAccounts;
  readonly codes: Codes;
  readonly ways: Ways;
  readonly publicUrl: string;
  /** Undefined while passkeys are off. */
  readonly relyingParty: RelyingParty | undefined;
  readonly gate: SignInTicketsDeps['gate'];
  readonly placeOf: PlaceOf;
}

export function createEvidence(store: WorldStore, parts: EvidenceParts): Evidence {
  const { db, clock, wall, keyring } = store;
  const { accounts, legacyAccounts, codes, publicUrl, relyingParty } = parts;
  const totp = createTotpApps({ db, clock, wall, keyring });
  const recoveryCodes = createRecoveryCodes({ db, clock, keyring });
  const claims = createClaims({ db, clock, keyring }, parts.placeOf);
  const pageTickets = createPageTickets({ db, clock, accounts });
  return {
    codes,
    passkeys: createPasskeys(store, { relyingParty, tellSuspect: (passkey) => tellSuspect(parts, passkey) }),
    publicUrl,
    pageTickets,
    proofs: createProofs({ db, clock, keyring, ways: parts.ways, claims }),
    links: createLinks({ db, clock, keyring }),
    upgradeTickets: createUpgradeTickets({ db, clock, legacyAccounts }),
    signInTickets: createSignInTickets({ db, clock, gate: parts.gate }),
    claims,
    totp,
    recoveryCodes,
    stepCodes: createStepCodes({ ...parts, db, clock, wall, totp, recoveryCodes }),
    wayShown: (account, kind) => ({ id: parts.ways.idOf(account, kind) }),
    checkPassword: (session, input) => checkSessionPassword({ ...parts, db, clock }, session, input),
    offerWithdrawal: (account, shown) => offerWithdrawal({ db, pageTickets }, account, shown),
  };
}

/** A copy may be in the hands of somebody else, who is the one that asks: the notice does not speak of them. */
async function tellSuspect({ accounts, audit, notices }: EvidenceParts, passkey: PasskeyRow): Promise<void> {
  const account = await accounts.findById(passkey.account_id);
  if (account === undefined) return;
  const origin = { clientIp: '', requestId: '' };
  await audit.record({ event: 'passkey.suspected', accountId: account.id, origin, detail: { passkey: passkey.id } });
  await tellOfPasskey({ notices }, { account, event: 'passkeySuspect', passkey, by: origin });
}
