import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import type { TransactionScope } from '#server/platform/db/db.ts';
import { readsOnly } from '#server/platform/db/prepared-query.ts';
import type { SqliteStore } from './sqlite-store.ts';

/**
 * Kysely on node:sqlite. Outside a transaction a select uses the reader; all other statements take a turn of the
 * writer.
 */
export function sqliteDialect(store: SqliteStore, scope: TransactionScope): Dialect {
  return {
    createDriver: () => new SqliteDriver(store, scope),
    createQueryCompiler: () => new LiteralLimitCompiler(),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Inlines the numbers of LIMIT and OFFSET: SQLite plans a statement again whenever one is bound to them. */
class LiteralLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (!this.#appendNumber('limit', node.limit)) super.visitLimit(node);
  }

  protected override visitOffset(node: OffsetNode): void {
    if (!this.#appendNumber('offset', node.offset)) super.visitOffset(node);
  }

  #appendNumber(word: string, node: OperationNode): boolean {
    const isNumber = ValueNode.is(node) && Number.isSafeInteger(node.value);
    if (isNumber) this.append(`${word} ${String(node.value)}`);
    return isNumber;
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** Kysely need not serialize its users: the store does, and only for writes. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** A failed migration leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #store: SqliteStore;
  readonly #scope: TransactionScope;

  constructor(store: SqliteStore, scope: TransactionScope) {
    this.#store = store;
    this.#scope = scope;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lease> {
    return new Lease(this.#store, this.#scope);
  }

  async beginTransaction(lease: Lease): Promise<void> {
    await lease.begin();
  }

  async commitTransaction(lease: Lease): Promise<void> {
    await lease.commit();
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    lease.rollback();
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.release();
  }

  async destroy(): Promise<void> {
    await this.#store.close();
  }
}

/** Kysely's view of a connection: one use of the store, for one statement or one transaction. */
class Lease implements DatabaseConnection {
  readonly #store: SqliteStore;
  readonly #scope: TransactionScope;
  #state: 'free' | 'transaction' | 'released' = 'free';

  constructor(store: SqliteStore, scope: TransactionScope) {
    this.#store = store;
    this.#scope = scope;
  }

  async begin(): Promise<void> {
    this.#assertOutsideOfTransaction();
    await this.#store.begin();
    this.#state = 'transaction';
  }

  async commit(): Promise<void> {
    await this.#store.commit(() => (this.#state = 'released'));
  }

  /**
   * Kysely also rolls back after a failed commit. A commit that the disk did not confirm has ended: another may have
   * the turn by now.
   */
  rollback(): void {
    if (this.#state === 'transaction') {
      this.#store.rollback();
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (await this.#execute(query)) as QueryResult<R>;
  }

  // oxlint-disable-next-line require-yield -- Kysely demands the method; nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite queries do not stream');
  }

  release(): void {
    if (this.#state === 'transaction') {
      this.#store.turns.release();
    }
    this.#state = 'released';
  }

  async #execute(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.#state === 'transaction') {
      return this.#store.execute(query);
    }
    if (this.#state === 'released') {
      throw new Error('the transaction of this query is over: something in it was not awaited');
    }
    this.#assertOutsideOfTransaction();
    if (readsOnly(query)) {
      return this.#store.reader.execute(query.sql, query.parameters);
    }
    return await this.#store.write((writer) => writer.execute(query.sql, query.parameters));
  }

  /** The root inside a transaction would wait for a turn that its own transaction holds. */
  #assertOutsideOfTransaction(): void {
    if (this.#scope.current() !== undefined) {
      throw new Error('a query inside a transaction must come from Db.q()');
    }
  }
}
