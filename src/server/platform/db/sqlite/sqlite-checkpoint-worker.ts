import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Requests of `SqliteCheckpoints`, in this order. An error of either ends the thread. */
export type CheckpointStep = 'copy' | 'restart';

const path: string = workerData;
let database: DatabaseSync | undefined;

const steps = {
  copy() {
    database = new DatabaseSync(path, { timeout: 1000 });
    // NORMAL: SQLite syncs the log before it copies pages, and the database before it restarts the log.
    database.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma wal_checkpoint(passive)');
  },
  restart() {
    if (database === undefined) return;
    // No writer of this process is active now. Copies the rest; an empty commit then restarts the log, which is when
    // SQLite waits for the disk.
    database.exec('pragma wal_checkpoint(restart); begin immediate');
    const row = database.prepare('pragma user_version').get();
    database.exec(`pragma user_version = ${Number(row?.['user_version'])}; commit`);
    // Between two checkpoints it holds nothing of a file that may be replaced.
    database.close();
    database = undefined;
  },
} satisfies Record<CheckpointStep, () => void>;

parentPort?.on('message', (step: CheckpointStep) => {
  steps[step]();
  parentPort?.postMessage(step);
});
