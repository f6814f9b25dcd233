import { statements } from './statements.ts';

/** Values before choices that a freeze takes back. */
export const formerChoices = statements([
  `create table former_choices (
    id text not null primary key,
    account_id text not null references accounts (id),
    stood_until bigint not null,
    stood text not null
  )`,
  `create index former_choices_by_account on former_choices (account_id, stood_until)`,
  `create index former_choices_by_end on former_choices (stood_until)`,
]);
