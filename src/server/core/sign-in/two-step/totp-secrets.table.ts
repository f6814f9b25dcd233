import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';
import { minute } from '#server/platform/clock.ts';

/** Authenticator apps of accounts (`core/second-step`). */
export interface TotpSecretsTable {
  id: string;
  account_id: string;
  /** 160 bits, sealed by the keyring. */
  sealed: string;
  /** As its owner wrote it, or ''. */
  name: string;
  /** The last time step whose code was spent: no code of it or of an earlier one works again. */
  last_step: Guarded<number>;
  created_at: number;
  /** When the app showed its first right code; null before. */
  confirmed_at: Guarded<number | null>;
  /** It proves nothing yet and ends then; null once it is a second step. */
  pending_until: Guarded<number | null>;
  /** The session in which it waits: no other one makes a second step of it. */
  session_id: Guarded<string | null>;
  last_used_at: Guarded<number | null>;
}

export const totpSecrets = table<TotpSecretsTable>()({
  name: 'totp_secrets',
  key: ['id'],
  sweep: [{ past: ['pending_until'], graceMs: 5 * minute, where: { pending_until: 'set' }, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'totp_secrets' },
  restore: 'keep, because no code outlives the minute and a half in which it is valid',
  merge: 'keep',
  session: { session_id: 'moves' },
  data: { topic: 'account', basis: 'security', until: 'removal', since: 'created_at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    sealed: 'sealed as authenticatorApps',
    name: 'in the export as authenticatorApps',
    last_step: isBookkeeping,
    created_at: 'in the export as authenticatorApps, a time',
    confirmed_at: 'derived from authenticatorApps',
    pending_until: 'derived from authenticatorApps',
    session_id: isInternal,
    last_used_at: 'in the export as authenticatorApps, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    totp_secrets: TotpSecretsTable;
  }
}
