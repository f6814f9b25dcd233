import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { SqlValue } from './sql-value.ts';
import { sqlValue } from './sql-value.ts';

/** Stands in a query under construction for a value that each call brings. */
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

/** Whether a compiled query is a plain select: everything else, raw SQL too, is taken for a write. */
export function readsOnly(query: CompiledQuery): boolean {
  return query.query.kind === 'SelectQueryNode';
}

/** Compiles `build` with placeholders and remembers which parameter goes where. */
export function prepareQuery<Schema, P extends Record<string, SqlValue>>(
  q: Kysely<Schema>,
  build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable,
): PreparedQuery {
  // Kysely passes a value that it does not know through to the parameters as it is.
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
