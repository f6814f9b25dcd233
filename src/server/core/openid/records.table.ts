import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isSecret, shortGraceMs, table, type Guarded, type Source } from '#server/platform/db/table.ts';

/** What the OpenID provider keeps: codes, tokens, grants, its own sessions and interactions. */
export interface OpenidRecordsTable {
  model: string;
  /** SHA-256 of the token or id, base64url; so are `grant_id` and `uid`. */
  id: string;
  /** Sealed JSON of the provider's payload. */
  sealed: string;
  account_id: string | null;
  client_id: string | null;
  grant_id: string | null;
  uid: string | null;
  /** Keyed hash. */
  user_code: string | null;
  /** The browser session that a provider's session stands on; follows it when that gets a new id. */
  session_id: Guarded<string | null>;
  /** Of a grant: the device that it was given to. */
  device_id: string | null;
  /** Of a grant: the account's when it was given; of another epoch it is dead with all that hangs on it. */
  credential_epoch: number | null;
  created_at: number;
  expires_at: number;
  consumed_at: Guarded<number | null>;
  /** When a device last asked whether its code was allowed. */
  polled_at: Guarded<number | null>;
  /** When a person decided about a device's code. */
  decided_at: Guarded<number | null>;
  /** When the clients of an ended session were told, or are to be tried again. */
  told_at: Guarded<number | null>;
  tries: Guarded<number>;
  source: Source;
  /** How much a row of a stranger holds; 0 in those of people who are signed in. */
  bytes: Guarded<number, undefined>;
}

/** What the provider keeps for minutes. */
const shortLived = ['Interaction', 'DeviceCode', 'AuthorizationCode', 'AccessToken'] as const;

export const openidRecords = table<OpenidRecordsTable>()({
  name: 'openid_records',
  key: ['model', 'id'],
  sweep: [
    { past: ['expires_at'], graceMs: day, every: 'hour' },
    { past: ['expires_at'], graceMs: shortGraceMs, where: { model: shortLived }, every: 'hour' },
    { past: ['expires_at'], graceMs: shortGraceMs, where: { source: 'set' }, every: 'minute' },
  ],
  erase: {
    rows: 'go',
    of: 'by core/openid/records.repository.ts',
    others: 'because they are requests of apps that nobody answered: sealed, under the hash of their id',
  },
  restore: { voidBut: { model: 'Session' }, reason: 'because from them apps are told that the sessions here have ended' },
  merge: 'drop',
  columns: {
    model: 'in the export',
    id: 'derived',
    sealed: 'derived',
    account_id: isInternal,
    client_id: 'in the export',
    grant_id: 'derived',
    uid: 'derived',
    user_code: isSecret,
    session_id: 'derived',
    device_id: 'derived',
    credential_epoch: isBookkeeping,
    created_at: 'in the export',
    expires_at: 'in the export',
    consumed_at: isBookkeeping,
    polled_at: isBookkeeping,
    decided_at: isBookkeeping,
    told_at: isBookkeeping,
    tries: isBookkeeping,
    source: 'derived',
    bytes: isBookkeeping,
  },
});
