import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GroupedWrites } from './grouped-writes.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';

describe('writes of one turn of the event loop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-grouped-'));
  let store: SqliteStore;
  let writes: GroupedWrites;
  const add = (n: number) => writes.run(() => store.writer.execute('insert into numbers values (?) returning n', [n]).rows);
  const stored = () => store.reader.execute('select n from numbers order by n', []).rows.map(({ n }) => n);

  beforeAll(async () => {
    store = await SqliteStore.open(join(folder, 'numbers.db'), { durable: false });
    store.writer.exec('create table numbers (n integer primary key)');
    writes = new GroupedWrites(store);
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are committed when answered, each with its own result', async () => {
    expect(await Promise.all([add(1), add(2), add(3)])).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    expect(stored()).toEqual([1, 2, 3]);
  });

  it('fail together, and later ones still work', async () => {
    const results = await Promise.allSettled([add(4), add(1), add(5)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(stored()).toEqual([1, 2, 3]);
    await add(6);
    expect(stored()).toEqual([1, 2, 3, 6]);
  });
});
