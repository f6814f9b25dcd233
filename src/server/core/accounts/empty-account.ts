import { emptyProfileColumns } from '#server/platform/db/profile-columns.ts';
import type { BlankAccount } from './accounts.guarded.ts';

/**
 * The row of an account of which nothing is known: what every account begins with, and what the purge leaves of it. The type asks for every
 * column, so that none can be added to the one and forgotten in the other.
 */
export const emptyAccount: BlankAccount = {
  region: '',
  language: '',
  nickname_changed_at: null,
  username_changes: 0,
  region_changes: 0,
  profile_image: null,
  ...emptyProfileColumns,
  show_qrcode: 1,
  password_hash: null,
  password_changed_at: null,
  version: 1,
  created_at: 0,
  legacy_offered: 0,
  recovered_at: null,
  recovered_by: null,
  recovered_since: null,
  recovery_reviewed_at: null,
};
