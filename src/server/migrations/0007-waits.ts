import { statements } from './statements.ts';

/** Not only removals wait: every act that takes two ways does, and a request says what it is about. */
export const waits = statements([
  `alter table account_claims add column target_hash text not null default ''`,
  `update account_claims set kind = 'act' where kind = 'removal'`,
]);
