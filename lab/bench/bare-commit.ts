/**
 * The yardstick of writes: milliseconds of processor time for one durable commit of one row to SQLite, with nothing
 * else running. `node lab/bench/bare-commit.ts <folder>`, on the disk to write to.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const rounds = 400;
const path = join(process.argv[2] ?? '.', `bare-${process.pid}.db`);
const database = new DatabaseSync(path);
try {
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, value text)');
  const insert = database.prepare('insert into t (value) values (?)');
  for (let n = 0; n < 20; n += 1) insert.run('a value');
  const before = process.cpuUsage();
  for (let n = 0; n < rounds; n += 1) insert.run('a value');
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000 / rounds);
} finally {
  database.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}
