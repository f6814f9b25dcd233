/**
 * Loaded before a server (`--import`): answers commits before SQLite has them, like a layer that gathers writes for
 * speed. All writes go into one transaction, which is committed every three seconds.
 */
import { DatabaseSync } from 'node:sqlite';

const gatheredMs = 3000;
const exec = Reflect.get(DatabaseSync.prototype, 'exec');
function run(database: DatabaseSync, sql: string): void {
  Reflect.apply(exec, database, [sql]);
}

interface Gathering {
  open: boolean;
  /** Whether a transaction of the server is in it just now. */
  busy: boolean;
  due: boolean;
}

const gatherings = new WeakMap<DatabaseSync, Gathering>();

function flush(database: DatabaseSync, gathering: Gathering): void {
  gathering.due = gathering.busy;
  if (gathering.busy) return;
  gathering.open = false;
  run(database, 'commit');
}

DatabaseSync.prototype.exec = function execEarly(this: DatabaseSync, sql: string): void {
  const gathering = gatherings.get(this) ?? { open: false, busy: false, due: false };
  gatherings.set(this, gathering);
  if (sql === 'begin immediate') {
    if (!gathering.open) {
      run(this, sql);
      gathering.open = true;
      setTimeout(() => flush(this, gathering), gatheredMs).unref();
    }
    run(this, 'savepoint answered');
    gathering.busy = true;
  } else if (gathering.busy && (sql === 'commit' || sql === 'rollback')) {
    run(this, sql === 'commit' ? 'release answered' : 'rollback to answered; release answered');
    gathering.busy = false;
    if (gathering.due) flush(this, gathering);
  } else run(this, sql);
};
