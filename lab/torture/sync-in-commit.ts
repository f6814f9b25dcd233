/**
 * Loaded before a server (`--import`): SQLite waits for the disk inside `commit`, on the thread that answers, which is
 * its usual setting.
 */
import { DatabaseSync } from 'node:sqlite';

const exec = Reflect.get(DatabaseSync.prototype, 'exec');
DatabaseSync.prototype.exec = function execWaiting(this: DatabaseSync, sql: string): void {
  Reflect.apply(exec, this, [sql.replace('synchronous = normal', 'synchronous = full')]);
};
