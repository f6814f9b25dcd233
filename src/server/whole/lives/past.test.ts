/** The database of each release, after the migrations since then: nothing is lost, and the server works on it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '#server/core/protection/audit/verify-audit.ts';
import { tables } from '#server/core/tables.ts';
import { readAllColumns, readAllRows } from '#server/testing/lives/all-rows.ts';
import { digestOfMigrations } from '#server/testing/migration-statements.ts';
import { readPasts } from '#server/testing/past.ts';
import { readSchema } from '#server/testing/read-schema.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';
import { openPastDatabase, openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

/** Rows that a migration takes out, because what they say is no more. */
const takenOut: Readonly<Record<string, (row: readonly unknown[]) => boolean>> = {
  // A known browser is no way.
  ways_meta: (row) => row.some((value) => String(value).startsWith('browser:')),
};

describe.each(readPasts().map((past) => [past.migration, past] as const))('a database of %s, brought to this version', (_name, past) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openPastDatabase(past);
  });

  afterAll(async () => {
    await database.close();
  });

  it('was made by migrations that are as they were released', async () => {
    expect(await digestOfMigrations(past.migration)).toBe(past.statements);
  });

  it('has the schema of a fresh one', async () => {
    const fresh = await openTestDatabase();
    const wanted = await readSchema(fresh);
    await fresh.close();
    expect(wanted.length).toBeGreaterThan(1000);
    expect(await readSchema(database)).toEqual(wanted);
  });

  it('has exactly the declared columns', async () => {
    const found = [...(await readAllColumns(database))].map(([table, columns]) => [table, columns.toSorted()] as const);
    const declared = tables.map(({ name, columns }) => [name, Object.keys(columns).toSorted()] as const);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(declared));
  });

  it('has every row of each table that is still there', async () => {
    const kept = await readAllRows(database);
    const stays = (name: string) => (row: readonly unknown[]) => takenOut[name]?.(row) !== true;
    const counts = past.tables
      .filter(({ name }) => kept.has(name))
      .map(({ name, rows }) => [name, rows.filter(stays(name)).length] as const);
    expect(counts.length).toBeGreaterThan(50);
    expect(counts.map(([name]) => [name, kept.get(name)?.length])).toEqual(counts);
  });

  it('is served: its people sign in and find their account, and its trail is as it was written', async () => {
    const config = { secretKey: Buffer.from(past.secretKey, 'base64') };
    const app = await buildTestApp({ database, now: past.madeAt, config });
    try {
      for (const { id, phone, password } of past.people) {
        const browser = app.newBrowser();
        expect(await browser.post('/login/password', { account: phone, password })).toMatchObject({ code: 200 });
        expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { id } });
        for (const path of ['/device/list', '/oauthclient/list', '/platform']) expect(await browser.get(path)).toMatchObject({ code: 200 });
      }
      const report = await verifyAudit(app.wiring.core.store);
      expect(report.faults).toEqual([]);
      expect(report.rows).toBeGreaterThan(100);
    } finally {
      await app.close();
    }
  });
});
