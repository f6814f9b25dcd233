import { chmod, copyFile, open as openFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import type { Db } from '#server/core/database/db.ts';
import { openDatabase, pendingOf } from '#server/migrations/open-database.ts';
import { SqliteCheckpoints } from './sqlite/sqlite-checkpoints.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { TurnQueue } from './turn-queue.ts';
import { isUnavailable } from './unavailable.ts';

/** Tests of one engine's own behavior run on that engine only. */
const [onSqlite, onPostgres] = process.env['TEST_DATABASE'] === 'postgres' ? [[], ['PostgreSQL']] : [['SQLite'], []];
const opened: TestDatabase[] = [];

async function open(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  opened.push(database);
  return database;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map(async (database) => database.close()));
});

/** The test decides when the disk finishes. */
async function holdDisk() {
  const held = Promise.withResolvers<void>();
  await using file = await openFile(fileURLToPath(import.meta.url));
  const prototype: typeof file = Object.getPrototypeOf(file);
  const datasync = vi.spyOn(prototype, 'datasync').mockImplementation(() => held.promise);
  /** The syncs of one file: what earlier tests of this process have left may write too. */
  const syncs = () => Math.max(0, ...Array.from(Map.groupBy(datasync.mock.contexts, (handle) => handle).values(), ({ length }) => length));
  return { held, datasync, syncs };
}

/** How many threads this process starts from now on. */
function countThreads(): () => number {
  const count = vi.fn<() => void>();
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  return () => count.mock.calls.length;
}

async function addClaim(db: Db, id: string, at = 1): Promise<void> {
  await db.q().insertInto('claims').values({ kind: 'test', id, claimed_at: at, expires_at: at }).execute();
}

async function claims(db: Db): Promise<string[]> {
  return (await db.q().selectFrom('claims').select('id').orderBy('id').execute()).map((row) => row.id);
}

describe('a transaction', () => {
  it('keeps all of its writes or none', async () => {
    const { db } = await open();
    await db.tx(async () => {
      await addClaim(db, 'a');
      await addClaim(db, 'b');
    });
    await expect(
      db.tx(async () => {
        await addClaim(db, 'c');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await claims(db)).toEqual(['a', 'b']);
  });

  it('includes a nested one, which shares its outcome', async () => {
    const { db } = await open();
    await expect(
      db.tx(async () => {
        await db.tx(async () => addClaim(db, 'inner'));
        expect(db.inTransaction).toBe(true);
        throw new Error('outer');
      }),
    ).rejects.toThrow('outer');
    expect(await claims(db)).toEqual([]);
    expect(db.inTransaction).toBe(false);
  });

  it('sees its own writes, which are invisible to others before the commit', async () => {
    const { db } = await open();
    const inside = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const transaction = db.tx(async () => {
      await addClaim(db, 'mine');
      const seen = await claims(db);
      inside.resolve();
      await goOn.promise;
      return seen;
    });
    await inside.promise;
    expect(await claims(db)).toEqual([]);
    goOn.resolve();
    expect(await transaction).toEqual(['mine']);
    expect(await claims(db)).toEqual(['mine']);
  });

  it('does not take in the writes of other requests', async () => {
    const { db } = await open();
    const goOn = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<void>();
    const transaction = db.tx(async () => {
      await addClaim(db, 'rolled back');
      inside.resolve();
      await goOn.promise;
      throw new Error('undo');
    });
    await inside.promise;
    const other = addClaim(db, 'other');
    goOn.resolve();
    await expect(transaction).rejects.toThrow('undo');
    await other;
    expect(await claims(db)).toEqual(['other']);
  });

  it('has ended for the work that it left running', async () => {
    const { db } = await open();
    const goOn = Promise.withResolvers<void>();
    const left = await db.tx(async () => ({ running: goOn.promise.then(async () => addClaim(db, 'later')) }));
    goOn.resolve();
    await left.running;
    expect(await claims(db)).toEqual(['later']);
  });

  it('runs after-commit work once after the commit, and never after a rollback', async () => {
    const { db } = await open();
    const seen: Promise<readonly string[]>[] = [];
    const look = () => void seen.push(claims(db));
    await db.tx(async () => {
      await addClaim(db, 'a');
      await db.tx(async () => db.afterCommit(look));
      await addClaim(db, 'b');
      expect(seen).toEqual([]);
    });
    expect(await Promise.all(seen)).toEqual([['a', 'b']]);
    const undone = db.tx(async () => {
      db.afterCommit(look);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(seen).toHaveLength(1);
  });

  it('runs after-commit work at once outside of a transaction', async () => {
    const { db } = await open();
    let isStarted = false;
    db.afterCommit(() => void (isStarted = true));
    expect(isStarted).toBe(true);
  });

  it('runs before-commit work last and by its keys, in the transaction, and at once outside of one', async () => {
    const { db } = await open();
    const seen: string[] = [];
    const note = (id: string) => db.beforeCommit(id, async () => void seen.push(`${id} after ${(await claims(db)).join(' ')}`));
    await db.tx(async () => {
      await note('b');
      await db.tx(() => note('a'));
      await addClaim(db, 'effect');
    });
    expect(seen).toEqual(['a after effect', 'b after effect']);
    await note('alone');
    expect(seen.at(-1)).toBe('alone after effect');
    const failed = db.tx(async () => {
      await addClaim(db, 'undone');
      await db.beforeCommit('a', () => Promise.reject(new Error('full')));
    });
    await expect(failed).rejects.toThrow('full');
    expect(await claims(db)).toEqual(['effect']);
  });

  it('does not lose an update when another one reads the same row', async () => {
    const { db } = await open();
    await addClaim(db, 'counter', 0);
    await Promise.all(
      Array.from({ length: 40 }, async () =>
        db.tx(async () => {
          const locked = db.q().selectFrom('claims').select('claimed_at').where('id', '=', 'counter');
          const { claimed_at } = await (db.engine === 'postgres' ? locked.forUpdate() : locked).executeTakeFirstOrThrow();
          await db
            .q()
            .updateTable('claims')
            .set({ claimed_at: claimed_at + 1 })
            .execute();
        }),
      ),
    );
    expect(await db.q().selectFrom('claims').select('claimed_at').execute()).toEqual([{ claimed_at: 40 }]);
  });

  it.each(onSqlite)('on %s refuses queries on the root inside it instead of waiting for itself', async () => {
    const { db } = await open();
    const root = db.q();
    await expect(db.tx(async () => root.deleteFrom('claims').execute())).rejects.toThrow('must come from Db.q()');
    await addClaim(db, 'still works');
  });

  it.each(onPostgres)('on %s runs again after a deadlock', async () => {
    const { db } = await open();
    await addClaim(db, 'a');
    await addClaim(db, 'b');
    const bothHoldOne = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const lock = async (id: string): Promise<void> => {
      await db
        .q()
        .updateTable('claims')
        .set({ expires_at: sql`expires_at + 1` })
        .where('id', '=', id)
        .execute();
    };
    const crossing = async (mine: 0 | 1, first: string, second: string): Promise<void> => {
      await db.tx(async () => {
        await lock(first);
        bothHoldOne[mine].resolve();
        await bothHoldOne[mine === 0 ? 1 : 0].promise;
        await lock(second);
      });
    };
    await Promise.all([crossing(0, 'a', 'b'), crossing(1, 'b', 'a')]);
    expect(await db.q().selectFrom('claims').select('expires_at').execute()).toEqual([{ expires_at: 3 }, { expires_at: 3 }]);
  });
});

describe('a prepared query', () => {
  const byId = (db: Db) =>
    db.prepare<{ id: string }, { id: string; claimed_at: number }>((q, param) =>
      q.selectFrom('claims').select(['id', 'claimed_at']).where('kind', '=', 'test').where('id', '=', param('id')),
    );

  it('returns plain rows for the parameters of each call', async () => {
    const { db } = await open();
    await addClaim(db, 'a', 1_800_000_000_000);
    const find = byId(db);
    expect(await find({ id: 'a' })).toStrictEqual([{ id: 'a', claimed_at: 1_800_000_000_000 }]);
    expect(await find({ id: 'b' })).toStrictEqual([]);
  });

  it('runs in the current transaction', async () => {
    const { db } = await open();
    const find = byId(db);
    await db.tx(async () => {
      await addClaim(db, 'a');
      expect(await find({ id: 'a' })).toHaveLength(1);
    });
  });

  it('writes, inside and outside a transaction', async () => {
    const { db } = await open();
    const add = db.prepare<{ id: string; at: number }, { id: string }>((q, param) =>
      q
        .insertInto('claims')
        .values({ kind: 'test', id: param('id'), claimed_at: param('at'), expires_at: param('at') })
        .returning('id'),
    );
    expect(await add({ id: 'a', at: 1 })).toStrictEqual([{ id: 'a' }]);
    await expect(
      db.tx(async () => {
        await add({ id: 'b', at: 1 });
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(await claims(db)).toEqual(['a']);
  });

  it.each(onSqlite)('on %s is planned once despite its limit: a bound limit would be planned each time', async () => {
    const { db } = await open();
    const page = db.q().selectFrom('claims').select('id').orderBy('id').limit(2).offset(1);
    const { sql: text, parameters } = page.compile();
    expect([text.endsWith('limit 2 offset 1'), parameters]).toEqual([true, []]);
    for (const id of ['a', 'b', 'c', 'd']) await addClaim(db, id);
    expect(await page.execute()).toEqual([{ id: 'b' }, { id: 'c' }]);
    const first = db.prepare<{ rows: number }, { id: string }>((q, param) =>
      q.selectFrom('claims').select('id').orderBy('id').limit(param('rows')),
    );
    expect([await first({ rows: 1 }), await first({ rows: 2 })]).toEqual([[{ id: 'a' }], [{ id: 'a' }, { id: 'b' }]]);
  });

  it('refuses a value that the engines would store differently', async () => {
    const { db } = await open();
    const find = byId(db);
    const wrong: unknown[] = [undefined, Number.NaN, new Date(), true, { id: 'a' }];
    for (const id of wrong) {
      await expect(find({ id: id as string })).rejects.toThrow(TypeError);
    }
  });
});

describe('a database', () => {
  it('answers a ping', async () => {
    const { db } = await open();
    await expect(db.ping()).resolves.toBeUndefined();
  });

  it('serves two instances at once', async () => {
    const first = await open();
    const second = await openDatabase({ ...first, databaseUrl: first.databaseUrl, pool: { max: 5, waitMs: 20_000 } });
    const add = async (db: Db, name: string): Promise<void> => {
      for (let i = 0; i < 50; i++) {
        await db.tx(async () => {
          await addClaim(db, `${name}${i}`);
          await new Promise((resolve) => setImmediate(resolve));
        });
      }
    };
    await Promise.all([add(first.db, 'a'), add(second, 'b')]);
    expect(await claims(second)).toHaveLength(100);
    await second.close();
  });

  it('refuses to open when made by a newer version', async () => {
    const database = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2999-01-01T00:00:00.000Z')`.execute(database.db.q());
    await expect(openDatabase({ dataDir: database.dataDir, databaseUrl: database.databaseUrl })).rejects.toThrow(
      'made by a newer version of Cedar ID (it has 9999-future)',
    );
  });

  it('refuses to open when made by other migrations, and leaves the record as it is', async () => {
    const { db, dataDir, databaseUrl } = await open();
    await sql`update kysely_migration set name = '0001-accounts' where name = '0001-baseline'`.execute(db.q());
    const { rows: before } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.q());
    const reason = `it has the record of ${before.length} migrations that begin with 0001-accounts, and not with 0001-baseline`;
    await expect(openDatabase({ dataDir, databaseUrl })).rejects.toThrow(reason);
    await expect(openDatabase({ dataDir, databaseUrl })).rejects.toThrow('start with an empty database');
    await expect(pendingOf({ dataDir, databaseUrl })).rejects.toThrow(reason);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.q());
    expect(rows).toEqual(before);
    expect(rows[0]).toEqual({ name: '0001-accounts' });
  });

  it('refuses to open with tables and no record of migrations', async () => {
    const { db, dataDir, databaseUrl } = await open();
    await sql`drop table kysely_migration`.execute(db.q());
    await expect(openDatabase({ dataDir, databaseUrl })).rejects.toThrow(
      'no record of migrations, and the tables account_claims, accounts, ',
    );
    const { rows } = await sql<{ id: string }>`select id from accounts`.execute(db.q());
    expect(rows).toEqual([]);
  });

  it.each(onPostgres)('on %s reconnects after dropped connections', async () => {
    const { db } = await open();
    await Promise.all(Array.from({ length: 5 }, async () => claims(db)));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      db.q(),
    );
    await expect
      .poll(async () =>
        db.ping().then(
          () => 'answers',
          () => 'does not answer',
        ),
      )
      .toBe('answers');
    await addClaim(db, 'a');
    expect(await claims(db)).toEqual(['a']);
  });

  it('enforces the checks of its columns', async () => {
    const { db } = await open();
    const outbox = {
      id: 'a',
      sealed: '',
      lane: 'notice',
      created_at: 1,
      not_before: 1,
      expires_at: 1,
      attempts: 0,
      leased_until: 0,
    } as const;
    await expect(
      db
        .q()
        .insertInto('outbox')
        .values({ ...outbox, channel: 'pigeon' as 'sms' })
        .execute(),
    ).rejects.toThrow(/constraint/i);
  });
});

describe.each(onSqlite)('a file of %s', () => {
  it('is readable only by its owner, like its companions', async () => {
    const { db, dataDir } = await open();
    await addClaim(db, 'a');
    const files = ['cedar.db', 'cedar.db-wal', 'cedar.db-shm', 'cedar.db.made', 'rates.db', 'rates.db-wal'];
    const modes = await Promise.all(files.map(async (file) => [file, ((await stat(join(dataDir, file))).mode & 0o777).toString(8)]));
    expect(modes).toEqual(files.map((file) => [file, '600']));
  });

  it('becomes private again after others could read it', async () => {
    const { db, dataDir } = await open();
    await chmod(join(dataDir, 'cedar.db'), 0o644);
    await (await openDatabase({ dataDir, databaseUrl: undefined })).close();
    expect((await stat(join(dataDir, 'cedar.db'))).mode & 0o777).toBe(0o600);
    await db.ping();
  });

  it('is not created again when missing from a folder that had one', async () => {
    const { db, dataDir } = await open();
    await db.close();
    await rm(join(dataDir, 'cedar.db'));
    await expect(openDatabase({ dataDir, databaseUrl: undefined })).rejects.toThrow('restore it from a backup');
    await rm(join(dataDir, 'cedar.db.made'));
    opened.splice(0);
    const anew = await openDatabase({ dataDir, databaseUrl: undefined });
    expect(await claims(anew)).toEqual([]);
    await anew.close();
    await rm(dataDir, { recursive: true });
  });

  it('fails the ping when replaced while open', async () => {
    const { db, dataDir } = await open();
    await rm(join(dataDir, 'cedar.db'));
    await expect(db.ping()).rejects.toThrow('no such file');
    await writeFile(join(dataDir, 'cedar.db'), '');
    await expect(db.ping()).rejects.toThrow('replaced');
  });

  it('acknowledges a write only once the disk has it, without delaying others', async () => {
    const { db } = await open();
    await addClaim(db, 'before');
    const { held, datasync, syncs } = await holdDisk();
    let acknowledged = 0;
    const writes = ['a', 'b', 'c'].map(async (id) => {
      await db.tx(async () => addClaim(db, id));
      acknowledged += 1;
    });
    await vi.waitFor(async () => expect(await claims(db)).toEqual(['a', 'b', 'before', 'c']));
    expect(acknowledged).toBe(0);
    held.resolve();
    await Promise.all(writes);
    // One sync for the first commit, and one shared by the others.
    expect(syncs()).toBe(2);
    datasync.mockRestore();
  });

  it('acknowledges nothing, now or later, when the disk refuses the log', async () => {
    const { db } = await open();
    await addClaim(db, 'before');
    const { held, datasync } = await holdDisk();
    const writes = [addClaim(db, 'a'), db.tx(async () => addClaim(db, 'b'))];
    held.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
    for (const { reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[]) expect(isUnavailable(reason)).toBe(true);
    datasync.mockRestore();
    await expect(addClaim(db, 'c')).rejects.toThrow('needs a restart');
    await expect(db.ping()).rejects.toThrow('needs a restart');
  });

  it('acknowledges no commit behind a disk failure, even if the next sync reports success', async () => {
    const { db } = await open();
    await addClaim(db, 'before');
    const { held, datasync, syncs } = await holdDisk();
    const first = addClaim(db, 'a');
    await vi.waitFor(() => expect(syncs()).toBe(1));
    const behind = addClaim(db, 'b');
    await vi.waitFor(async () => expect(await claims(db)).toContain('b'));
    datasync.mockResolvedValue(undefined);
    held.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
    for (const write of [first, behind]) await expect(write).rejects.toSatisfy(isUnavailable);
    datasync.mockRestore();
  });

  it('empties its log beside writers, in one separate thread', async () => {
    const { db, dataDir } = await open();
    const file = join(dataDir, 'cedar.db');
    const threads = countThreads();
    const checkpoints = new SqliteCheckpoints(file, new TurnQueue(5000));
    await Promise.all([checkpoints.run(), ...Array.from({ length: 40 }, async (_write, n) => addClaim(db, String(n)))]);
    await addClaim(db, 'after');
    await checkpoints.run();
    expect(threads()).toBe(1);
    await checkpoints.close();
    // The content of the file itself, without its log.
    const copy = join(dataDir, 'copy.db');
    await copyFile(file, copy);
    using alone = new DatabaseSync(copy);
    expect(alone.prepare('select count(*) as n from claims').get()).toEqual({ n: 41 });
    expect(await claims(db)).toHaveLength(41);
  });

  it('empties its log again after a checkpoint that failed', async () => {
    const { dataDir } = await open();
    const file = join(dataDir, 'cedar.db');
    const threads = countThreads();
    const checkpoints = new SqliteCheckpoints(file, new TurnQueue(5000));
    using other = new DatabaseSync(file);
    other.exec('begin immediate');
    await expect(checkpoints.run()).rejects.toThrow('locked');
    other.exec('rollback');
    await checkpoints.run();
    expect(threads()).toBe(2);
    await checkpoints.close();
  });

  it('when full keeps its data, refuses new writes, and continues once there is space', async () => {
    const { db } = await open();
    await addClaim(db, 'kept');
    const limit = async (pages: number): Promise<unknown> => sql.raw(`pragma max_page_count = ${pages}`).execute(db.q());
    await limit(1);
    const error = await db
      .tx(async () => {
        for (let i = 0; i < 1000; i++) {
          await addClaim(db, `${i}`.padStart(2000, '0'));
        }
      })
      .catch((reason: unknown) => reason);
    expect(isUnavailable(error)).toBe(true);
    expect(await claims(db)).toEqual(['kept']);
    await limit(1_000_000);
    await addClaim(db, 'more');
    expect(await claims(db)).toEqual(['kept', 'more']);
  });

  it('acknowledges nothing more once the disk has failed', async () => {
    const { dataDir } = await open();
    const store = await SqliteStore.open(join(dataDir, 'cedar.db'), { durable: true });
    const failing = store.write(() => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 1034 });
    });
    await expect(failing).rejects.toThrow('disk I/O error');
    await expect(store.write((writer) => writer.execute('select 1', []))).rejects.toThrow('needs a restart');
    expect(() => store.assertSound()).toThrow('needs a restart');
    await store.close();
  });
});
