import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { healthAnchors, instanceValues, siteValues } from '#contract/vocabulary/health-values.ts';
import { buildTestApp } from '#server/testing/test-app.ts';

it('every number of Health has its section in the operations page', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const anchors = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const named = [
    ...Object.values(healthAnchors),
    ...[...Object.values(siteValues), ...Object.values(instanceValues)].map(({ anchor }) => anchor),
  ];
  expect(named.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

it('every value of the site is a number of Health, and every number is measured', async () => {
  const app = await buildTestApp({ config: { metrics: { host: '127.0.0.1', port: 0 } } });
  try {
    const site = await app.wiring.telemetry.metrics?.ofSite();
    const summary = await app.wiring.telemetry.metrics?.summary();
    expect(Object.keys(site ?? {}).toSorted()).toEqual([...Object.keys(siteValues), 'message_budget_used'].toSorted());
    const missing = Object.keys(instanceValues).filter((name) => name !== 'redis_connected' && summary?.values[name] === undefined);
    expect(missing).toEqual([]);
  } finally {
    await app.close();
  }
});
