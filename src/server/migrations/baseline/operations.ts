import { auditGuards } from './audit-guards.ts';
import type { Engine } from './engine.ts';

/** The audit trail, staff with the desk, and the mechanisms of the platform. */
export const operations = (engine: Engine): readonly string[] => [
  `create table audit (
    id text primary key not null,
    at bigint not null,
    account_id text,
    event text not null,
    session text not null,
    client_ip text not null,
    request_id text not null,
    detail text not null,
    salt text not null,
    client_ip_mac text not null,
    mac text not null,
    seal bigint not null
  )`,
  `create index audit_by_account on audit (account_id, at)`,
  `create index audit_by_seal on audit (seal, at, id)`,

  `create table audit_seals (
    number bigint primary key not null,
    kind text not null check (kind in ('rows', 'checkpoint')),
    sealed_at bigint not null,
    rows integer not null,
    through bigint not null,
    through_mac text not null,
    digest text not null,
    previous text not null,
    mac text not null
  )`,
  `create index audit_seals_by_time on audit_seals (sealed_at)`,

  `create table audit_checks (
    id text primary key not null,
    kind text not null,
    begun_at bigint not null,
    from_seal integer not null,
    through integer not null,
    head text not null,
    at bigint not null,
    faults integer not null,
    done integer not null
  )`,
  `create index audit_checks_by_kind on audit_checks (kind, at)`,

  `create table staff (
    name text primary key not null,
    role text not null,
    state text not null,
    since bigint not null,
    changed_at bigint not null,
    granted_by text not null,
    place text not null,
    account_id text
  )`,
  `create unique index staff_by_account on staff (account_id) where account_id is not null`,
  `create unique index staff_by_place on staff (place) where place <> ''`,

  `create table staff_acts (
    audit_id text primary key not null,
    at bigint not null,
    member text not null,
    event text not null,
    case_ref text not null
  )`,
  `create index staff_acts_by_age on staff_acts (at)`,
  `create index staff_acts_by_case on staff_acts (case_ref, at)`,
  `create index staff_acts_by_member on staff_acts (member, at)`,

  `create table approvals (
    id text primary key not null,
    act text not null,
    object text not null,
    account_id text,
    version bigint not null,
    reason text not null,
    case_ref text not null,
    digest text not null,
    asked_by text not null,
    asked_at bigint not null,
    expires_at bigint not null,
    state text not null,
    answered_by text not null,
    answered_at bigint,
    assertion text,
    asked_with text
  )`,
  `create index approvals_by_account on approvals (account_id)`,
  `create index approvals_by_expiry on approvals (expires_at)`,
  `create index approvals_by_state on approvals (state, expires_at)`,

  `create table desk_sessions (
    id text primary key not null,
    account_id text not null,
    member text not null,
    role_since bigint not null,
    credential_epoch integer not null,
    thumbprint text not null,
    made_at bigint not null,
    proof_at bigint not null,
    seen_at bigint not null,
    expires_at bigint not null,
    network text not null,
    ended_at bigint
  )`,
  `create index desk_sessions_by_account on desk_sessions (account_id)`,
  `create index desk_sessions_by_expiry on desk_sessions (expires_at)`,

  `create table desk_leases (
    queue text not null,
    item text not null,
    member text not null,
    until bigint not null,
    primary key (queue, item)
  )`,

  `create table desk_looks (
    id text primary key not null,
    session text not null,
    account_id text not null,
    member text not null,
    reason text not null,
    case_ref text not null,
    opened_at bigint not null,
    expires_at bigint not null
  )`,
  `create index desk_looks_by_account on desk_looks (account_id, opened_at)`,
  `create index desk_looks_by_expiry on desk_looks (expires_at)`,

  `create table desk_notes (
    id text primary key not null,
    account_id text not null,
    at bigint not null,
    member text not null,
    case_ref text not null,
    sealed text not null
  )`,
  `create index desk_notes_by_account on desk_notes (account_id, at)`,
  `create index desk_notes_by_time on desk_notes (at)`,

  `create table desk_exceptions (
    id text primary key not null,
    account_id text not null,
    member text not null,
    case_ref text not null,
    sealed text not null,
    asked_at bigint not null,
    expires_at bigint not null,
    state text not null,
    asked_with text,
    confirmed_with text,
    confirmed_by text not null,
    confirmed_at bigint,
    reviewed_by text not null,
    reviewed_at bigint
  )`,
  `create index desk_exceptions_by_account on desk_exceptions (account_id)`,
  `create index desk_exceptions_by_member on desk_exceptions (member, expires_at)`,
  `create index desk_exceptions_by_time on desk_exceptions (asked_at)`,

  `create table desk_baits (
    mark text primary key not null,
    made_at bigint not null,
    made_by text not null
  )`,

  `create table desk_alarms (
    id text primary key not null,
    at bigint not null,
    kind text not null,
    member text not null,
    case_ref text not null
  )`,
  `create index desk_alarms_by_time on desk_alarms (at)`,

  `create table rights_counters (
    day bigint not null,
    region text not null,
    name text not null,
    count bigint not null,
    primary key (day, region, name)
  )`,

  `create table root_keys (
    name text primary key not null,
    position integer not null unique,
    first_at bigint not null,
    current_at bigint not null,
    ended_at bigint
  )`,

  `create table keys (
    id text primary key not null,
    purpose text not null,
    public_part text not null,
    sealed_part text not null,
    created_at bigint not null,
    retires_at bigint
  )`,

  `create table clock (
    id integer primary key not null check (id = 1),
    reached_at bigint not null
  )`,

  `create table claims (
    kind text not null,
    id text not null,
    claimed_at bigint not null,
    expires_at bigint not null,
    primary key (kind, id)
  )`,
  `create index claims_by_expiry on claims (expires_at)`,

  `create table failures (
    key text primary key not null,
    failures integer not null,
    first_at bigint not null,
    blocked_until bigint not null
  )`,
  `create index failures_by_age on failures (first_at)`,

  `create table outbox (
    id text primary key not null,
    channel text not null check (channel in ('sms', 'email')),
    sealed text not null,
    lane text not null check (lane in ('stranger', 'holder', 'notice')),
    counted_at bigint,
    created_at bigint not null,
    not_before bigint not null,
    expires_at bigint not null,
    attempts integer not null,
    leased_until bigint not null
  )`,
  `create index outbox_by_turn on outbox (not_before, id)`,

  ...auditGuards(engine),
];
