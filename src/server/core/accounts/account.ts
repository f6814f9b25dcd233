import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Language, RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { StoredProfile } from '#server/platform/db/profile-columns.ts';

/** `active` signs in; `locked` by an operator; `deleting` during the 15 days; `purged` is gone but for its row. */
export type AccountState = 'active' | 'locked' | 'deleting' | 'purged';

/** A lost password was replaced by somebody who proved to have the account's phone or email. Times are milliseconds since the epoch. */
export interface Recovery {
  readonly at: number;
  readonly by: 'phone' | 'email';
  /** Since when the account had had that one. */
  readonly since: number;
  /** Whether its owner has kept what had been added shortly before. */
  readonly isReviewed: boolean;
}

/** An account with its profile and the identifiers that it has, as repositories return it. Times are milliseconds since the epoch. */
export interface Account extends StoredProfile {
  /** Internal: never shown; sent to apps alone, as `sub`. */
  readonly id: string;
  /** The 12 digits that the person sees as ID. */
  readonly number: string;
  readonly state: AccountState;
  readonly region: RegionOrNone;
  readonly language: Language;
  /** Canonical, like `email`; both proven. */
  readonly phone: string | null;
  readonly email: string | null;
  /** The address as its owner wrote it: where mail goes. */
  readonly emailShown: string | null;
  readonly username: string | null;
  /** As its owner wrote it. */
  readonly nickname: string;
  readonly profileImage: string | null;
  readonly showQrcode: boolean;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: number | null;
  readonly credentialEpoch: number;
  readonly version: number;
  readonly nicknameChangedAt: number | null;
  readonly usernameChanges: number;
  readonly regionChanges: number;
  readonly createdAt: number;
  /** Whether a legacy account with its phone or email waits for the upgrade. */
  readonly legacyOffered: boolean;
  /** The social accounts that sign in to it, with what the person is called there. */
  readonly socials: readonly { readonly platform: Platform; readonly name: string; readonly boundAt: number }[];
  /** Since when it has its phone and its email; null without. */
  readonly phoneAddedAt: number | null;
  readonly emailAddedAt: number | null;
  /** The last recovery of its password. */
  readonly recovery: Recovery | null;
}
