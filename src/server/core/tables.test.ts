/** Compares the table declarations with the tables that exist. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptThings } from '#contract/vocabulary/kept-data.ts';
import { tables } from '#server/core/tables.ts';
import { personalColumns, rowsOf } from '#server/platform/db/tables/table-data.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { readAllColumns } from '#server/testing/lives/all-rows.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

const declared: readonly AnyTable[] = tables;
const server = join(import.meta.dirname, '..');
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database.close();
});

describe('the tables of the database', () => {
  it('are declared with exactly their columns', async () => {
    const found = [...(await readAllColumns(database))].map(([name, columns]) => [name, columns.toSorted()] as const);
    const said = declared.map(({ name, columns }) => [name, Object.keys(columns).toSorted()] as const);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(found));
  });

  it('refer only to existing code for their removal', () => {
    const words = declared.flatMap(({ sweep, erase }) => [sweep, typeof erase === 'object' && 'of' in erase ? erase.of : '']);
    const files = words.flatMap((word) => (typeof word === 'string' && word.startsWith('by ') ? [word.slice(3)] : []));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(join(server, file)))).toEqual([]);
  });

  it('say whose their personal rows are', () => {
    const personal = declared.filter((table) => personalColumns(table).size > 0);
    expect(personal.length).toBeGreaterThan(30);
    expect(personal.filter((table) => rowsOf(table, 'somebody') === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('say something to people only where they have personal columns', () => {
    const said = declared.filter(({ data }) => typeof data === 'object');
    expect(said.filter((table) => personalColumns(table).size === 0).map(({ name }) => name)).toEqual([]);
  });

  it('use every word for a kept thing', () => {
    const used = new Set(declared.flatMap((table) => [...personalColumns(table).values()].map(({ thing }) => thing)));
    expect(keptThings.filter((thing) => !used.has(thing))).toEqual([]);
  });

  it('keep no row permanently that waits for its removal', () => {
    const waiting = declared.filter(({ erase }) => typeof erase === 'object' && (erase.rows === 'wait' || 'others' in erase));
    expect(waiting.filter(({ sweep }) => typeof sweep === 'string' && sweep.startsWith('never'))).toEqual([]);
  });
});
