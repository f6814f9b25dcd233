import type { Engine } from './engine.ts';

/** Accounts with their names, pictures, settings and messages, and those of the old system. */
export const account = ({ keyed }: Engine): readonly string[] => [
  `create table accounts (
    id text primary key not null,
    number text not null unique,
    state text not null check (state in ('active', 'locked', 'deleting', 'purged')),
    region text not null,
    language text not null,
    nickname_changed_at bigint,
    username_changes integer not null,
    region_changes integer not null,
    profile_image text,
    real_name text not null,
    gender integer not null,
    birthday text,
    country text not null,
    zone text not null default '',
    address text not null,
    signature text not null,
    profile text not null,
    degree text not null,
    school text not null,
    department text not null,
    year text not null,
    industry integer not null,
    company text not null,
    title text not null,
    show_qrcode integer not null,
    password_hash text,
    password_weak integer not null,
    password_changed_at bigint,
    credential_epoch integer not null,
    version integer not null,
    created_at bigint not null,
    legacy_offered integer not null default 0,
    recovered_at bigint,
    recovered_by text,
    recovered_since bigint,
    recovery_reviewed_at bigint,
    profile_changed_at bigint,
    two_step_at bigint,
    second_methods text not null default '',
    offer_passkeys integer not null default 1,
    agreed_through integer not null default 0,
    terms_later_for integer not null default 0,
    terms_remind_at bigint,
    frozen_at bigint,
    age_band text not null default '',
    age_remind_at bigint,
    child_until bigint,
    guardian_answer text not null default '',
    guardian_due_at bigint,
    guardian_told integer not null default 0,
    grown_at bigint,
    grown_answer text not null default ''
  )`,
  `create index accounts_by_child_until on accounts (child_until) where child_until is not null`,
  `create index accounts_by_guardian_due on accounts (guardian_due_at) where guardian_due_at is not null`,
  `create index accounts_by_profile_image on accounts (profile_image)`,

  `create table identifiers (
    kind text not null check (kind in ('phone', 'email', 'username', 'nickname')),
    value text not null,
    account_id text not null references accounts (id),
    shown text not null,
    verified_at bigint,
    created_at bigint not null,
    primary key (account_id, kind),
    unique (kind, value)
  )${keyed}`,

  `create table reserved_identifiers (
    kind text not null check (kind in ('phone', 'email', 'username', 'nickname')),
    value text not null,
    account_id text not null references accounts (id),
    reserved_until bigint not null,
    primary key (kind, value)
  )`,
  `create index reserved_identifiers_by_account on reserved_identifiers (account_id)`,
  `create index reserved_identifiers_by_end on reserved_identifiers (reserved_until)`,

  `create table resting_names (
    name_hash text primary key not null,
    rests_until bigint not null
  )`,
  `create index resting_names_by_end on resting_names (rests_until)`,

  `create table uploads (
    id text primary key not null,
    ticket_hash text not null,
    account_id text not null references accounts (id),
    session_id text not null,
    created_at bigint not null,
    expires_at bigint not null,
    file text,
    used_at bigint
  )`,
  `create index uploads_by_account on uploads (account_id)`,
  `create index uploads_by_expiry on uploads (expires_at)`,
  `create index uploads_by_session on uploads (session_id)`,
  `create unique index uploads_by_ticket on uploads (ticket_hash)`,

  `create table settings (
    account_id text not null references accounts (id),
    client_id text not null,
    key text not null,
    sealed text not null,
    bytes integer not null,
    etag text not null,
    device text not null,
    changed_at bigint not null,
    primary key (account_id, client_id, key)
  )`,

  `create table settings_state (
    account_id text primary key not null references accounts (id),
    enabled integer not null,
    bytes integer not null,
    entries integer not null,
    version text not null,
    switched_at bigint not null,
    switched_off text not null
  )`,

  `create table notice_settings (
    account_id text primary key not null,
    groups text not null,
    held text not null,
    version text not null,
    changed_at bigint not null
  )`,

  `create table notices (
    id text primary key not null,
    account_id text not null,
    contact text not null,
    channel text not null,
    kind text not null,
    weight text not null,
    state text not null,
    at bigint not null,
    due_at bigint,
    more integer not null,
    sealed text
  )`,
  `create index notices_by_account on notices (account_id, at)`,
  `create index notices_by_age on notices (at)`,
  `create index notices_due on notices (due_at) where due_at is not null`,

  `create table sent_messages (
    id text primary key not null,
    account_id text not null,
    at bigint not null,
    expires_at bigint not null,
    channel text not null,
    kind text not null,
    target text not null,
    reference text not null,
    state text not null
  )`,
  `create index sent_messages_by_account on sent_messages (account_id, at, id)`,
  `create index sent_messages_by_age on sent_messages (at)`,
  `create index sent_messages_by_reference on sent_messages (reference) where reference <> ''`,
  `create index sent_messages_undelivered on sent_messages (at) where state <> 'sent'`,

  `create table message_copies (
    id text primary key not null,
    account_id text not null,
    first text not null,
    sealed text not null,
    again integer not null,
    expires_at bigint not null
  )`,
  `create index message_copies_by_account on message_copies (account_id)`,
  `create index message_copies_by_expiry on message_copies (expires_at)`,

  `create table activity (
    id text primary key not null,
    account_id text not null,
    at bigint not null,
    event text not null,
    browser text not null,
    os text not null,
    known_browser text not null,
    count integer not null
  )`,
  `create index activity_by_account on activity (account_id, at, id)`,
  `create index activity_by_age on activity (at)`,

  `create table checkup_rests (
    account_id text not null,
    advice text not null,
    until bigint not null,
    primary key (account_id, advice)
  )`,
  `create index checkup_rests_by_end on checkup_rests (until)`,

  `create table legacy_accounts (
    id text primary key not null,
    source_hash text not null unique,
    content_hash text not null,
    import_id text not null,
    state text not null check (state in ('waiting', 'upgraded', 'merged')),
    phone_hash text,
    email_hash text,
    username_hash text,
    sealed text not null,
    sealed_password text,
    released integer not null,
    account_id text references accounts (id),
    imported_at bigint not null,
    settled_at bigint
  )`,
  `create index legacy_accounts_by_account_id on legacy_accounts (account_id)`,
  `create index legacy_accounts_by_email_hash on legacy_accounts (email_hash)`,
  `create index legacy_accounts_by_phone_hash on legacy_accounts (phone_hash)`,
  `create index legacy_accounts_by_state on legacy_accounts (state, settled_at)`,
  `create index legacy_accounts_by_username_hash on legacy_accounts (username_hash)`,

  `create table legacy_merges (
    id text primary key not null,
    legacy_id text not null references legacy_accounts (id),
    account_id text not null references accounts (id),
    position integer not null,
    undo_hash text not null unique,
    sealed text not null,
    merged_at bigint not null,
    undo_until bigint not null,
    undone_at bigint
  )`,
  `create unique index legacy_merges_by_account on legacy_merges (account_id, "position")`,
  `create index legacy_merges_by_end on legacy_merges (undo_until)`,

  `create table upgrade_tickets (
    id text primary key not null,
    holder text not null,
    kind text not null check (kind in ('phone', 'email', 'legacy')),
    subject text not null,
    account_id text references accounts (id),
    credential_epoch integer,
    password_hash text,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`,
  `create index upgrade_tickets_by_expiry on upgrade_tickets (expires_at)`,

  `create table legacy_imports (
    id text primary key not null,
    lines_done integer not null,
    imported integer not null,
    updated integer not null,
    unchanged integer not null,
    refused integer not null,
    started_at bigint not null,
    finished_at bigint
  )`,

  `create table legacy_refusals (
    import_id text not null references legacy_imports (id),
    line integer not null,
    reason text not null,
    primary key (import_id, line)
  )`,
];
