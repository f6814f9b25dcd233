import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** What `SqliteCheckpoints` hands over. */
export interface CheckpointWork {
  readonly path: string;
}

const { path }: CheckpointWork = workerData;
const database = new DatabaseSync(path, { timeout: 1000 });
// NORMAL: the log is synced before its pages are copied, the database before the log may begin anew.
database.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma wal_checkpoint(passive)');
parentPort?.once('message', () => {
  // No writer of this process now. What is left is copied, and an empty commit begins the log anew: that is when SQLite waits for the disk.
  database.exec('pragma wal_checkpoint(restart); begin immediate');
  const row = database.prepare('pragma user_version').get();
  database.exec(`pragma user_version = ${Number(row?.['user_version'])}; commit`);
  database.close();
});
parentPort?.postMessage('copied');
