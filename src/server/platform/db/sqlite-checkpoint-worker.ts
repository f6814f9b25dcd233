import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** The input from `SqliteCheckpoints`. */
export interface CheckpointWork {
  readonly path: string;
}

const { path }: CheckpointWork = workerData;
const database = new DatabaseSync(path, { timeout: 1000 });
// NORMAL: SQLite syncs the log before it copies pages, and the database before it restarts the log.
database.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma wal_checkpoint(passive)');
parentPort?.once('message', () => {
  // No writer of this process is active now. Copies the rest; an empty commit then restarts the log, which is when
  // SQLite waits for the disk.
  database.exec('pragma wal_checkpoint(restart); begin immediate');
  const row = database.prepare('pragma user_version').get();
  database.exec(`pragma user_version = ${Number(row?.['user_version'])}; commit`);
  database.close();
});
parentPort?.postMessage('copied');
