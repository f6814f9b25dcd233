import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { SqlValue } from './tables/sql-value.ts';
import { sqlValue } from './tables/sql-value.ts';

/** Marks the place of a per-call value in a query under construction. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export interface PreparedQuery {
  readonly compiled: CompiledQuery;
  /** Whether it only reads, so that it need not wait for the writer. */
  readonly reads: boolean;
  /** The statement's values in order, taken from a call's parameters. */
  values(params: Readonly<Record<string, SqlValue>>): SqlValue[];
}

/** Whether a compiled query is a plain select: all others, including raw SQL, count as writes. */
export function readsOnly(query: CompiledQuery): boolean {
  return query.query.kind === 'SelectQueryNode';
}

/** Compiles `build` with placeholders and records the position of each parameter. */
export function prepareQuery<Schema, P extends Record<string, SqlValue>>(
  q: Kysely<Schema>,
  build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable,
): PreparedQuery {
  // Kysely passes unknown values through to the parameters unchanged.
  const compiled = build(q, <K extends keyof P & string>(name: K) => new Placeholder(name) as unknown as P[K]).compile();
  const sources = compiled.parameters.map((value) => (value instanceof Placeholder ? value : { constant: sqlValue(value) }));
  return {
    compiled,
    reads: readsOnly(compiled),
    values(params) {
      const values: SqlValue[] = [];
      for (const source of sources) {
        values.push(source instanceof Placeholder ? sqlValue(params[source.name]) : source.constant);
      }
      return values;
    },
  };
}
