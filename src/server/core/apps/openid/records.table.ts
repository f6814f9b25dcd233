import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isSecret, shortGraceMs, table, type Guarded, type Source } from '#server/platform/db/tables/table.ts';

/** Records of the OpenID provider: codes, tokens, grants, its own sessions and interactions. */
export interface OpenidRecordsTable {
  model: string;
  /** SHA-256 of the token or id, base64url; the same for `grant_id` and `uid`. */
  id: string;
  /** Sealed JSON of the provider's payload. */
  sealed: string;
  account_id: string | null;
  client_id: string | null;
  grant_id: string | null;
  uid: string | null;
  /** Keyed hash. */
  user_code: string | null;
  /** The browser session behind a provider's session; follows its new id. */
  session_id: Guarded<string | null>;
  /** For a grant: the device that received it. */
  device_id: string | null;
  /** For a grant: the account's epoch when it was given; after a change it is invalid, with all its records. */
  credential_epoch: number | null;
  created_at: number;
  expires_at: number;
  consumed_at: Guarded<number | null>;
  /** Time of a device's last poll for its code. */
  polled_at: Guarded<number | null>;
  /** Time of a person's decision about a device's code. */
  decided_at: Guarded<number | null>;
  /** Time of the notification of an ended session's clients, or of the next try. */
  told_at: Guarded<number | null>;
  tries: Guarded<number>;
  /** Time of the last use of a refresh token that stays the same, or of a grant on a desktop. */
  used_at: Guarded<number | null, number | null | undefined>;
  source: Source;
  /** Size of a stranger's row; 0 in rows of signed-in people. */
  bytes: Guarded<number, undefined>;
}

/** Records that live for minutes. */
const shortLived = [
  'Interaction',
  'PostedRequest',
  'PushedAuthorizationRequest',
  'DeviceCode',
  'AuthorizationCode',
  'AccessToken',
  'ClientCredentials',
] as const;

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
    of: 'by core/apps/openid/records.repository.ts',
    others: 'because they are requests of apps that nobody answered: sealed, under the hash of their id',
  },
  restore: { voidBut: { model: 'Session' }, reason: 'because from them apps are told that the sessions here have ended' },
  merge: 'drop',
  session: { session_id: 'moves' },
  data: { topic: 'apps', basis: 'choice', until: 'swept', since: 'created_at', of: ['account_id'] },
  columns: {
    model: 'in the export as appTokens',
    id: 'derived from appTokens',
    sealed: 'sealed as appTokens',
    account_id: isInternal,
    client_id: 'in the export as appTokens',
    grant_id: 'derived from appTokens',
    uid: 'derived from appTokens',
    user_code: isSecret,
    session_id: 'derived from appTokens',
    device_id: 'derived from appTokens',
    credential_epoch: isBookkeeping,
    created_at: 'in the export as appTokens, a time',
    expires_at: 'in the export as appTokens, a time',
    consumed_at: isBookkeeping,
    polled_at: isBookkeeping,
    decided_at: isBookkeeping,
    told_at: isBookkeeping,
    tries: isBookkeeping,
    used_at: isBookkeeping,
    source: 'derived from appTokens',
    bytes: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    openid_records: OpenidRecordsTable;
  }
}
