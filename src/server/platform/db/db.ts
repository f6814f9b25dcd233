import { AsyncLocalStorage } from 'node:async_hooks';
import type { Compilable, Kysely, Transaction } from 'kysely';
import type { SqlValue } from './tables/sql-value.ts';
import type { AnyTable } from './tables/table.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';

/**
 * Compiles a query once, with named parameters. The result runs the prepared statement, inside the current transaction
 * if there is one. `param` marks the place of a value in the builder.
 */
export type Prepare<Schema> = <P extends Record<string, SqlValue>, Row>(
  build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
) => (params: P) => Promise<Row[]>;

/**
 * The database behind the repositories: SQLite or PostgreSQL, one schema, one set of queries. The platform sees its own
 * tables; `Db` of `core/database/db.ts` has all.
 */
export interface Db<Schema = PlatformDatabase> {
  readonly engine: 'sqlite' | 'postgres';
  /** Declarations of all tables, in the order of an erasure: referring tables first. */
  readonly tables: readonly AnyTable[];
  /**
   * The transaction of this async context, or the root. Call it for each query: a root kept inside a transaction runs
   * outside of it on PostgreSQL, and throws on SQLite, where it would wait for itself.
   */
  q(): Kysely<Schema>;
  /**
   * Runs `work` in one transaction: SQLite `begin immediate`, PostgreSQL READ COMMITTED. A nested call joins the outer
   * one. PostgreSQL repeats `work` up to 3 times after a deadlock or serialization failure: it may have effects only on
   * the database. A failed statement (a unique violation) makes PostgreSQL refuse the rest of the transaction.
   * @throws {Refusal} unavailable, when the SQLite writer is not free within 5 s
   */
  tx<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which only reads by `q()`, on one moment of the database; writers continue beside it. Never inside a
   * transaction.
   */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` as the last part of the current transaction, in the order of `key`, or at once outside of one: for writes to
   * rows that many transactions share. Such a row is locked only during the commit, and always in the same order: no
   * deadlock.
   */
  beforeCommit(key: string, work: () => Promise<void>): Promise<void>;
  /**
   * Runs `work` after the commit of the current transaction, or at once outside of one. A rollback or retry drops it.
   * `work` only starts something and must not fail: the transaction is already committed.
   */
  afterCommit(work: () => void): void;
  readonly inTransaction: boolean;
  /** SQLite: a select runs synchronously on a separate connection for readers. PostgreSQL: a named statement. */
  readonly prepare: Prepare<Schema>;
  /**
   * The counters of `platform/rate-limit`: outside of transactions, so that a rollback gives nothing back, and
   * committed without waiting for the disk, so that a power cut may lose the latest counts.
   */
  readonly counters: { readonly prepare: Prepare<Pick<PlatformDatabase, 'rate_windows'>> };
  /** Resolves when the database answers and, on SQLite, is still the file that was opened. */
  ping(): Promise<void>;
  /**
   * Removes the content of deleted rows from the database files; false while others are reading: try again later.
   * SQLite: empties the write-ahead log, which still has the old pages. PostgreSQL does it on its own schedule (VACUUM,
   * WAL).
   */
  forgetDeleted(): Promise<boolean>;
  close(): Promise<void>;
}

/** A transaction in its async context. */
interface Scope {
  readonly trx: Transaction<PlatformDatabase>;
  readonly beforeCommit: { readonly key: string; readonly work: () => Promise<void> }[];
  readonly afterCommit: (() => void)[];
  /** False after its end: work that it left running (a timer, a woken worker) continues outside of it. */
  open: boolean;
}

/** Keeps the current transaction across awaits. One for each `Db`. */
export class TransactionScope {
  readonly #storage = new AsyncLocalStorage<Scope>();

  current(): Transaction<PlatformDatabase> | undefined {
    const scope = this.#storage.getStore();
    return scope?.open === true ? scope.trx : undefined;
  }

  /** Runs `work` in the current transaction, or in one that `begin` opens and commits. */
  async run<T>(begin: (run: (trx: Transaction<PlatformDatabase>) => Promise<T>) => Promise<T>, work: () => Promise<T>): Promise<T> {
    if (this.current() !== undefined) return await work();
    const afterCommit: (() => void)[] = [];
    const result = await begin(async (trx) => {
      const scope: Scope = { trx, beforeCommit: [], afterCommit, open: true };
      try {
        return await this.#storage.run(scope, async () => {
          const done = await work();
          for (const last of scope.beforeCommit.toSorted((a, b) => (a.key < b.key ? -1 : 1))) await last.work();
          return done;
        });
      } finally {
        scope.open = false;
      }
    });
    for (const each of afterCommit) each();
    return result;
  }

  async beforeCommit(key: string, work: () => Promise<void>): Promise<void> {
    const scope = this.#storage.getStore();
    if (scope?.open === true) scope.beforeCommit.push({ key, work });
    else await work();
  }

  afterCommit(work: () => void): void {
    const scope = this.#storage.getStore();
    if (scope?.open === true) scope.afterCommit.push(work);
    else work();
  }
}
