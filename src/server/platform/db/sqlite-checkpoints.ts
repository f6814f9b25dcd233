import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckpointWork } from './sqlite-checkpoint-worker.ts';
import type { TurnQueue } from './turn-queue.ts';

/** Some 20 MB of log: reads look through it, and the worker's start is paid once for so many commits. */
const commitsBetween = 1000;

/**
 * Copies the write-ahead log into the database in a thread of its own, so that the event loop never waits for the disk. Most is copied
 * beside running writers; the short rest, and the new beginning of the log, in a turn of the writers' queue.
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
    // One that fails is made up for by the next, and by SQLite itself when the log has become long.
    this.#running = this.run()
      .catch(() => undefined)
      .finally(() => (this.#running = undefined));
  }

  /** @throws {Error} when it cannot be done now: another process holds the file, or the disk fails */
  async run(): Promise<void> {
    const workerData: CheckpointWork = { path: this.#path };
    const worker = new Worker(new URL('sqlite-checkpoint-worker.ts', import.meta.url), {
      name: 'checkpoint',
      workerData,
      execArgv: [],
      env: {},
    });
    const ended = once(worker, 'exit');
    // Its error is told by whoever waits for it at that moment.
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

  /** Waits for what runs. */
  async close(): Promise<void> {
    await this.#running;
  }
}
