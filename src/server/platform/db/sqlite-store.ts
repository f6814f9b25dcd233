import { setTimeout as delay } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
import { SqliteConnection } from './sqlite-connection.ts';
import { TurnQueue } from './turn-queue.ts';

const maxWaitMs = 5000;

/** Primary result codes of SQLite. */
const busy = 5;
const inputOutput = 10;
const corrupt = 11;
const notADatabase = 26;

/** One SQLite file: a connection for writers, who take turns, and one for readers, who never wait. */
export class SqliteStore {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  readonly turns = new TurnQueue(maxWaitMs);
  #failure: Error | undefined;

  private constructor(writer: SqliteConnection, reader: SqliteConnection) {
    this.writer = writer;
    this.reader = reader;
  }

  static async open(path: string, synchronous: 'FULL' | 'NORMAL'): Promise<SqliteStore> {
    // Another process that opens or closes the file at this moment holds it for itself.
    const writer = await whenFree(() => new SqliteConnection(path, { synchronous }));
    return new SqliteStore(writer, await whenFree(() => new SqliteConnection(path, { synchronous, readOnly: true })));
  }

  /** Runs one statement as a transaction of its own. */
  async write<R>(run: (writer: SqliteConnection) => R): Promise<R> {
    await this.turns.acquire();
    try {
      return await whenFree(() => this.attempt(() => run(this.writer)));
    } finally {
      this.turns.release();
    }
  }

  async begin(): Promise<void> {
    await this.turns.acquire();
    try {
      // Immediate: a transaction that reads first and writes later would fail when another process writes in between.
      await whenFree(() => this.attempt(() => this.writer.exec('begin immediate')));
    } catch (error) {
      this.turns.release();
      throw error;
    }
  }

  commit(): void {
    this.attempt(() => this.writer.exec('commit'));
  }

  rollback(): void {
    // A full disk or a failing one has rolled back already.
    if (this.writer.inTransaction) {
      this.writer.exec('rollback');
    }
  }

  execute(query: { readonly sql: string; readonly parameters: readonly unknown[] }): QueryResult<Record<string, unknown>> {
    return this.attempt(() => this.writer.execute(query.sql, query.parameters));
  }

  /**
   * After a write that the disk refused, what is on it is not known: nothing more is acknowledged until a restart has recovered.
   */
  attempt<R>(run: () => R): R {
    this.assertSound();
    try {
      return run();
    } catch (error) {
      const code = primaryCode(error);
      if (error instanceof Error && (code === inputOutput || code === corrupt || code === notADatabase)) {
        this.#failure = error;
      }
      throw error;
    }
  }

  /** @throws {Error} once the disk has failed a write */
  assertSound(): void {
    if (this.#failure !== undefined) {
      throw new Error('the database failed to write and needs a restart', { cause: this.#failure });
    }
  }

  /** Moves the write-ahead log into the file and empties it: false when another process is reading. */
  async emptyLog(): Promise<boolean> {
    const { rows } = await this.write((writer) => writer.execute('pragma wal_checkpoint(truncate)', []));
    return rows[0]?.['busy'] === 0;
  }

  close(): void {
    this.reader.close();
    this.writer.close();
  }
}

/** Tries again, without blocking the event loop, while another process holds the write lock. */
async function whenFree<R>(run: () => R): Promise<R> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (primaryCode(error) !== busy || performance.now() > deadline) {
        throw error;
      }
    }
    await delay(1 + Math.random() * 9);
  }
}

function primaryCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
