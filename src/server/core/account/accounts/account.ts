import type { WaitingAct } from '#contract/acts/acts.ts';
import type { AgeBand, GrownChoice, GuardianAnswer } from '#contract/vocabulary/children.ts';
import type { ClaimKind } from '#contract/protection/claims/claims.words.ts';
import type { MessageMethod } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Carrier } from '#contract/sign-in/ways/ways.words.ts';
import type { AcceptedTerms } from '#server/core/account/agreements/accepted-terms.ts';
import type { StoredProfile } from '#server/core/account/accounts/profile-columns.ts';

/**
 * `active` can sign in; `frozen` by its owner or an operator, until its owner proves to be it; `locked` by an operator;
 * `deleting` during the 15 days; `purged` has only its row left.
 */
export type AccountState = 'active' | 'frozen' | 'locked' | 'deleting' | 'purged';

/**
 * Replacement of a lost password after proof of the account's phone or email. Times are milliseconds since the epoch.
 */
export interface Recovery {
  readonly at: number;
  readonly by: 'phone' | 'email';
  /** Time when that contact was added to the account. */
  readonly since: number;
  /** Whether the owner chose to keep the sign-in methods added shortly before. */
  readonly isReviewed: boolean;
}

/** The age of an account that went through the age gate. Times are milliseconds. */
export interface AccountAge {
  /** '' for an account that was never asked. */
  readonly band: AgeBand | '';
  /** Until when its owner has put the question off; null without that. */
  readonly remindAt: number | null;
  /** When it is no longer a child; null unless it is one. */
  readonly childUntil: number | null;
  readonly answer: GuardianAnswer | '';
  /** Until when a guardian has to agree; null where nothing waits. */
  readonly dueAt: number | null;
  /** When childhood ended; null for an account that was never a child's. */
  readonly grownAt: number | null;
  /** The owner's answer to what was added before; '' before one. */
  readonly grownAnswer: GrownChoice | '';
}

/** A passkey of an account, as a way to sign in. */
export interface OwnPasskey {
  readonly id: string;
  readonly addedAt: number;
  readonly carriers: readonly Carrier[];
  /** Its person was verified with it, and no copy of it is suspected. */
  readonly proves: boolean;
}

/** A request that waits. */
export interface OpenClaim {
  readonly id: string;
  readonly kind: ClaimKind;
  /** Null for a recovery. */
  readonly action: WaitingAct | null;
  /** The id of the way that is to go, or ''. */
  readonly way: string;
  readonly dueAt: number;
}

/** An account with its profile and identifiers, as repositories return it. Times are milliseconds since the epoch. */
export interface Account extends StoredProfile {
  /** Internal: never shown to people; apps get it as `sub`. */
  readonly id: string;
  /** The 12 digits that people see as their ID. */
  readonly number: string;
  readonly state: AccountState;
  readonly region: RegionOrNone;
  readonly language: Language;
  /** Canonical and verified, like `email`. */
  readonly phone: string | null;
  readonly email: string | null;
  /** The email address as its owner wrote it; mail goes there. */
  readonly emailShown: string | null;
  /** Contacts of a legacy account that are not yet confirmed: they sign nobody in. */
  readonly unproven: readonly { readonly kind: 'phone' | 'email'; readonly shown: string }[];
  readonly username: string | null;
  /** As its owner wrote it. */
  readonly nickname: string;
  readonly profileImage: string | null;
  readonly showQrcode: boolean;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: number | null;
  /** Whether it would be refused as a new one. Known once it was typed at a sign-in. */
  readonly isPasswordWeak: boolean;
  readonly credentialEpoch: number;
  readonly version: number;
  readonly nicknameChangedAt: number | null;
  readonly usernameChanges: number;
  readonly regionChanges: number;
  readonly createdAt: number;
  /** Last change of anything that apps may read of the profile; null before the first. */
  readonly profileChangedAt: number | null;
  /** Whether a legacy account with this phone or email waits for its upgrade. */
  readonly legacyOffered: boolean;
  /** Which publications of the agreements it has accepted, and what it put off (`core/agreements`). */
  readonly terms: AcceptedTerms;
  /** Linked social accounts, with the person's name on the platform. */
  readonly socials: readonly { readonly platform: Platform; readonly name: string; readonly boundAt: number }[];
  readonly passkeys: readonly OwnPasskey[];
  /** Times when the phone and the email were added; null without one. */
  readonly phoneAddedAt: number | null;
  readonly emailAddedAt: number | null;
  /** Since when two-step verification protects it; null for an ordinary account. */
  readonly twoStepAt: number | null;
  /** Codes in messages that its owner allows as a second step. */
  readonly messageMethods: readonly MessageMethod[];
  /** Whether a sign-in may offer a passkey. */
  readonly offersPasskeys: boolean;
  /** Authenticator apps, oldest first. */
  readonly totpApps: readonly { readonly id: string; readonly addedAt: number }[];
  /** The number of unused recovery codes, and when the last ten were made; null without. */
  readonly recoveryCodes: { readonly left: number; readonly madeAt: number | null };
  /** Requests that wait (`core/claims`). */
  readonly openClaims: readonly OpenClaim[];
  /** Since when it is frozen, also beneath a lock; null otherwise. */
  readonly frozenAt: number | null;
  /** Knowledge of the age gate about it. */
  readonly age: AccountAge;
  /** Last recovery of the password. */
  readonly recovery: Recovery | null;
}
