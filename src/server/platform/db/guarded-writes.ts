import type { Compilable, Kysely, SelectType } from 'kysely';
import type { Db, SqlValue } from './db.ts';
import type { Database } from './schema.ts';

/**
 * Guarded writes: every conditional change that security rests on (single use, exact counters, state transitions). Each is one
 * statement whose `where` holds the condition and whose row count tells who won, so that racers cannot pass a check together.
 * They stand beside their noun in `*.guarded.ts`, and only such a file may import this one: the types of all other queries do
 * not allow an update of a guarded column.
 */

/** The tables with every column open to writes. */
export type Unguarded = { [T in keyof Database]: { [C in keyof Database[T]]: SelectType<Database[T][C]> } };

export function unguarded(db: Db): Kysely<Unguarded> {
  return db.q();
}

/** A query that a sign-in makes: compiled once for each database, because building it costs more than running it. */
export function prepared<P extends Record<string, SqlValue>, Row>(
  build: (q: Kysely<Unguarded>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
): (db: Db, params: P) => Promise<Row[]> {
  const kept = new WeakMap<Db, (params: P) => Promise<Row[]>>();
  return (db, params) => {
    let run = kept.get(db);
    if (run === undefined) kept.set(db, (run = db.prepare<P, Row>((q, param) => build(q, param))));
    return run(params);
  };
}

interface Changed {
  readonly numUpdatedRows: bigint;
}

/** Whether the statement has changed its row: true for one of all racers. */
export function won({ numUpdatedRows }: Changed): boolean {
  return numUpdatedRows === 1n;
}

/** @throws {Error} inside a transaction, whose rollback would take the write back */
export function assertOutsideTransaction(db: Db, name: string): void {
  if (db.inTransaction) {
    throw new Error(`${name} inside a transaction: a rollback would give the try back`);
  }
}
