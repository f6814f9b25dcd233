import { statements } from './statements.ts';

/** Which installation the database is, for comparison with its stores of files. */
export const installation = statements([
  `create table installation (
    row integer not null primary key,
    id text,
    seen bigint not null,
    rests_until bigint not null,
    doubted_until bigint,
    settled integer not null,
    moved_to text
  )`,
  `insert into installation (row, seen, rests_until, settled) values (1, 0, 0, 0)`,
]);
