import type { Migration } from 'kysely/migration';
import { account } from './baseline/account.ts';
import { apps } from './baseline/apps.ts';
import { type Engine, engines } from './baseline/engine.ts';
import { operations } from './baseline/operations.ts';
import { protection } from './baseline/protection.ts';
import { rateWindows } from './baseline/rate-windows.ts';
import { rights } from './baseline/rights.ts';
import { signIn } from './baseline/sign-in.ts';
import { statements } from './statements.ts';

/**
 * The first schema, by the parts of the product. Types of the database do not appear here, because they keep changing
 * and a migration does not. Constraints decide all races: uniqueness and references.
 */
export function baseline(name: Engine['name']): Migration {
  const engine = engines[name];
  return statements([
    ...account(engine),
    ...signIn(engine),
    ...protection(),
    ...apps(engine),
    ...rights(engine),
    ...operations(engine),
    ...(name === 'postgres' ? rateWindows : []),
  ]);
}
