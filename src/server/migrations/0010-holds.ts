import { statements } from './statements.ts';

/** Data of accounts that an authority wants kept, and the progress of the sign-out of everybody. */
export const holds = statements([
  `create table holds (
    account_id text not null primary key references accounts (id),
    until bigint not null,
    made_at bigint not null,
    operator text not null,
    case_ref text not null
  )`,
  `create index holds_by_end on holds (until)`,
  `alter table installation add column signing_out text`,
  `alter table installation add column signing_out_after text not null default ''`,
]);
