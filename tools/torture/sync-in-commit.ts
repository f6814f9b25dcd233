/** Loaded before a server (`--import`): SQLite waits for the disk inside `commit`, on the thread that answers, as its usual setting has it. */
import { DatabaseSync } from 'node:sqlite';

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function execWaiting(this: DatabaseSync, sql: string): void {
  exec.call(this, sql.replace('synchronous = normal', 'synchronous = full'));
};
