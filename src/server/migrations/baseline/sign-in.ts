import type { Engine } from './engine.ts';

/** Sessions, everything that signs in or proves an identity, and what an account knows of its browsers. */
export const signIn = ({ bytes, keyed }: Engine): readonly string[] => [
  `create table sessions (
    id text primary key not null,
    account_id text not null references accounts (id),
    credential_epoch integer not null,
    created_at bigint not null,
    last_seen_at bigint not null,
    idle_expires_at bigint not null,
    expires_at bigint not null,
    ended_at bigint,
    verified_until bigint,
    wrong_passwords integer not null,
    passkey_until bigint,
    client_ip text not null,
    user_agent text not null,
    auth_at bigint not null,
    acr text not null,
    amr text not null,
    ways text not null
  )${keyed}`,
  `create index sessions_by_account on sessions (account_id, created_at)`,
  `create index sessions_by_end on sessions (ended_at)`,
  `create index sessions_by_expiry on sessions (expires_at)`,
  `create index sessions_live on sessions (account_id, created_at, id) where ended_at is null`,

  `create table known_browsers (
    account_id text not null references accounts (id),
    browser text not null,
    first_at bigint not null,
    last_at bigint not null,
    ended_at bigint,
    trusted_until bigint,
    trust_epoch integer not null default 0,
    user_agent text not null default '',
    client_ip text not null default '',
    primary key (account_id, browser)
  )`,

  `create table known_networks (
    account_id text not null references accounts (id),
    network text not null,
    country text not null,
    first_at bigint not null,
    last_at bigint not null,
    primary key (account_id, network)
  )`,
  `create index known_networks_by_age on known_networks (last_at)`,

  `create table password_guesses (
    holder text primary key not null,
    kind text not null check (kind in ('account', 'legacy', 'nobody')),
    account_id text references accounts (id),
    in_a_row integer not null,
    in_period integer not null,
    period_at bigint not null,
    paused_at bigint,
    last_at bigint not null,
    in_day integer not null,
    day_at bigint not null
  )`,
  `create index password_guesses_by_account on password_guesses (account_id)`,

  `create table codes (
    id text primary key not null,
    scene text not null,
    channel text not null check (channel in ('sms', 'email')),
    target_hash text not null,
    holder text not null,
    asker text not null check (asker in ('stranger', 'holder')),
    code_hash text not null,
    attempts integer not null,
    created_at bigint not null,
    expires_at bigint not null,
    voided_at bigint,
    used_at bigint,
    tells_failure integer not null default 0,
    failure text check (failure in ('wrongTarget', 'tooMany', 'blocked', 'notTaken', 'undelivered')),
    failure_told_at bigint
  )`,
  `create index codes_by_expiry on codes (expires_at)`,
  `create index codes_by_holder on codes (holder)`,
  `create index codes_by_target on codes (target_hash, scene, channel, holder, created_at)`,

  `create table links (
    id text primary key not null,
    kind text not null,
    account_id text not null,
    credential_epoch integer,
    sealed text not null,
    created_at bigint not null,
    expires_at bigint not null,
    voided_at bigint,
    used_at bigint
  )`,
  `create index links_by_account on links (account_id, kind)`,
  `create index links_by_expiry on links (expires_at)`,

  `create table proofs (
    id text primary key not null,
    account_id text not null references accounts (id),
    session_id text not null,
    credential_epoch integer not null,
    method text not null,
    way text not null,
    action text not null,
    target_hash text not null,
    created_at bigint not null,
    expires_at bigint not null,
    spent_at bigint
  )`,
  `create index proofs_by_expiry on proofs (expires_at)`,
  `create index proofs_by_session on proofs (session_id, expires_at)`,

  `create table passkeys (
    id text primary key not null,
    account_id text not null references accounts (id),
    credential_id text not null,
    public_key text not null,
    alg integer not null,
    rp_id text not null,
    aaguid text not null,
    transports text not null,
    carriers text not null,
    backup_eligible integer not null,
    backed_up integer not null,
    sign_count bigint not null,
    uv_seen integer not null,
    name text not null,
    made_by text not null,
    created_at bigint not null,
    last_used_at bigint,
    last_place text not null,
    suspect_at bigint
  )`,
  `create index passkeys_by_account on passkeys (account_id)`,
  `create unique index passkeys_by_credential on passkeys (rp_id, credential_id)`,

  `create table user_handles (
    account_id text primary key not null references accounts (id),
    handle text not null
  )`,
  `create unique index user_handles_by_handle on user_handles (handle)`,

  `create table totp_secrets (
    id text primary key not null,
    account_id text not null references accounts (id),
    sealed text not null,
    name text not null,
    last_step bigint not null,
    created_at bigint not null,
    confirmed_at bigint,
    pending_until bigint,
    session_id text,
    last_used_at bigint
  )`,
  `create index totp_secrets_account on totp_secrets (account_id)`,
  `create index totp_secrets_by_session on totp_secrets (session_id) where session_id is not null`,

  `create table recovery_codes (
    account_id text not null references accounts (id),
    n integer not null,
    mac text not null,
    used_at bigint,
    made_at bigint not null,
    pending_until bigint,
    session_id text,
    primary key (account_id, n)
  )`,
  `create index recovery_codes_by_session on recovery_codes (session_id) where session_id is not null`,

  `create table qr_sign_ins (
    id text primary key not null,
    purpose text not null,
    phone text not null,
    opened_at bigint not null,
    expires_at bigint not null,
    state text not null,
    computer text,
    computer_ip text not null,
    computer_browser text not null,
    browser_name text not null,
    os text not null,
    account_id text,
    credential_epoch integer not null,
    number integer,
    choices text not null,
    same_network integer not null,
    ways text not null,
    source ${bytes}
  )`,
  `create index qr_sign_ins_by_account on qr_sign_ins (account_id)`,
  `create index qr_sign_ins_by_expiry on qr_sign_ins (expires_at)`,
  `create index qr_sign_ins_by_lot on qr_sign_ins (substr(id, 1, 1), source, expires_at) where source is not null`,
  `create index qr_sign_ins_by_phone on qr_sign_ins (phone, expires_at)`,
  `create index qr_sign_ins_by_source on qr_sign_ins (source, expires_at) where source is not null`,

  `create table social_accounts (
    account_id text not null references accounts (id),
    platform text not null,
    name text not null,
    avatar_url text not null,
    bound_at bigint not null,
    primary key (account_id, platform)
  )`,

  `create table social_subjects (
    platform text not null,
    app text not null,
    subject text not null,
    account_id text not null,
    primary key (platform, app, subject),
    foreign key (account_id, platform) references social_accounts (account_id, platform) on delete cascade
  )`,
  `create index social_subjects_by_account on social_subjects (account_id, platform)`,

  `create table social_grants (
    account_id text not null,
    platform text not null,
    sealed text not null,
    expires_at bigint not null,
    primary key (account_id, platform),
    foreign key (account_id, platform) references social_accounts (account_id, platform) on delete cascade
  )`,

  `create table social_states (
    id text primary key not null,
    platform text not null,
    app text not null,
    visitor text not null,
    account_id text not null,
    redirect text not null,
    created_at bigint not null,
    expires_at bigint not null,
    source ${bytes}
  )`,
  `create index social_states_by_expiry on social_states (expires_at)`,
  `create index social_states_by_lot on social_states (substr(id, 1, 1), source, expires_at) where source is not null`,
  `create index social_states_by_source on social_states (source, expires_at) where source is not null`,

  `create table pending_identities (
    id text primary key not null,
    platform text not null,
    visitor text not null,
    sealed text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`,
  `create index pending_identities_by_expiry on pending_identities (expires_at)`,
  `create index pending_identities_by_visitor on pending_identities (visitor, platform)`,
];
