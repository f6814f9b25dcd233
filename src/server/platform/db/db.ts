import { AsyncLocalStorage } from 'node:async_hooks';
import type { Compilable, Kysely, Transaction } from 'kysely';
import type { SqlValue } from './sql-value.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';

/**
 * Compiles a query once, with named parameters. Calling the result runs the prepared statement, inside the current transaction if
 * there is one. `param` stands wherever the builder takes a value.
 */
export type Prepare<Schema> = <P extends Record<string, SqlValue>, Row>(
  build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
) => (params: P) => Promise<Row[]>;

/**
 * The database behind the repositories: SQLite or PostgreSQL, one schema, one set of queries. The platform sees its own
 * tables; `Db` of `core/database.ts` has all.
 */
export interface Db<Schema = PlatformDatabase> {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * The transaction of this async context, else the root. Ask for it anew for each query: a root that is kept and used inside a
   * transaction is outside of it on PostgreSQL, and throws on SQLite, where it would wait for itself.
   */
  q(): Kysely<Schema>;
  /**
   * Runs `work` in one transaction: SQLite `begin immediate`, PostgreSQL READ COMMITTED. A nested call joins the outer one.
   * PostgreSQL runs `work` again, at most 3 times, after a deadlock or serialization failure: it may have no effect but on the
   * database. After a failed statement PostgreSQL refuses the rest of the transaction, so do not go on after a unique violation.
   * @throws {Refusal} unavailable, when the SQLite writer is not free within 5 s
   */
  tx<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` once the current transaction is committed, or now outside of one. A transaction that is rolled back or tried again drops it.
   * `work` starts something and does not fail: the transaction stands by then.
   */
  afterCommit(work: () => void): void;
  readonly inTransaction: boolean;
  /** SQLite: a select runs synchronously on a connection of its own for readers. PostgreSQL: a named statement. */
  readonly prepare: Prepare<Schema>;
  /**
   * The counters of `platform/rate-limit`: never part of a transaction, so that a rollback takes nothing back, and committed without
   * waiting for the disk, so that a power cut may lose the last of them.
   */
  readonly counters: { readonly prepare: Prepare<Pick<PlatformDatabase, 'rate_windows'>> };
  /** Resolves when the database answers and, on SQLite, is still the file that was opened. */
  ping(): Promise<void>;
  /**
   * Leaves nothing of deleted rows in the files of the database; false when others are reading it just now: try again later. SQLite: empties the
   * write-ahead log, which still has the pages as they were. PostgreSQL does it in its own time (VACUUM, its WAL).
   */
  forgetDeleted(): Promise<boolean>;
  close(): Promise<void>;
}

/** A transaction as carried by its async context. */
interface Scope {
  readonly trx: Transaction<PlatformDatabase>;
  readonly afterCommit: (() => void)[];
  /** False once it has ended: what it left running (a timer, a worker that it woke) goes on outside of it. */
  open: boolean;
}

/** Carries the current transaction through awaits. One for each `Db`. */
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
      const scope: Scope = { trx, afterCommit, open: true };
      try {
        return await this.#storage.run(scope, work);
      } finally {
        scope.open = false;
      }
    });
    for (const each of afterCommit) each();
    return result;
  }

  afterCommit(work: () => void): void {
    const scope = this.#storage.getStore();
    if (scope?.open === true) scope.afterCommit.push(work);
    else work();
  }
}
