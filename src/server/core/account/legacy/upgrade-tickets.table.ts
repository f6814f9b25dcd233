import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isSecret, table, type Guarded } from '#server/platform/db/tables/table.ts';

/**
 * Upgrade tickets: a visitor proved ownership of a phone, an email or a legacy account. Valid for one upgrade or merge
 * (`core/legacy`).
 */
export interface UpgradeTicketsTable {
  /** SHA-256 of the token, base64url. */
  id: string;
  /** `visitor:<hash of the cookie>`: valid only in that browser. */
  holder: string;
  kind: 'phone' | 'email' | 'legacy';
  /** Keyed hash of the phone or email, or the id of the legacy account. */
  subject: string;
  /**
   * The account with the phone or email at that time, if any, and its epoch: after a change, the ticket proves nothing
   * for it.
   */
  account_id: string | null;
  credential_epoch: number | null;
  /** Argon2id hash of the verified legacy password. */
  password_hash: string | null;
  created_at: number;
  expires_at: number;
  used_at: Guarded<number | null>;
}

export const upgradeTickets = table<UpgradeTicketsTable>()({
  name: 'upgrade_tickets',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: day, every: 'hour' }],
  erase: {
    rows: 'go',
    of: 'account_id',
    receipt: 'upgrade_tickets',
    others: 'because they are contacts that a visitor has proven, as keyed hashes',
  },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'short', basis: 'contract', until: 'short', since: 'created_at' },
  columns: {
    id: isSecret,
    holder: 'derived from tickets',
    kind: 'in the export as tickets',
    subject: 'derived from tickets',
    account_id: isInternal,
    credential_epoch: isBookkeeping,
    password_hash: 'derived from password',
    created_at: 'in the export as tickets, a time',
    expires_at: 'derived from tickets',
    used_at: 'in the export as tickets, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    upgrade_tickets: UpgradeTicketsTable;
  }
}
