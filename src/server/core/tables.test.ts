/** Compares the table declarations with the tables that exist. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '#server/core/database.ts';
import type { AnyTable } from '#server/platform/db/table.ts';
import { readAllColumns } from '#server/testing/all-rows.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

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

  it('keep no row permanently that waits for its removal', () => {
    const waiting = declared.filter(({ erase }) => typeof erase === 'object' && (erase.rows === 'wait' || 'others' in erase));
    expect(waiting.filter(({ sweep }) => typeof sweep === 'string' && sweep.startsWith('never'))).toEqual([]);
  });
});
