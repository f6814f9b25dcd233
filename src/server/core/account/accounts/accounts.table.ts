import type { AgeBand, GrownChoice, GuardianAnswer } from '#contract/vocabulary/children.ts';
import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';
import { profileLives, type ProfileColumns } from './profile-columns.ts';

export interface AccountsTable extends ProfileColumns {
  /**
   * 128 random bits, base64url. Key of all references and the claim `sub` for apps; never shown to people, never
   * reused.
   */
  id: string;
  /** The 12 digits that people see as their ID. */
  number: string;
  state: Guarded<'active' | 'locked' | 'deleting' | 'purged'>;
  region: string;
  language: string;
  nickname_changed_at: Guarded<number | null>;
  username_changes: Guarded<number>;
  region_changes: Guarded<number>;
  profile_image: string | null;
  show_qrcode: number;
  /** Argon2id, sealed; null without a password. */
  password_hash: string | null;
  password_changed_at: number | null;
  /** 1 where the password would be refused as a new one, as it was when it was last typed. */
  password_weak: number;
  /** Raised by every change of a credential; sessions, codes and proofs of an older epoch are invalid. */
  credential_epoch: Guarded<number>;
  /** Raised by every change of metainfo content: the ETag. */
  version: Guarded<number>;
  created_at: number;
  /** 1 while a legacy account with this account's phone or email waits for its upgrade. */
  legacy_offered: Guarded<number, number | undefined>;
  /**
   * Time of the last password recovery, the kind of contact that proved it, and the time when that contact was added.
   */
  recovered_at: number | null;
  recovered_by: 'phone' | 'email' | null;
  recovered_since: number | null;
  /** Time when the owner chose to keep the sign-in methods added shortly before. */
  recovery_reviewed_at: number | null;
  /** Time of the last change of anything that apps may read of the profile; null before the first. */
  profile_changed_at: Guarded<number | null, number | null | undefined>;
  /** Since when two-step verification protects the account; null without it. */
  two_step_at: Guarded<number | null, number | null | undefined>;
  /** Codes in messages that may be a second step, as words with a space between them. */
  second_methods: Guarded<string, string | undefined>;
  /** 0 for an owner who wants no offers of passkeys after a sign-in. */
  offer_passkeys: Guarded<number, number | undefined>;
  /** Number of the newest publication of the agreements that the account has accepted; 0 before the first. */
  agreed_through: Guarded<number, number | undefined>;
  /** The publication that was put off, 0 for none, and until when it is not asked for again. */
  terms_later_for: Guarded<number, number | undefined>;
  terms_remind_at: Guarded<number | null, number | null | undefined>;
  /** Since when it is frozen (`core/incidents`), whatever its state; null otherwise. */
  frozen_at: Guarded<number | null, number | null | undefined>;
  /** The group of ages of a registration through the age gate; '' for any other account. */
  age_band: Guarded<AgeBand | '', AgeBand | '' | undefined>;
  /** Until when an account that was never asked has put the question about its age off. */
  age_remind_at: Guarded<number | null, number | null | undefined>;
  /** When a child is no longer one (`core/children`); null for others. */
  child_until: Guarded<number | null, number | null | undefined>;
  /** Last answer of the guardians of a child, and until when one has to agree; '' and null for others. */
  guardian_answer: Guarded<GuardianAnswer | '', GuardianAnswer | '' | undefined>;
  guardian_due_at: Guarded<number | null, number | null | undefined>;
  /** How often its people have been notified of the present date. */
  guardian_told: Guarded<number, number | undefined>;
  /** When childhood ended; null for an account that was never a child's. */
  grown_at: Guarded<number | null, number | null | undefined>;
  /** Answer of its owner then about everything that was added before; '' before an answer. */
  grown_answer: Guarded<GrownChoice | '', GrownChoice | '' | undefined>;
}

export const accounts = table<AccountsTable>()({
  name: 'accounts',
  key: ['id'],
  sweep: 'never, because what refers to an account still does when it is gone',
  erase: { rows: 'stay', of: 'by core/account/accounts/accounts.guarded.ts' },
  restore: 'keep, because a higher epoch ends what the copy has of each',
  merge: 'move',
  data: {
    topic: 'account',
    basis: 'contract',
    until: 'account',
    since: 'created_at',
    of: ['id'],
    part: { topic: 'profile', basis: 'choice', until: 'removal', things: ['avatar', 'profileItems', 'profileSettings'] },
  },
  columns: {
    id: { erase: 'keep, because what refers to the account still does; 128 random bits that nobody was shown', export: isInternal },
    number: { erase: 'keep, because it is unique and not null: the id again', export: 'in the export as accountId' },
    state: { erase: { becomes: 'purged' }, export: 'in the export as accountState' },
    region: { erase: { blank: '' }, export: 'in the export as accountState' },
    language: { erase: { blank: '' }, export: 'in the export as accountState' },
    nickname_changed_at: { erase: { blank: null }, export: 'in the export as accountTimes, a time' },
    username_changes: { erase: { blank: 0 }, export: isBookkeeping },
    region_changes: { erase: { blank: 0 }, export: isBookkeeping },
    profile_image: { erase: { blank: null }, export: 'in the export as avatar' },
    ...profileLives,
    show_qrcode: { erase: { blank: 1 }, export: 'in the export as profileSettings, a switch' },
    password_hash: { erase: { blank: null }, export: 'derived from password' },
    password_weak: { erase: { blank: 0 }, export: 'derived from password' },
    password_changed_at: { erase: { blank: null }, export: 'in the export as accountTimes, a time' },
    credential_epoch: {
      erase: 'keep, because nothing of an earlier epoch may come to life: how often credentials changed',
      export: isBookkeeping,
    },
    version: { erase: { blank: 1 }, export: isBookkeeping },
    created_at: { erase: { blank: 0 }, export: 'in the export as accountTimes, a time' },
    legacy_offered: { erase: { blank: 0 }, export: 'derived from legacyAccount' },
    recovered_at: { erase: { blank: null }, export: 'in the export as recoveryTimes, a time' },
    recovered_by: { erase: { blank: null }, export: 'in the export as recoveryTimes' },
    recovered_since: { erase: { blank: null }, export: 'in the export as recoveryTimes, a time' },
    recovery_reviewed_at: { erase: { blank: null }, export: 'in the export as recoveryTimes, a time' },
    profile_changed_at: { erase: { blank: null }, export: 'in the export as accountTimes, a time' },
    two_step_at: { erase: { blank: null }, export: 'in the export as secondSteps, a time' },
    second_methods: { erase: { blank: '' }, export: 'in the export as secondSteps' },
    offer_passkeys: { erase: { blank: 1 }, export: 'in the export as secondSteps, a switch' },
    agreed_through: { erase: { blank: 0 }, export: 'derived from acceptedAgreements' },
    terms_later_for: { erase: { blank: 0 }, export: 'in the export as acceptedAgreements, a number' },
    terms_remind_at: { erase: { blank: null }, export: 'in the export as acceptedAgreements, a time' },
    frozen_at: { erase: { blank: null }, export: 'in the export as accountState, a time' },
    age_band: { erase: { blank: '' }, export: 'in the export as ages' },
    age_remind_at: { erase: { blank: null }, export: 'in the export as ages, a time' },
    child_until: { erase: { blank: null }, export: 'in the export as ages, a time' },
    guardian_answer: { erase: { blank: '' }, export: 'in the export as ages' },
    guardian_due_at: { erase: { blank: null }, export: 'in the export as ages, a time' },
    guardian_told: { erase: { blank: 0 }, export: isBookkeeping },
    grown_at: { erase: { blank: null }, export: 'in the export as ages, a time' },
    grown_answer: { erase: { blank: '' }, export: 'in the export as ages' },
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    accounts: AccountsTable;
  }
}
