import type { ColumnType } from 'kysely';
import type { Lane } from '#server/platform/outbox/lanes.ts';
import type { DeliveryFailure } from '#server/platform/outbox/undeliverable.ts';
import type { ProfileColumns } from './profile-columns.ts';

/**
 * The database as Kysely sees it, one schema for SQLite and PostgreSQL. Only portable column types: text, integer (0 and 1 for
 * booleans), bigint for milliseconds since the epoch, JSON as text.
 */

/**
 * A column that only `*.guarded.ts` files may change: single-use marks, counters, states. Other code can read it and set
 * it on insert; an update of it does not compile.
 */
type Guarded<T> = ColumnType<T, T, never>;

/**
 * The networks of whoever made a row without being signed in (`stranger-rows.ts`); null in the rows of people who are.
 */
type Source = ColumnType<string | null, undefined, never>;

export interface AccountsTable extends ProfileColumns {
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
  legacy_offered: ColumnType<number, number | undefined, never>;
  /** When a lost password was last replaced, by a proof of what, and since when the account had had that. */
  recovered_at: number | null;
  recovered_by: 'phone' | 'email' | null;
  recovered_since: number | null;
  /** When its owner kept what had been added shortly before. */
  recovery_reviewed_at: number | null;
}

/** What names an account: at most one account has a given (kind, value), whatever the concurrency. */
export interface IdentifiersTable {
  kind: 'phone' | 'email' | 'username' | 'nickname';
  /** The canonical spelling (`core/accounts/identifier.ts`). */
  value: string;
  account_id: string;
  /** As the person wrote it. */
  shown: string;
  verified_at: number | null;
  created_at: number;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value, base64url. */
  id: string;
  account_id: string;
  credential_epoch: number;
  created_at: number;
  /** Moved forward at most once in five minutes. */
  last_seen_at: number;
  idle_expires_at: number;
  expires_at: number;
  /** Set by sign-out or revocation: the session answers 401 from then on. */
  ended_at: Guarded<number | null>;
  /** When the last proof of identity made in this session ends, or null. */
  verified_until: Guarded<number | null>;
  address: string;
  user_agent: string;
}

/** One-time codes (contract 3): bound to scene, channel, target and holder, at most five wrong tries, one success. */
export interface CodesTable {
  id: string;
  scene: string;
  channel: 'sms' | 'email';
  /** Keyed hash of the canonical phone or email. */
  target_hash: string;
  /** `account:<id>` or `visitor:<id>`. */
  holder: string;
  /** Whether they have a session or a browser that the account knows; else they are one of all strangers. */
  asker: ColumnType<'stranger' | 'holder', 'stranger' | 'holder', never>;
  /** Keyed hash over code and all bindings. */
  code_hash: string;
  attempts: Guarded<number>;
  created_at: number;
  expires_at: number;
  /** Set when a newer code replaces this one. */
  voided_at: Guarded<number | null>;
  used_at: Guarded<number | null>;
  /** 1 where its holder may learn that its message failed; 0 where that would tell who has an account. */
  tells_failure: ColumnType<number, number | undefined, never>;
  /** Why its message reached nobody. */
  failure: ColumnType<DeliveryFailure | null, undefined, never>;
  /** When its holder was told so. */
  failure_told_at: ColumnType<number | null, undefined, never>;
}

/** Sliding-window counters of `platform/rate-limit`. In SQLite they live in a file of their own. */
export interface RateWindowsTable {
  key: string;
  window_start: number;
  current: number;
  previous: number;
  /** From here on the row counts nothing: two windows after its start. */
  expires_at: number;
}

/** Failures since the last success, and until when a try is refused. */
export interface FailuresTable {
  key: string;
  failures: Guarded<number>;
  first_at: Guarded<number>;
  blocked_until: Guarded<number>;
}

/** Single-use things that come from outside the database, such as captcha solutions. The insert is the claim. */
export interface ClaimsTable {
  kind: string;
  id: string;
  claimed_at: number;
  expires_at: number;
}

export interface ConsentsTable {
  account_id: string;
  type: 'privateAgreement' | 'serverAgreement';
  version: string;
  region: string;
  language: string;
  accepted_at: number;
}

export interface AuditTable {
  id: string;
  at: number;
  account_id: string | null;
  event: string;
  /** First 16 characters of the session's id, or ''. */
  session: string;
  /** Emptied, with its salt, when the account is purged. */
  address: string;
  request_id: string;
  detail: string;
  /** Random, so that nobody can try addresses against `address_mac` once they are gone. '' without an address. */
  salt: string;
  /** What stands for the address in `mac`, and stays when it goes. */
  address_mac: string;
  /** Keyed hash of the row; '' for one that a version before the chain has written, until it is sealed. */
  mac: string;
  /** The seal (`audit_seals.number`) that the row is under; 0 until it is sealed. */
  seal: Guarded<number>;
}

/** The chain over the trail: each seal covers a batch of rows and the seal before it. Triggers refuse every update. */
export interface AuditSealsTable {
  number: number;
  /** `checkpoint`: everything up to `through` has been removed for its age. */
  kind: 'rows' | 'checkpoint';
  sealed_at: number;
  rows: number;
  /** How many of the rows came without a keyed hash of their own. */
  adopted: number;
  /** Of a checkpoint, else 0 and ''. */
  through: number;
  through_mac: string;
  /** Over the rows' keyed hashes in their order. */
  digest: string;
  /** The keyed hash of the seal before. */
  previous: string;
  mac: string;
}

/** Messages that a committed transaction promised; the worker leases, sends and deletes them. */
export interface OutboxTable {
  id: string;
  channel: 'sms' | 'email';
  /** Sealed JSON of the message: nobody reads a code or an address in the database. */
  sealed: string;
  /** The budget that it takes from when it leaves. Null in messages of a version that counted codes when they were made. */
  lane: ColumnType<Lane | null, Lane, never>;
  /** When it took its place there. */
  counted_at: ColumnType<number | null, undefined, never>;
  created_at: number;
  not_before: number;
  expires_at: number;
  attempts: Guarded<number>;
  leased_until: Guarded<number>;
}

/** Keys that all instances share: sealed private parts. */
export interface KeysTable {
  id: string;
  purpose: string;
  public_part: string;
  sealed_part: string;
  created_at: number;
  retires_at: number | null;
}

/** Browsers that have signed in to an account: a known one has failure counters of its own. */
export interface KnownBrowsersTable {
  account_id: string;
  /** SHA-256 of the browser's own cookie, base64url. */
  browser: string;
  first_at: number;
  last_at: number;
}

/** "Who you are was checked just now": good for one sensitive action (`core/proof`). */
export interface ProofsTable {
  id: string;
  account_id: string;
  /** Follows the session when that gets a new id; of the first step of a sign-in `visitor:` and the hash of the browser's cookie. */
  session_id: Guarded<string>;
  /** Of the account when the proof was given: of another epoch it is dead. */
  credential_epoch: number;
  method: string;
  /** The only action that it is good for, or '' for any. */
  action: string;
  /** Keyed hash of the only target that it is good for, or '' for any. */
  target_hash: string;
  created_at: number;
  expires_at: number;
  spent_at: Guarded<number | null>;
}

/** Links sent by mail, each good once (`core/links`). */
export interface LinksTable {
  /** SHA-256 of the token, base64url. */
  id: string;
  kind: 'recovery' | 'activation' | 'undo';
  /** '' for a link to nobody, which never leaves the server. */
  account_id: string;
  /** Of the account when the link was made: of another epoch it is dead. Null for a kind that outlives changes of credentials. */
  credential_epoch: number | null;
  /** Sealed JSON of target and payload. */
  sealed: string;
  created_at: number;
  expires_at: number;
  voided_at: Guarded<number | null>;
  used_at: Guarded<number | null>;
}

/** PageTickets for one upload each (contract 5), bound to account and session. */
export interface UploadsTable {
  /** Names the upload in its address. */
  id: string;
  /** SHA-256 of what finishing needs. */
  ticket_hash: string;
  account_id: string;
  session_id: string;
  created_at: number;
  expires_at: number;
  /** Where the store keeps the bytes; null until they are there, where they come through this server. */
  file: Guarded<string | null>;
  used_at: Guarded<number | null>;
}

/** Requests for the deletion of an account (`core/deletion`): at most one of an account is pending or being carried out. */
export interface DeletionsTable {
  id: string;
  account_id: string;
  /** pending → withdrawn, or pending → purging → purged. */
  state: Guarded<'pending' | 'withdrawn' | 'purging' | 'purged'>;
  /** What the person told: feedback, emptied by the purge. */
  channel: string;
  reason: string;
  detail: string;
  /** The version of the agreement on deletion that was accepted at `requested_at`; null for a client that shows none. */
  agreement: string | null;
  requested_at: number;
  /** From here on it cannot be withdrawn. */
  due_at: number;
  /** How many reminders have been sent; `toldOtherDate` when the owner does not know `due_at` yet. */
  reminders: Guarded<number>;
  /** Until when one instance carries it out. */
  leased_until: Guarded<number>;
  ended_at: Guarded<number | null>;
}

/** What is left to show of a purged account: that and when it was erased, and how many things of each kind. */
export interface ErasureReceiptsTable {
  id: string;
  account_id: string;
  requested_at: number;
  due_at: number;
  erased_at: number;
  /** JSON: kind → how many. */
  erased: string;
  /** What was erased, as a number that rises with it (`capabilities/deletion`); 0 for what a version did that knew no editions. */
  edition: number;
}

/** Names of purged accounts that nobody may take yet. Nothing leads from here to the account. */
export interface RestingNamesTable {
  /** Keyed hash of kind and canonical spelling. */
  name_hash: string;
  rests_until: number;
}

/** What leads to the account deletion page, and what allows a deletion there (`core/page-tickets`). */
export interface PageTicketsTable {
  /** SHA-256 of the ticket, base64url. */
  id: string;
  kind: 'open' | 'mailed' | 'page' | 'delete';
  account_id: string;
  /** Of the account when the ticket was made: of another epoch it is dead. */
  credential_epoch: number;
  /** The browser or the session that alone may use it, or '' for whoever has it. */
  holder: string;
  created_at: number;
  expires_at: number;
  used_at: Guarded<number | null>;
}

/** The social account that an account has at a platform: one at most. */
export interface BindingsTable {
  account_id: string;
  platform: string;
  /** As the person is called there. */
  name: string;
  /** The platform's address of their picture, or ''. */
  avatar_url: string;
  bound_at: number;
}

/**
 * Every id under which a platform knows the person of a binding: one for each of our apps there, and one for all of them. At most one
 * account has a given (platform, app, subject), whatever the concurrency.
 */
export interface BindingSubjectsTable {
  platform: string;
  /** The id of our app at the platform, or 'union' for the id that holds in all of them. */
  app: string;
  subject: string;
  account_id: string;
}

/** The platform's token of a binding, where it tells later whether the person still wants it (Weibo). */
export interface BindingGrantsTable {
  account_id: string;
  platform: string;
  /** Sealed by the keyring. */
  sealed: string;
  /** Until when the platform itself honours it. */
  expires_at: number;
}

/** People who are at a platform and will come back: what `state` stands for. */
export interface SocialStatesTable {
  /** SHA-256 of the state, base64url. */
  id: string;
  platform: string;
  /** The id of our app at the platform. */
  app: string;
  /** Hash of the visitor cookie of the browser that left. */
  visitor: string;
  /** The account that is to be bound, or '' for a sign-in. */
  account_id: string;
  /** Where to go after signing in. */
  redirect: string;
  created_at: number;
  expires_at: number;
  used_at: Guarded<number | null>;
  source: Source;
}

/** People who came back from a platform and have no account here: what `platform_key` stands for. */
export interface PendingIdentitiesTable {
  /** SHA-256 of the key, base64url. */
  id: string;
  platform: string;
  visitor: string;
  /** Sealed JSON of key, identity and where to go. */
  sealed: string;
  created_at: number;
  expires_at: number;
  used_at: Guarded<number | null>;
}

/** Clients of the OpenID provider. */
export interface OpenidClientsTable {
  id: string;
  /** Sealed; null for a public client. */
  sealed_secret: string | null;
  /** JSON of the client (`core/openid/client.ts`). */
  metadata: string;
  created_at: number;
}

/** What an account has allowed a client. Of another epoch it is dead. */
export interface OpenidConsentsTable {
  account_id: string;
  client_id: string;
  /** Names with blanks between. */
  scopes: string;
  credential_epoch: number;
  authorized_at: number;
  last_used_at: number;
}

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
  bytes: ColumnType<number, undefined, never>;
}

/** Devices that were signed in by the device grant. */
export interface DevicesTable {
  id: string;
  account_id: string;
  client_id: string;
  credential_epoch: number;
  name: string;
  type: 'unknown' | 'pc' | 'tablet' | 'notebook' | 'phone';
  model: string;
  os: string;
  os_version: string;
  /** Keyed hash of the hardware id, or ''. */
  hardware: string;
  address: string;
  first_seen_at: number;
  last_seen_at: number;
  ended_at: Guarded<number | null>;
}

/** An account of the old kind, as it was imported. What names it is found by keyed hashes; the rest is sealed. */
export interface LegacyAccountsTable {
  id: string;
  /** Keyed hash of its id in the old system: the same row is never imported twice. */
  source_hash: string;
  /** Keyed hash of the imported row: what has not changed is left alone. '' once that has gone. */
  content_hash: string;
  import_id: string;
  /** `upgraded` and `merged` are tombstones: they neither sign in nor move again. */
  state: Guarded<'waiting' | 'upgraded' | 'merged'>;
  phone_hash: string | null;
  email_hash: string | null;
  username_hash: string | null;
  /** Sealed JSON of everything that it has but the password; '' once that has gone. */
  sealed: string;
  /** Sealed JSON of the foreign hash with its scheme. */
  sealed_password: string | null;
  /** How many contacts were taken away from it because their holder has said that it is not theirs. */
  released: number;
  /** The account that it has become or gone into. */
  account_id: Guarded<string | null>;
  imported_at: number;
  settled_at: Guarded<number | null>;
}

/** A merge of a legacy account into an account, and what takes it back. */
export interface LegacyMergesTable {
  id: string;
  legacy_id: string;
  account_id: string;
  /** 1 for the first merge into the account; a merge is taken back with all that came after it. */
  position: number;
  /** SHA-256 of the token in the mailed link, base64url. */
  undo_hash: string;
  /** Sealed JSON of what the account had before and what the merge has written; '' once that has gone. */
  sealed: string;
  merged_at: number;
  undo_until: number;
  undone_at: Guarded<number | null>;
}

/** Identifiers that nobody but their last account can have: a merge that is taken back gives them to it again. */
export interface ReservedIdentifiersTable {
  kind: 'phone' | 'email' | 'username' | 'nickname';
  value: string;
  account_id: string;
  reserved_until: number;
}

/** "This visitor has proven that this phone, email or legacy account is theirs": good for one upgrade or merge (`core/legacy`). */
export interface UpgradeTicketsTable {
  /** SHA-256 of the token, base64url. */
  id: string;
  /** `visitor:<hash of the cookie>`: good in that browser alone. */
  holder: string;
  kind: 'phone' | 'email' | 'legacy';
  /** Keyed hash of the phone or email, or the id of the legacy account. */
  subject: string;
  /** The account that had the phone or email then, if any, and its epoch: of another epoch the ticket proves nothing for it. */
  account_id: string | null;
  credential_epoch: number | null;
  /** Of the legacy password that was right: the same one, as Argon2id. */
  password_hash: string | null;
  created_at: number;
  expires_at: number;
  used_at: Guarded<number | null>;
}

/** How far the import of a file has come. */
export interface LegacyImportsTable {
  /** SHA-256 of the file, base64url. */
  id: string;
  lines_done: number;
  imported: number;
  updated: number;
  unchanged: number;
  refused: number;
  started_at: number;
  finished_at: number | null;
}

/** A row of an imported file that was refused, and why: names of fields and rules, never a value. */
export interface LegacyRefusalsTable {
  import_id: string;
  line: number;
  reason: string;
}

/** One row: the latest moment that a server on this database has reached (`kept-time.ts`). */
export interface ClockTable {
  id: number;
  reached_at: number;
}

/** The root keys that have sealed something here, by their names (`platform/crypto/root-keys.ts`). */
export interface RootKeysTable {
  name: string;
  /** 1 for the first, of which seals without a name are. */
  position: number;
  first_at: number;
  /** When a server or a command last said that this is its current key: each does so every 20 seconds. */
  current_at: Guarded<number>;
  /** When nothing was sealed with it any more; null while something is, or may be. */
  ended_at: Guarded<number | null>;
}

export interface Database {
  clock: ClockTable;
  root_keys: RootKeysTable;
  openid_clients: OpenidClientsTable;
  openid_consents: OpenidConsentsTable;
  openid_records: OpenidRecordsTable;
  devices: DevicesTable;
  accounts: AccountsTable;
  identifiers: IdentifiersTable;
  sessions: SessionsTable;
  codes: CodesTable;
  failures: FailuresTable;
  claims: ClaimsTable;
  consents: ConsentsTable;
  audit: AuditTable;
  audit_seals: AuditSealsTable;
  outbox: OutboxTable;
  keys: KeysTable;
  known_browsers: KnownBrowsersTable;
  rate_windows: RateWindowsTable;
  proofs: ProofsTable;
  links: LinksTable;
  uploads: UploadsTable;
  bindings: BindingsTable;
  binding_subjects: BindingSubjectsTable;
  binding_grants: BindingGrantsTable;
  social_states: SocialStatesTable;
  pending_identities: PendingIdentitiesTable;
  deletions: DeletionsTable;
  erasure_receipts: ErasureReceiptsTable;
  resting_names: RestingNamesTable;
  page_tickets: PageTicketsTable;
  legacy_accounts: LegacyAccountsTable;
  legacy_merges: LegacyMergesTable;
  reserved_identifiers: ReservedIdentifiersTable;
  upgrade_tickets: UpgradeTicketsTable;
  legacy_imports: LegacyImportsTable;
  legacy_refusals: LegacyRefusalsTable;
}
