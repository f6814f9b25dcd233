import { statements } from './statements.ts';

/**
 * A freeze remembers what it put back. Nothing reads the languages, and an instance of the previous version still writes them: so
 * they may be empty now, and the next version drops them.
 */
export const putBack = statements([
  `alter table incidents add column put_back text not null default ''`,
  `alter table account_claims drop column language`,
  `alter table account_claims add column language text`,
  `alter table recovery_numbers drop column language`,
  `alter table recovery_numbers add column language text`,
]);
