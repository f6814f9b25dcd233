import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import type { SqlValue } from '#server/platform/db/tables/sql-value.ts';
import { sqlValue } from '#server/platform/db/tables/sql-value.ts';

type Row = Record<string, unknown>;

/** Statements of Kysely's queries; those of `Db.prepare` are kept separately and never dropped. */
const cachedStatements = 200;

/** How long SQLite itself may wait for a lock: it blocks the event loop, so `SqliteStore` does the rest of the wait. */
const busyTimeoutMs = 10;

/** One prepared statement on one connection. */
export class SqliteStatement {
  readonly #statement: StatementSync;
  readonly #toRow: (values: readonly unknown[]) => Row;
  readonly returnsRows: boolean;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    const columns = statement.columns().map((column) => column.name);
    this.returnsRows = columns.length > 0;
    this.#toRow = rowBuilder(columns);
    // Arrays, because row objects have no prototype, and copying them costs more than building them here.
    statement.setReturnArrays(true);
  }

  all(values: readonly SqlValue[]): Row[] {
    return (this.#statement.all(...values) as unknown as unknown[][]).map(this.#toRow);
  }

  run(values: readonly SqlValue[]): bigint {
    return BigInt(this.#statement.run(...values).changes);
  }
}

/**
 * Compiles a function that builds rows of one shape: adding keys one by one costs several times as much. The names are
 * columns of our own queries.
 */
function rowBuilder(columns: readonly string[]): (values: readonly unknown[]) => Row {
  const members = columns.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  // oxlint-disable-next-line typescript/no-implied-eval -- see above
  return new Function('values', `return { ${members.join(', ')} };`) as (values: readonly unknown[]) => Row;
}

/** A connection to one SQLite file with the required settings. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(path: string, { readOnly = false }: { readonly readOnly?: boolean } = {}) {
    this.#database = new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
    if (!readOnly) {
      // Commits do not wait for the disk here, which would block everyone: `WalSync` does. `SqliteCheckpoints` empties
      // the log long before it reaches the size at which SQLite would do so on this thread.
      this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 16384');
      // Overwrites deleted data, so that free pages reveal nothing of deleted accounts.
      this.#database.exec('pragma journal_size_limit = 67108864; pragma secure_delete = on');
    }
    // Memory-maps the file for look-ups by key: with the default page cache they are twenty times slower on a million
    // accounts.
    this.#database.exec('pragma mmap_size = 2147483648; pragma cache_size = -8192; pragma temp_store = memory');
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  statement(sql: string): SqliteStatement {
    return new SqliteStatement(this.#database.prepare(sql));
  }

  execute(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.cached(sql);
    const values = parameters.map(sqlValue);
    return statement.returnsRows ? { rows: statement.all(values) } : { rows: [], numAffectedRows: statement.run(values) };
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** The statement of a text, compiled once for as long as it is among the latest ones. */
  cached(sql: string): SqliteStatement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) {
      this.#statements.delete(sql);
      this.#statements.set(sql, cached);
      return cached;
    }
    const statement = this.statement(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > cachedStatements) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    return statement;
  }
}
