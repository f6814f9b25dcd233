import type { Engine } from './engine.ts';

/** OAuth clients with their owners and versions, the records of the OpenID provider, devices, and signals. */
export const apps = ({ bytes }: Engine): readonly string[] => [
  `create table openid_clients (
    id text primary key not null,
    metadata text not null,
    created_at bigint not null,
    owner_id text,
    state text not null,
    version integer not null,
    kind text not null,
    publisher_domain text not null,
    domain_state text not null,
    domain_by text not null,
    domain_token text not null,
    domain_seen_at bigint,
    domain_gone_at bigint,
    reviewed_domain text not null,
    suspended_because text not null,
    state_before text not null,
    granted_names text not null,
    scope_reasons text not null,
    live_at bigint,
    purge_at bigint
  )`,
  `create index openid_clients_by_owner on openid_clients (owner_id)`,
  `create index openid_clients_by_state on openid_clients (state)`,

  `create table app_secrets (
    id text primary key not null,
    client_id text not null,
    kind text not null check (kind in ('secret', 'trial')),
    hash text not null,
    hint text not null,
    made_at bigint not null,
    ends_at bigint,
    used_day text not null,
    held_at bigint
  )`,
  `create index app_secrets_by_client on app_secrets (client_id)`,

  `create table app_versions (
    id text primary key not null,
    client_id text not null,
    changes text not null,
    state text not null,
    reasons text not null,
    asked_at bigint,
    answered_at bigint,
    open text
  )`,
  `create index app_versions_client on app_versions (client_id)`,
  `create unique index app_versions_open on app_versions (open)`,
  `create index app_versions_state on app_versions (state, asked_at)`,

  `create table app_testers (
    id text primary key not null,
    client_id text not null,
    account_id text,
    typed text not null,
    state text not null,
    invited_at bigint not null
  )`,
  `create index app_testers_account on app_testers (account_id)`,
  `create index app_testers_client on app_testers (client_id)`,

  `create table app_transfers (
    id text primary key not null,
    client_id text not null,
    from_id text not null,
    to_id text,
    state text not null,
    expires_at bigint not null,
    open text
  )`,
  `create unique index app_transfers_open on app_transfers (open)`,
  `create index app_transfers_to on app_transfers (to_id)`,

  `create table app_failures (
    client_id text not null,
    minute bigint not null,
    endpoint text not null,
    error text not null,
    cause text not null,
    detail text not null,
    last_request_id text not null,
    count integer not null,
    primary key (client_id, minute, endpoint, error, cause, detail)
  )`,
  `create index app_failures_minute on app_failures (minute)`,

  `create table app_usage (
    client_id text not null,
    day text not null,
    ends_at bigint not null,
    sign_ins integer not null,
    new_people integer not null,
    refreshes integer not null,
    failures integer not null,
    primary key (client_id, day)
  )`,

  `create table trials (
    id text primary key not null,
    client_id text not null,
    account_id text not null,
    visitor text not null,
    state_hash text not null,
    sealed text not null,
    answered_at bigint,
    expires_at bigint not null
  )`,
  `create index trials_account on trials (account_id)`,
  `create unique index trials_state on trials (state_hash)`,

  `create table openid_consents (
    account_id text not null references accounts (id),
    client_id text not null,
    scopes text not null,
    more text not null,
    authorized_at bigint not null,
    last_used_at bigint not null,
    subject text,
    primary key (account_id, client_id)
  )`,
  `create index openid_consents_by_subject on openid_consents (client_id, subject) where subject is not null`,

  `create table openid_records (
    model text not null,
    id text not null,
    sealed text not null,
    account_id text,
    client_id text,
    grant_id text,
    uid text,
    user_code text,
    session_id text,
    device_id text,
    credential_epoch integer,
    created_at bigint not null,
    expires_at bigint not null,
    consumed_at bigint,
    polled_at bigint,
    decided_at bigint,
    told_at bigint,
    tries integer not null,
    used_at bigint,
    source ${bytes},
    bytes integer not null default 0,
    primary key (model, id)
  )`,
  `create index openid_records_by_account_id on openid_records (account_id)`,
  `create index openid_records_by_device on openid_records (device_id) where device_id is not null`,
  `create index openid_records_by_expires_at on openid_records (expires_at)`,
  `create index openid_records_by_grant_id on openid_records (grant_id)`,
  `create index openid_records_by_lot on openid_records (substr(id, 1, 1), source, expires_at) where source is not null`,
  `create index openid_records_by_session_id on openid_records (session_id)`,
  `create index openid_records_by_source on openid_records (source, expires_at, bytes) where source is not null`,
  `create index openid_records_by_uid on openid_records (uid)`,
  `create index openid_records_by_user_code on openid_records (user_code)`,
  `create index openid_records_of_strangers on openid_records (expires_at) where source is not null`,
  `create index openid_records_told on openid_records (told_at) where told_at is not null`,

  `create table devices (
    id text primary key not null,
    account_id text not null references accounts (id),
    client_id text not null,
    credential_epoch integer not null,
    name text not null,
    type text not null check (type in ('unknown', 'pc', 'tablet', 'notebook', 'phone')),
    model text not null,
    os text not null,
    os_version text not null,
    hardware text not null,
    client_ip text not null,
    first_seen_at bigint not null,
    last_seen_at bigint not null,
    ended_at bigint,
    session_id text,
    key_thumbprint text
  )`,
  `create index devices_by_account on devices (account_id)`,
  `create index devices_by_key on devices (key_thumbprint) where key_thumbprint is not null`,
  `create index devices_by_session on devices (session_id) where session_id is not null`,

  `create table openid_resources (
    id text primary key not null,
    scopes text not null,
    token_seconds integer not null,
    format text not null,
    introspector text,
    created_at bigint not null
  )`,

  `create table signal_streams (
    id text primary key not null,
    client_id text not null,
    kind text not null,
    url text not null,
    sealed_secret text,
    events text not null,
    description text not null,
    status text not null,
    reason text not null,
    asked_at bigint,
    verified_at bigint,
    failing_since bigint,
    created_at bigint not null
  )`,
  `create index signal_streams_by_client on signal_streams (client_id)`,

  `create table signals (
    id text primary key not null,
    stream_id text not null,
    account_id text,
    event text not null,
    sealed text not null,
    made_at bigint not null,
    not_before bigint not null,
    expires_at bigint not null,
    tries integer not null default 0,
    leased_until bigint not null default 0,
    done_at bigint,
    failure text
  )`,
  `create index signals_by_account on signals (account_id)`,
  `create index signals_by_end on signals (expires_at)`,
  `create index signals_by_stream on signals (stream_id, done_at, not_before)`,

  `create table signal_excluded (
    stream_id text not null,
    account_id text not null,
    since bigint not null,
    primary key (stream_id, account_id)
  )`,
];
