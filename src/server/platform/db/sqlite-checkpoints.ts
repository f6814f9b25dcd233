import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckpointWork } from './sqlite-checkpoint-worker.ts';
import type { TurnQueue } from './turn-queue.ts';

/** About 20 MB of log: reads search it, and the worker starts once per this many commits. */
const commitsBetween = 1000;

/**
 * Copies the write-ahead log into the database in a separate thread, so that the event loop never waits for the disk.
 * Most of it is copied beside running writers; the short rest and the restart of the log take a turn of the writers'
 * queue.
 */
export class SqliteCheckpoints {
  readonly #path: string;
  readonly #turns: TurnQueue;
  #commits = 0;
  #running: Promise<void> | undefined;

  constructor(path: string, turns: TurnQueue) {
    this.#path = path;
    this.#turns = turns;
  }

  noteCommit(): void {
    this.#commits += 1;
    if (this.#commits < commitsBetween || this.#running !== undefined) return;
    this.#commits = 0;
    // The next checkpoint makes up for a failed one, or SQLite itself once the log is long.
    this.#running = this.run()
      .catch(() => undefined)
      .finally(() => (this.#running = undefined));
  }

  /** @throws {Error} when it is impossible now: another process holds the file, or the disk fails */
  async run(): Promise<void> {
    const workerData: CheckpointWork = { path: this.#path };
    const worker = new Worker(new URL('sqlite-checkpoint-worker.ts', import.meta.url), {
      name: 'checkpoint',
      workerData,
      execArgv: [],
      env: {},
    });
    const ended = once(worker, 'exit');
    // The code that awaits it reports its error.
    ended.catch(() => undefined);
    await Promise.race([once(worker, 'message'), ended]);
    await this.#turns.acquire();
    try {
      worker.postMessage('writers wait');
      await ended;
    } finally {
      this.#turns.release();
    }
  }

  /** Waits for a running checkpoint. */
  async close(): Promise<void> {
    await this.#running;
  }
}
