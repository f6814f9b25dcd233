import type { Compilable, Kysely, SelectType } from 'kysely';
import type { Db, SqlValue } from './db.ts';

/**
 * Guarded writes: every conditional change that security rests on (single use, exact counters, state transitions).
 * Each is one statement whose `where` holds the condition and whose row count tells who won, so that racers cannot
 * pass a check together. They stand beside their noun in `*.guarded.ts`, and only such a file may import this one: the
 * types of all other queries do not allow an update of a guarded column.
 */

/** The tables with every column open to writes. */
type Unguarded<Schema> = { [T in keyof Schema]: { [C in keyof Schema[T]]: SelectType<Schema[T][C]> } };

export function unguarded<Schema>(db: Db<Schema>): Kysely<Unguarded<Schema>> {
  // The same queries; the type of what they may write is all that differs.
  return db.q() as unknown as Kysely<Unguarded<Schema>>;
}

/** A query that a sign-in makes: compiled once for each database, because building it costs more than running it. */
export function prepared<Schema, P extends Record<string, SqlValue>, Row>(
  build: (q: Kysely<Unguarded<Schema>>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
): (db: Db<Schema>, params: P) => Promise<Row[]> {
  const kept = new WeakMap<Db<Schema>, (params: P) => Promise<Row[]>>();
  return (db, params) => {
    let run = kept.get(db);
    if (run === undefined) kept.set(db, (run = db.prepare<P, Row>((q, param) => build(q as unknown as Kysely<Unguarded<Schema>>, param))));
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
export function assertOutsideTransaction(db: Pick<Db, 'inTransaction'>, name: string): void {
  if (db.inTransaction) {
    throw new Error(`${name} inside a transaction: a rollback would give the try back`);
  }
}
