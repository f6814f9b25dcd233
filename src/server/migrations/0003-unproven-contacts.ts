import { statements } from './statements.ts';

/** Contacts of legacy accounts that nobody has proven to this product. */
export const unprovenContacts = statements([
  `create table unproven_contacts (
    account_id text not null references accounts (id),
    kind text not null check (kind in ('phone', 'email')),
    value text not null,
    shown text not null,
    moved_at bigint not null,
    ends_at bigint not null,
    primary key (account_id, kind)
  )`,
  `create index unproven_contacts_by_value on unproven_contacts (kind, value)`,
  `create index unproven_contacts_by_end on unproven_contacts (ends_at)`,
]);
