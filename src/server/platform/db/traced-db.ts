import type { Compilable, Kysely, KyselyPlugin, QueryId, RootOperationNode } from 'kysely';
import type { StatementName, Tracing } from '#server/platform/observation/tracing/tracing.ts';
import type { Db, Prepare } from './db.ts';
import type { SqlValue } from './tables/sql-value.ts';

/**
 * The same database, with a span for each statement of a request. A failed statement has none: the request's span shows
 * the error.
 */
export function tracedDb(db: Db, tracing: Tracing): Db {
  const plugin = tracingPlugin(tracing);
  return {
    engine: db.engine,
    tables: db.tables,
    q: () => db.q().withPlugin(plugin),
    tx: (work) => db.tx(work),
    snapshot: (work) => db.snapshot(work),
    beforeCommit: (key, work) => db.beforeCommit(key, work),
    afterCommit: (work) => db.afterCommit(work),
    get inTransaction() {
      return db.inTransaction;
    },
    prepare: tracedPrepare(db.prepare, tracing),
    counters: { prepare: tracedPrepare(db.counters.prepare, tracing) },
    ping: () => db.ping(),
    forgetDeleted: () => db.forgetDeleted(),
    close: () => db.close(),
  };
}

function tracedPrepare<Schema>(prepare: Prepare<Schema>, tracing: Tracing): Prepare<Schema> {
  return <P extends Record<string, SqlValue>, Row>(
    build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
  ) => {
    let name: StatementName = { operation: 'statement', table: '' };
    const run = prepare<P, Row>((q, param) => {
      const query = build(q, param);
      name = nameOf(query.compile().query);
      return query;
    });
    return async (params: P) => {
      const end = tracing.startStatement(name);
      try {
        return await run(params);
      } finally {
        end?.();
      }
    };
  };
}

function tracingPlugin(tracing: Tracing): KyselyPlugin {
  const ends = new WeakMap<QueryId, () => void>();
  return {
    transformQuery({ node, queryId }) {
      const end = tracing.startStatement(nameOf(node));
      if (end) ends.set(queryId, end);
      return node;
    },
    async transformResult({ result, queryId }) {
      ends.get(queryId)?.();
      return result;
    },
  };
}

/** `SelectQueryNode` of `accounts` → `select accounts`. */
function nameOf(node: RootOperationNode): StatementName {
  const operation = node.kind.replace(/QueryNode$|Node$/, '').toLowerCase();
  return { operation, table: tableIn(Object.values(node)) };
}

/** The first table of a statement, in the order of its clauses. */
function tableIn(parts: readonly unknown[]): string {
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    if ('kind' in part && part.kind === 'SchemableIdentifierNode') {
      const name: unknown =
        'identifier' in part && typeof part.identifier === 'object' && part.identifier ? Reflect.get(part.identifier, 'name') : '';
      return typeof name === 'string' ? name : '';
    }
    const found = tableIn(Object.values(part));
    if (found !== '') return found;
  }
  return '';
}
