/** What an instance meets while a newer version migrates the database beside it. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;
/** Somebody else on the same database. */
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

it('its prepared statements outlive columns that are added to their tables', async () => {
  const { db } = database;
  const read = db.prepare<{ id: string }, { id: string }>((q, param) => q.selectFrom('claims').selectAll().where('id', '=', param('id')));
  await db.q().insertInto('claims').values({ kind: 'test', id: 'a', claimed_at: 1, expires_at: 1 }).execute();
  // As many connections know the statement as read at once.
  const all = async () => Promise.all(Array.from({ length: 20 }, async () => read({ id: 'a' })));
  for (const column of ['one', 'two']) {
    await all();
    await other.query(`alter table claims add column ${column} text`);
    for (const rows of await all()) expect(rows).toMatchObject([{ id: 'a', [column]: null }]);
  }
  await other.query('alter table claims rename column id to name');
  await expect(read({ id: 'a' })).rejects.toThrow('column "id" does not exist');
});

it(
  'the migration gives way to a long transaction, lets everybody else pass, and comes to its end afterwards',
  { timeout: 30_000 },
  async () => {
    const { db, dataDir, databaseUrl } = database;
    for (const column of ['recovered_at', 'recovered_by', 'recovered_since', 'recovery_reviewed_at']) {
      await other.query(`alter table accounts drop column ${column}`);
    }
    for (const table of ['clock', 'root_keys']) await other.query(`drop table ${table}`);
    await other.query('alter table codes drop column asker');
    await other.query('alter table outbox drop column lane, drop column counted_at');
    await other.query(`delete from kysely_migration where name >= '0013-recoveries'`);
    await other.query('begin');
    await other.query('select id from accounts');
    let isOver = false;
    const migrating = openDatabase({ databaseUrl, dataDir }).finally(() => (isOver = true));
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
    expect(await db.q().selectFrom('accounts').select('recovered_at').execute()).toEqual([]);
  },
);
