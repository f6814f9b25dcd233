/**
 * `npm run past`: writes the rows of a lived-in installation of this version to `src/server/testing/past`, for the
 * migrations of the versions after it: the demo, and a life that has used every feature.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { tables } from '#server/core/tables.ts';
import { migrationsOf } from '#server/migrations/index.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import type { SqlValue } from '#server/platform/db/tables/sql-value.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { liveFully, openLifeStage } from '#server/testing/lives/full-life.ts';
import { digestOfMigrations } from '#server/testing/migration-statements.ts';
import { pathOfPast, textOfPast, type PastPerson, type PastTable } from '#server/testing/past.ts';
import { testRpId } from '#server/testing/server/test-app.ts';
import type { TestDatabase } from '#server/testing/server/test-database.ts';
import { demoEnvironment, prepareDemo } from './demo/demo-folder.ts';
import { demoPeople } from './demo/demo-people.ts';

/** More rows of a table show a migration nothing more. Only the trail is whole, because its seals count its rows. */
const mostRows = 40;

const migration = Object.keys(migrationsOf('sqlite')).at(-1) ?? '';
const path = pathOfPast(migration);
if (existsSync(path)) {
  console.error(`${path} exists, and a released past never changes. Remove it only if ${migration} was never released.`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'cedar-id-past-'));
try {
  await prepareDemo(demoEnvironment(process.env, folder), { fresh: true });
  const secretKey = readFileSync(join(folder, 'secret.key'), 'utf8').trim();
  const db = await openDatabase({ databaseUrl: undefined, dataDir: folder, durable: false });
  const database: TestDatabase = { db, dataDir: folder, databaseUrl: undefined, close: () => db.close() };
  // The demo lives on this machine, and tests have a domain: a server takes the passkeys of one domain.
  await db.q().updateTable('passkeys').set({ rp_id: testRpId }).execute();
  const stage = await openLifeStage({ database, config: { secretKey: Buffer.from(secretKey, 'base64') } });
  await liveFully(stage);
  const madeAt = stage.app.clock.now();
  const statements = await digestOfMigrations(migration);
  const past = { migration, statements, madeAt, secretKey, people: await peopleOf(database), tables: await rowsOf(database) };
  await stage.close();
  await db.close();
  const text = textOfPast(past);
  writeFileSync(path, text);
  console.log(`${path}: ${past.tables.length} tables, ${Math.ceil(text.length / 1024)} KiB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function peopleOf({ db }: TestDatabase): Promise<readonly PastPerson[]> {
  const people: PastPerson[] = [];
  for (const { phone, password } of demoPeople) {
    const { number } = await db
      .q()
      .selectFrom('identifiers')
      .innerJoin('accounts', 'accounts.id', 'identifiers.account_id')
      .select('number')
      .where('kind', '=', 'phone')
      .where('value', '=', phone)
      .executeTakeFirstOrThrow();
    people.push({ id: number, phone, password });
  }
  return people;
}

async function rowsOf({ db }: TestDatabase): Promise<readonly PastTable[]> {
  const found: PastTable[] = [];
  // In the order in which they were made: referred tables first.
  const { rows: made } = await sql<{ name: string }>`select name from sqlite_master where type = 'table' order by rowid`.execute(db.q());
  const all: readonly AnyTable[] = tables;
  for (const { name } of made) {
    const table = all.find((each) => each.name === name);
    if (table === undefined) continue;
    const names = Object.keys(table.columns);
    const most = sql.lit(name === 'audit' ? -1 : mostRows);
    const { rows } = await sql<Readonly<Record<string, SqlValue>>>`select * from ${sql.table(name)} limit ${most}`.execute(db.q());
    if (rows.length > 0) found.push({ name, columns: names, rows: rows.map((row) => names.map((column) => row[column] ?? null)) });
  }
  return found;
}
