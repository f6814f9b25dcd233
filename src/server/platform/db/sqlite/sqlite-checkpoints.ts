import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckpointStep } from './sqlite-checkpoint-worker.ts';
import type { TurnQueue } from '#server/platform/db/turn-queue.ts';

/** About 20 MB of log, which reads search. */
const commitsBetween = 1000;

/**
 * Copies the write-ahead log into the database in a separate thread, so that the event loop never waits for the disk.
 * Most of it is copied beside running writers; the short rest and the restart of the log take a turn of the writers'
 * queue. The thread stays: its start would take a tenth of a second of a processor from the requests beside it.
 */
export class SqliteCheckpoints {
  readonly #path: string;
  readonly #turns: TurnQueue;
  #commits = 0;
  #running: Promise<void> | undefined;
  #worker: Worker | undefined;

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
    const worker = (this.#worker ??= this.#start());
    try {
      await take(worker, 'copy');
      await this.#turns.acquire();
      try {
        await take(worker, 'restart');
      } finally {
        this.#turns.release();
      }
    } catch (error) {
      // Its open files end with it.
      this.#worker = undefined;
      await worker.terminate();
      throw error;
    }
  }

  /** Waits for a running checkpoint, then ends the thread. */
  async close(): Promise<void> {
    await this.#running;
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    const worker = new Worker(new URL('sqlite-checkpoint-worker.ts', import.meta.url), {
      name: 'checkpoint',
      workerData: this.#path,
      execArgv: [],
      env: {},
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    });
    // Without a checkpoint it keeps no process alive.
    worker.unref();
    // `take` reports the error of a step.
    worker.on('error', () => undefined);
    return worker;
  }
}

/** @throws {Error} when the step fails or the thread ends before it */
async function take(worker: Worker, step: CheckpointStep): Promise<void> {
  const gone = new AbortController();
  const ended = once(worker, 'exit', { signal: gone.signal }).then(() => {
    throw new Error('the thread of the checkpoint has ended');
  });
  const done = once(worker, 'message', { signal: gone.signal });
  worker.ref();
  try {
    worker.postMessage(step);
    await Promise.race([done, ended]);
  } finally {
    worker.unref();
    gone.abort();
    await Promise.allSettled([done, ended]);
  }
}
