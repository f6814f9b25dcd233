import { isBookkeeping, isInternal, isSecret, table, type Guarded } from '#server/platform/db/table.ts';

export interface AccountsTable {
  /** 128 random bits, base64url. The subject of everything, and for apps the claim `sub`; never shown to people, never reused. */
  id: string;
  /** The 12 digits that the person sees as ID. */
  number: string;
  state: Guarded<'active' | 'locked' | 'deleting' | 'purged'>;
  region: string;
  language: string;
  nickname_changed_at: Guarded<number | null>;
  username_changes: Guarded<number>;
  region_changes: Guarded<number>;
  profile_image: string | null;
  gender: number;
  birthday: string | null;
  address: string;
  real_name: string;
  signature: string;
  profile: string;
  /** ISO 3166-1 alpha-2, OTHER, or ''. */
  country: string;
  degree: string;
  school: string;
  department: string;
  year: string;
  industry: number;
  company: string;
  title: string;
  show_qrcode: number;
  /** Argon2id, sealed or of the peppered password (`platform/crypto/stored-hash.ts`); null while no password is set. */
  password_hash: string | null;
  password_changed_at: number | null;
  /** Raised by every change of a credential: sessions, codes and proofs of an older epoch are dead. */
  credential_epoch: Guarded<number>;
  /** Raised by every change of what metainfo shows: the ETag. */
  version: Guarded<number>;
  created_at: number;
  /** 1 while a legacy account that waits for its upgrade has the phone or the email of this one. */
  legacy_offered: Guarded<number, number | undefined>;
  /** When a lost password was last replaced, by a proof of what, and since when the account had had that. */
  recovered_at: number | null;
  recovered_by: 'phone' | 'email' | null;
  recovered_since: number | null;
  /** When its owner kept what had been added shortly before. */
  recovery_reviewed_at: number | null;
}

export const accounts = table<AccountsTable>()({
  name: 'accounts',
  key: ['id'],
  sweep: 'never, because what refers to an account still does when it is gone',
  erase: { rows: 'stay', of: 'by core/accounts/accounts.guarded.ts' },
  restore: 'keep, because a higher epoch ends what the copy has of each',
  merge: 'move',
  columns: {
    id: { erase: 'keep, because what refers to the account still does; 128 random bits that nobody was shown', export: isInternal },
    number: { erase: 'keep, because it is unique and not null: the id again', export: 'in the export' },
    state: { erase: { becomes: 'purged' }, export: 'in the export' },
    region: { erase: { blank: '' }, export: 'in the export' },
    language: { erase: { blank: '' }, export: 'in the export' },
    nickname_changed_at: { erase: { blank: null }, export: 'in the export' },
    username_changes: { erase: { blank: 0 }, export: isBookkeeping },
    region_changes: { erase: { blank: 0 }, export: isBookkeeping },
    profile_image: { erase: { blank: null }, export: 'in the export' },
    gender: { erase: { blank: 0 }, export: 'in the export' },
    birthday: { erase: { blank: null }, export: 'in the export' },
    address: { erase: { blank: '' }, export: 'in the export' },
    real_name: { erase: { blank: '' }, export: 'in the export' },
    signature: { erase: { blank: '' }, export: 'in the export' },
    profile: { erase: { blank: '' }, export: 'in the export' },
    country: { erase: { blank: '' }, export: 'in the export' },
    degree: { erase: { blank: '' }, export: 'in the export' },
    school: { erase: { blank: '' }, export: 'in the export' },
    department: { erase: { blank: '' }, export: 'in the export' },
    year: { erase: { blank: '' }, export: 'in the export' },
    industry: { erase: { blank: 0 }, export: 'in the export' },
    company: { erase: { blank: '' }, export: 'in the export' },
    title: { erase: { blank: '' }, export: 'in the export' },
    show_qrcode: { erase: { blank: 1 }, export: 'in the export' },
    password_hash: { erase: { blank: null }, export: isSecret },
    password_changed_at: { erase: { blank: null }, export: 'in the export' },
    credential_epoch: {
      erase: 'keep, because nothing of an earlier epoch may come to life: how often credentials changed',
      export: isBookkeeping,
    },
    version: { erase: { blank: 1 }, export: isBookkeeping },
    created_at: { erase: { blank: 0 }, export: 'in the export' },
    legacy_offered: { erase: { blank: 0 }, export: 'derived' },
    recovered_at: { erase: { blank: null }, export: 'in the export' },
    recovered_by: { erase: { blank: null }, export: 'in the export' },
    recovered_since: { erase: { blank: null }, export: 'in the export' },
    recovery_reviewed_at: { erase: { blank: null }, export: 'in the export' },
  },
});
