import { agreementGuards } from './agreement-guards.ts';
import type { Engine } from './engine.ts';

/** Agreements, children, deletion, copies of data, and requests of people. */
export const rights = (engine: Engine): readonly string[] => [
  `create table publications (
    number integer primary key not null,
    origin text not null,
    published_at bigint not null,
    effective_at bigint not null,
    later_until bigint
  )`,

  `create table documents (
    type text not null,
    version text not null,
    region text not null,
    language text not null,
    publication integer not null references publications (number),
    body text not null,
    digest text not null,
    changes text not null,
    primary key (type, version, region, language)
  )`,

  `create table publication_drafts (
    id text primary key not null,
    content text not null,
    digest text not null,
    version integer not null,
    author text not null,
    saved_at bigint not null,
    state text not null,
    publish_at bigint
  )`,
  `create index publication_drafts_by_state on publication_drafts (state, publish_at)`,
  `create index publication_drafts_by_time on publication_drafts (saved_at)`,

  `create table consent_ledger (
    id text primary key not null,
    account_id text not null references accounts (id),
    at bigint not null,
    act text not null,
    type text not null,
    version text not null,
    digest text not null,
    publication integer not null,
    region text not null,
    language text not null,
    channel text not null,
    way text not null
  )`,
  `create index consent_ledger_by_account on consent_ledger (account_id, at, id)`,

  `create table choices (
    account_id text not null references accounts (id),
    purpose text not null,
    given integer not null,
    version text not null,
    since bigint not null,
    primary key (account_id, purpose)
  )`,

  `create table terms_notices (
    publication integer not null,
    phase text not null,
    through text not null,
    done integer not null,
    primary key (publication, phase)
  )`,

  `create table developer_consents (
    account_id text not null references accounts (id),
    version text not null,
    region text not null,
    language text not null,
    accepted_at bigint not null,
    primary key (account_id, version)
  )`,

  `create table age_gates (
    region text primary key not null,
    since bigint not null
  )`,

  `create table guardianships (
    id text primary key not null,
    child_id text not null,
    guardian_id text not null,
    relation text not null,
    state text not null,
    version text not null,
    since bigint not null,
    ended_at bigint
  )`,
  `create index guardianships_by_guardian on guardianships (guardian_id)`,
  `create unique index guardianships_of_pair on guardianships (child_id, guardian_id) where state <> 'ended'`,

  `create table page_tickets (
    id text primary key not null,
    kind text not null check (kind in ('open', 'mailed', 'page', 'delete')),
    account_id text not null references accounts (id),
    credential_epoch integer not null,
    visitor text,
    session_id text,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    signs_in integer not null,
    ways text not null default ''
  )`,
  `create index page_tickets_by_account on page_tickets (account_id)`,
  `create index page_tickets_by_expiry on page_tickets (expires_at)`,
  `create index page_tickets_by_session on page_tickets (session_id) where session_id is not null`,

  `create table deletions (
    id text primary key not null,
    account_id text not null references accounts (id),
    state text not null check (state in ('pending', 'withdrawn', 'purging', 'purged')),
    channel text not null,
    reason text not null,
    detail text not null,
    agreement text,
    requested_at bigint not null,
    due_at bigint not null,
    reminders integer not null,
    leased_until bigint not null,
    ended_at bigint,
    receipt_hash text
  )`,
  `create index deletions_by_due on deletions (due_at) where state in ('pending', 'purging')`,
  `create unique index deletions_by_receipt on deletions (receipt_hash) where receipt_hash is not null`,
  `create unique index deletions_one_at_a_time on deletions (account_id) where state in ('pending', 'purging')`,

  `create table erasure_receipts (
    id text primary key not null,
    account_id text not null unique,
    requested_at bigint not null,
    due_at bigint not null,
    erased_at bigint not null,
    erased text not null,
    edition integer not null,
    document text not null,
    signature text not null,
    public_key text not null
  )`,

  `create table exports (
    id text primary key not null,
    account_id text not null,
    asked_by text not null,
    state text not null,
    language text not null,
    requested_at bigint not null,
    ready_at bigint,
    expires_at bigint,
    leased_until bigint not null,
    tries integer not null,
    file text,
    parts integer not null,
    bytes bigint not null,
    sha256 text,
    sealed_key text,
    ticket_hash text,
    ticket_session text,
    ticket_until bigint,
    ticket_uses integer not null,
    downloads integer not null,
    last_download_at bigint
  )`,
  `create index exports_by_account on exports (account_id, requested_at)`,
  `create index exports_by_asked_by on exports (asked_by) where asked_by <> ''`,
  `create index exports_by_session on exports (ticket_session) where ticket_session is not null`,
  `create index exports_by_state on exports (state, requested_at)`,
  `create index exports_by_ticket on exports (ticket_hash)`,
  `create unique index exports_under_way on exports (account_id) where state in ('queued', 'building')`,

  `create table rights_requests (
    id text primary key not null,
    account_id text,
    number text not null,
    kind text not null,
    topic text,
    channel text not null,
    region text not null,
    state text not null,
    received_at bigint not null,
    due_at bigint not null,
    extended integer not null,
    told integer not null,
    answered_at bigint,
    outcome text,
    law text not null,
    client_key text not null
  )`,
  `create index rights_requests_by_account on rights_requests (account_id, received_at)`,
  `create unique index rights_requests_by_key on rights_requests (account_id, client_key) where account_id is not null`,
  `create unique index rights_requests_by_number on rights_requests (number)`,
  `create index rights_requests_by_state on rights_requests (state, due_at)`,

  `create table rights_messages (
    id text primary key not null,
    request_id text not null,
    account_id text,
    at bigint not null,
    position integer not null,
    author text not null,
    sealed text not null
  )`,
  `create index rights_messages_by_account on rights_messages (account_id)`,
  `create unique index rights_messages_by_request on rights_messages (request_id, "position")`,

  ...agreementGuards(engine),
];
