/**
 * Several hosts, unreachable or read-only hosts, connections that end under load, and simultaneous starts of several
 * instances.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import type { Db } from '#server/core/database/db.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { newId } from '#server/platform/ids.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';

const ending: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function open(): Promise<TestDatabase & { readonly url: URL }> {
  const database = await openTestDatabase();
  ending.push(() => database.close());
  return { ...database, url: new URL(database.databaseUrl ?? '') };
}

async function openAs(database: TestDatabase, change: Partial<Parameters<typeof openDatabase>[0]>): Promise<Db> {
  const db = await openDatabase({ dataDir: database.dataDir, databaseUrl: database.databaseUrl, ...change });
  ending.push(() => db.close());
  return db;
}

/** A host that accepts connections and never answers. */
async function muteHost(): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the host does not listen');
  ending.push(async () => server.close());
  return `127.0.0.1:${address.port}`;
}

function urlOf(url: URL, hosts: readonly string[]): string {
  return `postgres://${url.username}:${url.password}@${hosts.join(',')}${url.pathname}`;
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const answers = async (db: Db): Promise<boolean> =>
  db.ping().then(
    () => true,
    () => false,
  );

describe('on PostgreSQL', () => {
  it('serves reads on separate connections: they wait for no transaction', async () => {
    const database = await open();
    const db = await openAs(database, { pool: { max: 2, waitMs: 200 } });
    const read = db.prepare<{ key: string }, { key: string }>((q, param) =>
      q.selectFrom('rate_windows').select('key').where('key', '=', param('key')),
    );
    const { promise: over, resolve: finish } = Promise.withResolvers<void>();
    const begun = [1, 2].map(() => Promise.withResolvers<void>());
    const transactions = begun.map(({ resolve }) =>
      db.tx(() => {
        resolve();
        return over;
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    expect(await answers(db)).toBe(false);
    expect(await read({ key: 'nobody' })).toEqual([]);
    finish();
    await Promise.all(transactions);
  });

  it('skips an unreachable host and a silent one', async () => {
    const database = await open();
    const { url } = database;
    const mute = await muteHost();
    const db = await openAs(database, {
      databaseUrl: urlOf(url, ['127.0.0.1:1', mute, url.host]),
      pool: { max: 2, waitMs: 2000 },
    });
    await Promise.all(Array.from({ length: 20 }, () => db.ping()));
    // Busy connections are no reason to try another host.
    const work = Promise.withResolvers<void>();
    const held = Array.from({ length: 2 }, () =>
      db.tx(async () => {
        await sql`select 1`.execute(db.q());
        await work.promise;
      }),
    );
    await expect.poll(() => answers(db), { timeout: 10_000 }).toBe(false);
    work.resolve();
    await Promise.all(held);
    expect(await answers(db)).toBe(true);
  });

  it('answers 503 soon without a working host', async () => {
    const database = await open();
    const db = await openAs(database, { databaseUrl: urlOf(database.url, [database.url.host, '127.0.0.1:1']) });
    await asAdmin(`alter database "${database.url.pathname.slice(1)}" set default_transaction_read_only = on`);
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.url.pathname.slice(1)}'`);
    const started = performance.now();
    const refused = async (): Promise<unknown> =>
      db.ping().then(
        () => undefined,
        (error: unknown) => error,
      );
    await expect.poll(async () => isUnavailable(await refused()), { timeout: 10_000 }).toBe(true);
    expect(performance.now() - started).toBeLessThan(5000);
    await asAdmin(`alter database "${database.url.pathname.slice(1)}" set default_transaction_read_only = off`);
    await expect.poll(() => answers(db), { timeout: 10_000 }).toBe(true);
  });

  it('drops the connections of a server that has become read-only', async () => {
    const database = await open();
    const db = await openAs(database, {
      databaseUrl: urlOf(database.url, [database.url.host, '127.0.0.1:1']),
      pool: { max: 1, waitMs: 1000 },
    });
    const pid = async (): Promise<number | undefined> =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.q())).rows[0]?.pid;
    const before = await pid();
    expect(await pid()).toBe(before);
    const write = db.tx(async () => {
      await sql`set transaction read only`.execute(db.q());
      await db.q().insertInto('claims').values({ kind: 'test', id: 'a', claimed_at: 1, expires_at: 1 }).execute();
    });
    await expect(write).rejects.toSatisfy(isUnavailable);
    expect(await pid()).not.toBe(before);
  });

  it('fails or keeps the work in progress when its server restarts, and the rest continues', async () => {
    const database = await open();
    const { db } = database;
    const kept = new Set<string>();
    const over = new AbortController();
    const working = Array.from({ length: 8 }, async (_each, worker) => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const id = `${worker}-${n}`;
        const done = await db
          .tx(async () => db.q().insertInto('claims').values({ kind: 'test', id, claimed_at: 1, expires_at: 1 }).execute())
          .catch((error: unknown) => {
            if (!isUnavailable(error)) throw error;
          });
        if (done !== undefined) kept.add(id);
      }
    });
    for (let round = 0; round < 5; round += 1) {
      const before = kept.size;
      await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.url.pathname.slice(1)}'`);
      await expect.poll(() => kept.size, { timeout: 10_000 }).toBeGreaterThan(before + 20);
    }
    over.abort();
    await Promise.all(working);
    const rows = new Set((await db.q().selectFrom('claims').select('id').where('kind', '=', 'test').execute()).map(({ id }) => id));
    expect([...kept].filter((id) => !rows.has(id))).toEqual([]);
  });

  it('keeps no state on a connection behind a pooler', async () => {
    const database = await open();
    const db = await openAs(database, { databasePooler: true, pool: { max: 1, waitMs: 1000 } });
    const read = db.prepare<{ id: string }, { id: string }>((q, param) =>
      q.selectFrom('claims').select('id').where('id', '=', param('id')),
    );
    const sweep = db.counters.prepare<{ key: string }, { key: string }>((q, param) =>
      q.selectFrom('rate_windows').select('key').where('key', '=', param('key')),
    );
    await read({ id: 'a' });
    await sweep({ key: 'a' });
    const { rows } = await sql<{ names: number; timeout: string }>`
      select count(*)::int as names, current_setting('statement_timeout') as timeout from pg_prepared_statements`.execute(db.q());
    expect(rows).toEqual([{ names: 0, timeout: '0' }]);
  });

  it('lets one of many instances that start on an empty database create the tables', async () => {
    const database = await open();
    const name = `${database.url.pathname.slice(1)}_empty`;
    await asAdmin(`create database "${name}"`);
    ending.push(() => asAdmin(`drop database "${name}" with (force)`));
    const databaseUrl = new URL(database.url);
    databaseUrl.pathname = `/${name}`;
    const opened = await Promise.all(
      Array.from({ length: 4 }, (_each, n) => openAs(database, { databaseUrl: databaseUrl.href, databasePooler: n % 2 === 0 })),
    );
    for (const db of opened) expect(await db.q().selectFrom('accounts').select('id').execute()).toEqual([]);
  });

  it('says what a role lacks that may make no tables, and how it gets it', async () => {
    const database = await open();
    const role = `role_${newId().replaceAll('-', '_').toLowerCase()}`;
    await asAdmin(`create role ${role} login password 'secret'`);
    ending.push(() => asAdmin(`drop role ${role}`));
    const name = `${database.url.pathname.slice(1)}_foreign`;
    await asAdmin(`create database "${name}"`);
    ending.push(() => asAdmin(`drop database "${name}" with (force)`));
    const url = new URL(database.url);
    [url.pathname, url.username, url.password] = [`/${name}`, role, 'secret'];
    await expect(openAs(database, { databaseUrl: url.href })).rejects.toThrow(
      `the role ${role} of DATABASE_URL may make no tables in the database ${name}: alter database ${name} owner to ${role}`,
    );
  });
});
