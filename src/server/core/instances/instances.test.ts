import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day, second } from '#server/platform/clock.ts';
import { createMetrics, type Metrics } from '#server/platform/metrics/metrics.ts';
import { summaryBytes } from '#server/platform/metrics/metrics-summary.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import { countStatements } from '#server/testing/counted-statements.ts';
import { openTestCore, type TestCore } from '#server/testing/test-core.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { instanceJob, readInstances } from './instances.ts';
import { databaseBytes, keyAges, lastMigration } from './site-facts.repository.ts';

let core: TestCore;
beforeEach(async () => {
  core = await openTestCore();
});
afterEach(async () => {
  await core.close();
});

function start(): { readonly metrics: Metrics; readonly report: () => Promise<unknown> } {
  const metrics = createMetrics();
  const job = instanceJob({ db: core.db, clock: core.clock, metrics, version: '1.4.2' });
  expect(job.everyMs).toBe(10 * second);
  return { metrics, report: () => job.run() };
}

const answer = { method: 'POST', route: '/api/login/password', status: 200, code: 200, ms: 20 };

describe('reports of instances', () => {
  it('are one row for each, of what it counts itself, and tell which one is gone', async () => {
    const one = start();
    const other = start();
    one.metrics.observe(answer);
    one.metrics.observe({ ...answer, status: 500, code: 500 });
    await Promise.all([one.report(), other.report()]);
    core.clock.advance(61 * second);
    one.metrics.observe(answer);
    await one.report();
    const seen = await readInstances(core);
    expect(
      seen
        .toSorted((a, b) => b.at - a.at)
        .map(({ isGone, summary, version }) => [isGone, summary?.all.count, summary?.all.failed, version]),
    ).toEqual([
      [false, 3, 1, '1.4.2'],
      [true, 0, 0, '1.4.2'],
    ]);
    core.clock.advance(day);
    await removeStaleRows(core.db, core.clock.now());
    expect(await readInstances(core)).toEqual([]);
  });

  it('take one statement each ten seconds, and no further row', async () => {
    const counting = countStatements(await openTestDatabase());
    const { database } = counting;
    try {
      const job = instanceJob({ db: database.db, clock: core.clock, metrics: createMetrics(), version: '1.4.2' });
      for (let round = 0; round < 6; round += 1) {
        core.clock.advance(job.everyMs);
        const { statements } = await counting.count(() => job.run());
        expect(statements).toEqual(['insert instance_reports']);
      }
      expect(await readInstances({ db: database.db, clock: core.clock })).toMatchObject([{ at: core.clock.now() }]);
    } finally {
      await database.close();
    }
  });

  it('stay below 16 KB with every route of the contract and thousands of codes', async () => {
    const { metrics, report } = start();
    for (let index = 0; index < 300; index += 1) {
      for (let code = 3000; code < 3060; code += 1) metrics.observe({ ...answer, route: `/api/some/route/${index}`, code });
    }
    await report();
    const { summary } = await core.db.q().selectFrom('instance_reports').select('summary').executeTakeFirstOrThrow();
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(summaryBytes);
  });
});

it('the size, the keys and the last migration of a database are read from it', async () => {
  expect(await databaseBytes(core.db)).toBeGreaterThan(100_000);
  expect(await lastMigration(core.db)).toMatch(/^0\d{3}-/);
  await core.db
    .q()
    .insertInto('keys')
    .values({ id: 'a', purpose: 'x', public_part: '', sealed_part: '', created_at: 5, retires_at: null })
    .execute();
  expect(await keyAges(core.db)).toContainEqual({ purpose: 'x', madeAt: 5 });
});
