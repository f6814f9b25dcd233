import type { Compilable, Kysely, SelectType } from 'kysely';
import type { Db } from './db.ts';
import { keptQuery } from './kept-query.ts';
import type { SqlValue } from './tables/sql-value.ts';

/**
 * Guarded writes: every conditional change that security rests on (single use, exact counters, state transitions). Each
 * is one statement: its `where` holds the condition and its row count decides, so that concurrent requests cannot pass
 * together. Only `*.guarded.ts` files may import this one; the types of all other queries forbid updates of guarded
 * columns.
 */

/** The tables with all columns writable. */
type Unguarded<Schema> = { [T in keyof Schema]: { [C in keyof Schema[T]]: SelectType<Schema[T][C]> } };

export function unguarded<Schema>(db: Db<Schema>): Kysely<Unguarded<Schema>> {
  // The same queries; only the type of the writable columns differs.
  return db.q() as unknown as Kysely<Unguarded<Schema>>;
}

/** A guarded write that is compiled once for each database. */
export function prepared<Schema, P extends Record<string, SqlValue>, Row>(
  build: (q: Kysely<Unguarded<Schema>>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
): (db: Db<Schema>, params: P) => Promise<Row[]> {
  return keptQuery((q, param) => build(q as unknown as Kysely<Unguarded<Schema>>, param));
}

interface Changed {
  readonly numUpdatedRows: bigint;
}

/** Whether the statement changed its row: true for one of all concurrent requests. */
export function won({ numUpdatedRows }: Changed): boolean {
  return numUpdatedRows === 1n;
}

/** @throws {Error} inside a transaction, whose rollback would undo the write */
export function assertOutsideTransaction(db: Pick<Db, 'inTransaction'>, name: string): void {
  if (db.inTransaction) {
    throw new Error(`${name} inside a transaction: a rollback would give the try back`);
  }
}
