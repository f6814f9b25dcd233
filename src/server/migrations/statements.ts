import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A migration of statements, run in their order. */
export function statements(list: readonly string[]): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of list) await sql.raw(statement).execute(db);
    },
  };
}
