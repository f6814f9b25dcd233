import { setTimeout as delay } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
import { SqliteCheckpoints } from './sqlite-checkpoints.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { TurnQueue } from '#server/platform/db/turn-queue.ts';
import { WalSync } from './wal-sync.ts';

const maxWaitMs = 5000;

/** Primary result codes of SQLite. */
export const busy = 5;
const inputOutput = 10;
const corrupt = 11;
const notADatabase = 26;

export interface SqliteStoreOptions {
  /**
   * Whether a write is acknowledged only once the disk has it, to survive a power cut; otherwise it survives only the
   * process.
   */
  readonly durable: boolean;
}

/** One SQLite file: one connection for writers, who take turns, and one for readers, who never wait. */
export class SqliteStore {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  readonly turns = new TurnQueue(maxWaitMs);
  readonly #sync: WalSync | undefined;
  readonly #checkpoints: SqliteCheckpoints;
  #failure: Error | undefined;

  private constructor(
    path: string,
    connections: { readonly writer: SqliteConnection; readonly reader: SqliteConnection } & SqliteStoreOptions,
  ) {
    this.writer = connections.writer;
    this.reader = connections.reader;
    this.#sync = connections.durable ? new WalSync(`${path}-wal`) : undefined;
    this.#checkpoints = new SqliteCheckpoints(path, this.turns);
  }

  static async open(path: string, options: SqliteStoreOptions): Promise<SqliteStore> {
    // Another process that opens or closes the file at this moment locks it.
    const writer = await whenFree(() => new SqliteConnection(path));
    const reader = await whenFree(() => new SqliteConnection(path, { readOnly: true }));
    return new SqliteStore(path, { writer, reader, ...options });
  }

  /** Runs one statement as its own transaction. Resolves when it may be acknowledged. */
  async write<R>(run: (writer: SqliteConnection) => R): Promise<R> {
    await this.turns.acquire();
    let result: R;
    try {
      result = await whenFree(() => this.attempt(() => run(this.writer)));
    } finally {
      this.turns.release();
    }
    await this.#committed();
    return result;
  }

  /** Runs statements without awaits between them as one transaction. Resolves when it may be acknowledged. */
  async writeTogether(run: () => void): Promise<void> {
    await this.write((writer) => {
      writer.exec('begin immediate');
      try {
        run();
        writer.exec('commit');
      } catch (error) {
        this.rollback();
        throw error;
      }
    });
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

  /**
   * Ends the transaction and the turn; the next may begin while this one waits for the disk. Resolves when it may be
   * acknowledged. If `end` is not called, the transaction is not committed and keeps its turn.
   */
  async commit(end: () => void): Promise<void> {
    this.attempt(() => this.writer.exec('commit'));
    end();
    this.turns.release();
    await this.#committed();
  }

  rollback(): void {
    // A full or failing disk has already caused a rollback.
    if (this.writer.inTransaction) {
      this.writer.exec('rollback');
    }
  }

  execute(query: { readonly sql: string; readonly parameters: readonly unknown[] }): QueryResult<Record<string, unknown>> {
    return this.attempt(() => this.writer.execute(query.sql, query.parameters));
  }

  /**
   * After a failed disk write the disk's content is unknown: nothing more is acknowledged until a restart has
   * recovered.
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

  /** @throws {Error} after the first failed disk write */
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

  async close(): Promise<void> {
    await this.#checkpoints.close();
    await this.#sync?.close();
    this.reader.close();
    this.writer.close();
  }

  async #committed(): Promise<void> {
    this.#checkpoints.noteCommit();
    try {
      await this.#sync?.durable();
    } catch (cause) {
      this.#failure ??= Object.assign(new Error('the disk did not accept the log', { cause }), { errcode: inputOutput });
      this.assertSound();
    }
  }
}

/** Retries, without blocking the event loop, while another process holds the write lock. */
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

/** The result code of an error of SQLite, without its extension. */
export function primaryCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
