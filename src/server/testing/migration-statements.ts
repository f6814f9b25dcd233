import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrationsOf } from '#server/migrations/index.ts';

/** The statements of a migration as PostgreSQL reads them, in order; runs nothing. */
export async function statementsOf(migration: Migration): Promise<readonly string[]> {
  const found: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (root) => new PostgresIntrospector(root),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void found.push(query.sql.trim().replaceAll(/\s+/g, ' ')),
  });
  await migration.up(db);
  return found;
}

/** SHA-256 over the statements of all migrations up to this one, for both databases. */
export async function digestOfMigrations(last: string): Promise<string> {
  const digest = createHash('sha256');
  for (const engine of ['sqlite', 'postgres'] as const) {
    for (const [name, migration] of Object.entries(migrationsOf(engine)).filter(([each]) => each <= last)) {
      digest.update(JSON.stringify([engine, name, await statementsOf(migration)]));
    }
  }
  return digest.digest('base64url');
}
