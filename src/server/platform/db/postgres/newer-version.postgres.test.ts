/** The view of an instance while a newer version migrates the database beside it. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { tables } from '#server/core/tables.ts';
import { migrationsOf } from '#server/migrations/index.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { statements } from '#server/migrations/statements.ts';
import { openDatabase as openNewer } from '#server/platform/db/open-database.ts';

let database: TestDatabase;
/** Another client on the same database. */
let other: pg.Client;

beforeEach(async () => {
  database = await openTestDatabase();
  other = new pg.Client({ connectionString: database.databaseUrl });
  await other.connect();
});

afterEach(async () => {
  await other.end();
  await database.close();
});

it('keeps prepared statements working after columns are added to their tables', async () => {
  const { db } = database;
  const read = db.prepare<{ id: string }, { id: string }>((q, param) => q.selectFrom('claims').selectAll().where('id', '=', param('id')));
  await db.q().insertInto('claims').values({ kind: 'test', id: 'a', claimed_at: 1, expires_at: 1 }).execute();
  // All connections that read at once know the statement.
  const all = async () => Promise.all(Array.from({ length: 20 }, async () => read({ id: 'a' })));
  for (const column of ['one', 'two']) {
    await all();
    await other.query(`alter table claims add column ${column} text`);
    for (const rows of await all()) expect(rows).toMatchObject([{ id: 'a', [column]: null }]);
  }
  await other.query('alter table claims rename column id to name');
  await expect(read({ id: 'a' })).rejects.toThrow('column "id" does not exist');
});

it('plans a kept statement of transactions once for each connection, and again after columns are added', async () => {
  const { db } = database;
  const read = db.prepare<{ id: string }, { id: string }>((q, param) => q.selectFrom('claims').selectAll().where('id', '=', param('id')));
  await db.q().insertInto('claims').values({ kind: 'test', id: 'a', claimed_at: 1, expires_at: 1 }).execute();
  const uses = sql<{
    uses: number;
  }>`select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%claims%'`;
  const readThrice = async () =>
    db.tx(async () => {
      for (let times = 0; times < 2; times += 1) await read({ id: 'a' });
      return { rows: await read({ id: 'a' }), remembered: (await uses.execute(db.q())).rows };
    });
  expect(await readThrice()).toMatchObject({ rows: [{ id: 'a' }], remembered: [{ uses: 3 }] });
  const all = async () => Promise.all(Array.from({ length: 20 }, readThrice));
  for (const column of ['one', 'two']) {
    await all();
    await other.query(`alter table claims add column ${column} text`);
    for (const { rows } of await all()) expect(rows).toMatchObject([{ id: 'a', [column]: null }]);
  }
});

it('reads a snapshot after columns are added, also while connections know older ones', async () => {
  const { db } = database;
  const read = db.prepare<{ id: string }, { id: string }>((q, param) => q.selectFrom('claims').selectAll().where('id', '=', param('id')));
  await db.q().insertInto('claims').values({ kind: 'test', id: 'a', claimed_at: 1, expires_at: 1 }).execute();
  const readThere = async () => db.tx(() => read({ id: 'a' }));
  await Promise.all(Array.from({ length: 20 }, readThere));
  await other.query('alter table claims add column one text');
  expect(await db.snapshot(() => read({ id: 'a' }))).toMatchObject([{ id: 'a', one: null }]);
});

it('leaves no statement to the next client of a pooler', async () => {
  const { databaseUrl, dataDir } = database;
  const db = await openDatabase({ databaseUrl, dataDir, databasePooler: true });
  onTestFinished(() => db.close());
  const read = db.prepare<{ id: string }, { id: string }>((q, param) => q.selectFrom('claims').selectAll().where('id', '=', param('id')));
  await db.tx(async () => {
    await read({ id: 'a' });
    expect((await sql`select name from pg_prepared_statements`.execute(db.q())).rows).toEqual([]);
  });
});

it('lets the migration yield to a long transaction and to other requests, and complete afterwards', { timeout: 30_000 }, async () => {
  const { db, dataDir, databaseUrl } = database;
  const next = statements(['alter table accounts add column planted text']);
  const schema = { tables, of: () => ({ ...migrationsOf('postgres'), '9999-planted': next }), counters: next };
  await other.query('begin');
  await other.query('select id from accounts');
  let isOver = false;
  const migrating = openNewer({ databaseUrl, dataDir }, schema).finally(() => (isOver = true));
  const isWaiting = async (): Promise<boolean> => {
    const waiting = sql`select 1 from pg_locks where not granted and relation = 'accounts'::regclass`;
    return (await waiting.execute(db.q())).rows.length > 0;
  };
  for (let times = 0; times < 2; times += 1) {
    await expect.poll(isWaiting, { timeout: 10_000, interval: 10 }).toBe(true);
    expect(await db.q().selectFrom('accounts').select('id').execute()).toEqual([]);
  }
  expect(isOver).toBe(false);
  await other.query('commit');
  await (await migrating).close();
  expect((await sql`select planted from accounts`.execute(db.q())).rows).toEqual([]);
});
