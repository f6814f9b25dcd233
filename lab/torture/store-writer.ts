/**
 * A separate process that writes to the product's SQLite store until it is killed, and journals each acknowledged
 * write: one number a line. Each write is a transaction with two rows, or every fourth time only a prepared statement.
 * Started by the round `power-cut`.
 */
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#server/core/database/db.ts';
import { tables } from '#server/core/tables.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { sqliteFile } from '#server/platform/db/open-database.ts';
import { sqliteDb } from '#server/platform/db/sqlite/sqlite-db.ts';
import { SqliteStore } from '#server/platform/db/sqlite/sqlite-store.ts';

/** The order of the round. */
export interface StoreWork {
  readonly dataDir: string;
  readonly journal: string;
  /** The first number. */
  readonly from: number;
  readonly writers: number;
  /**
   * `none` is the product. `no-wait`: a commit is acknowledged without waiting for the disk. `deaf`: writes that the
   * disk refused are acknowledged.
   */
  readonly takenOut: 'none' | 'no-wait' | 'deaf';
}

const { dataDir, journal, from, writers, takenOut }: StoreWork = JSON.parse(process.env['WORK'] ?? '');
const path = join(dataDir, sqliteFile);
const db = takenOut === 'no-wait' ? await openWithoutWaiting() : await openDatabase({ databaseUrl: undefined, dataDir });
const acknowledged = openSync(journal, 'a');
const single = db.prepare<{ id: string }, never>((q, param) =>
  q.insertInto('claims').values({ kind: 'single', id: param('id'), claimed_at: 0, expires_at: 0 }),
);
let next = from;
for (let n = 0; n < writers; n += 1) void writeOn(db);

async function writeOn(store: Db): Promise<void> {
  for (;;) {
    const number = (next += 1);
    try {
      await write(store, number);
    } catch {
      // The disk has failed. The write is retried, as a server would, which must not help.
      await delay(5);
      if (takenOut !== 'deaf') continue;
    }
    writeSync(acknowledged, `${number}\n`);
  }
}

async function write(store: Db, number: number): Promise<void> {
  const row = { id: String(number), claimed_at: 0, expires_at: 0 };
  if (number % 4 === 0) await single({ id: row.id });
  else {
    await store.tx(async () => {
      await store
        .q()
        .insertInto('claims')
        .values({ ...row, kind: 'first' })
        .execute();
      await store
        .q()
        .insertInto('claims')
        .values({ ...row, kind: 'second' })
        .execute();
    });
  }
}

async function openWithoutWaiting(): Promise<Db> {
  await (await openDatabase({ databaseUrl: undefined, dataDir })).close();
  const store = await SqliteStore.open(path, { durable: false });
  const counters = await SqliteStore.open(join(dataDir, 'rates.db'), { durable: false });
  return sqliteDb({ path, store, counters, tables });
}
