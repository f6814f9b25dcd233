import type { Compilable, Kysely } from 'kysely';
import type { Db } from './db.ts';
import type { SqlValue } from './tables/sql-value.ts';

/**
 * A query of a function that is given its database: compiled once for each, because building it costs more than running
 * it.
 */
export function keptQuery<Schema, P extends Record<string, SqlValue>, Row>(
  build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
): (db: Db<Schema>, params: P) => Promise<Row[]> {
  const kept = new WeakMap<Db<Schema>, (params: P) => Promise<Row[]>>();
  return (db, params) => {
    let run = kept.get(db);
    if (run === undefined) kept.set(db, (run = db.prepare<P, Row>(build)));
    return run(params);
  };
}
