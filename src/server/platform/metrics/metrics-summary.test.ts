import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { summaryBytes } from './metrics-summary.ts';

const answer = { method: 'POST', route: '/api/login/password', status: 200, code: 200 };

/** The quantile by the text that Prometheus reads, as its function does it: written apart from ours. */
function quantileOf(text: string, route: string, part: number): number {
  const lines = [...text.matchAll(/^http_request_duration_seconds_bucket\{le="([^"]+)",method="(\w+)",route="([^"]+)"\} (\d+)$/gm)];
  const its = lines
    .filter(([, , method, path]) => `${method} ${path}` === route)
    .map(([, le, , , count]) => [Number(le?.replace('+Inf', 'Infinity')), Number(count)] as const);
  const rank = part * (its.at(-1)?.[1] ?? 0);
  const index = its.findIndex(([, count]) => count >= rank);
  const [from, below] = its[index - 1] ?? [0, 0];
  const [to = 0, until = 0] = its[index] ?? [];
  return to === Infinity ? from : from + ((to - from) * (rank - below)) / (until - below);
}

it('says of each route what Prometheus would compute from the same buckets', async () => {
  const metrics = createMetrics();
  for (let ms = 1; ms <= 200; ms += 1) metrics.observe({ ...answer, ms: ms * 1.7 });
  metrics.observe({ ...answer, ms: 60_000 });
  metrics.observe({ ...answer, ms: 3, code: 3007 });
  metrics.observe({ ...answer, method: 'GET', route: '/api/account/metainfo', ms: 2, status: 500, code: 500 });
  metrics.observe({ method: 'GET', route: '/login', status: 200, code: 200, ms: undefined });
  metrics.gauge('password_hashes_waiting', 'waiting', () => 3);
  metrics.siteGauge('outbox_messages', 'unsent', () => Promise.resolve(4));
  const { all, routes, values, more } = await metrics.summary();
  const { text } = await metrics.render();
  expect(routes.map(({ route, count, errors }) => ({ route, count, errors }))).toEqual([
    { route: 'POST /api/login/password', count: 202, errors: { 3007: 1 } },
    { route: 'GET /api/account/metainfo', count: 1, errors: { 500: 1 } },
  ]);
  for (const { route, p50, p95 } of routes) {
    expect(p50).toBeCloseTo(quantileOf(text, route, 0.5) * 1000, 0);
    expect(p95).toBeCloseTo(quantileOf(text, route, 0.95) * 1000, 0);
  }
  expect(all).toMatchObject({ count: 203, failed: 1 });
  expect(more).toBe(0);
  expect(values).toMatchObject({ password_hashes_waiting: 3, process_resident_memory_bytes: expect.any(Number) });
  expect(Object.keys(values)).not.toContain('outbox_messages');
  expect(text).toMatch(/^outbox_messages 4$/m);
});

it('keeps a summary of many routes below its limit, and says how many it left out', async () => {
  const metrics = createMetrics();
  for (let index = 0; index < 400; index += 1) {
    for (let count = 0; count <= index % 7; count += 1)
      metrics.observe({ ...answer, route: `/api/a-rather-long-route/of-number/${index}`, ms: 4 });
  }
  const summary = await metrics.summary();
  expect(JSON.stringify(summary).length).toBeLessThanOrEqual(summaryBytes);
  expect(summary.routes.length + summary.more).toBe(400);
  expect(summary.more).toBeGreaterThan(0);
  expect(summary.routes[0]?.count).toBe(7);
  expect(summary.all.count).toBe(Array.from({ length: 400 }, (_, index) => (index % 7) + 1).reduce((sum, each) => sum + each, 0));
});

it('calls a value of the site that cannot be read unknown, and reads the others', async () => {
  const metrics = createMetrics();
  metrics.siteGauge('outbox_messages', 'unsent', () => Promise.reject(new Error('the database is away')));
  metrics.siteGauges('message_budget_used', 'budgets', { label: 'budget', read: () => Promise.resolve({ sms: 0.5 }) });
  expect(await metrics.ofSite()).toEqual({ outbox_messages: undefined, message_budget_used: { sms: 0.5 } });
});

it('leaves a value out that cannot be read, and tells the others', async () => {
  const metrics = createMetrics();
  const failing = { isBroken: false };
  const read = <Value>(value: Value) => {
    if (failing.isBroken) throw new Error('planted');
    return value;
  };
  metrics.gauge('own_value', 'of the instance', () => read(1));
  metrics.counter('own_counts', 'of the instance', { label: 'kind', read: () => read({ a: 2 }) });
  metrics.siteGauge('site_value', 'of the site', async () => read(3));
  metrics.siteGauges('site_values', 'of the site', { label: 'kind', read: async () => read({ a: 4 }) });
  metrics.gauge('other_value', 'of the instance', () => 5);
  const told = async () =>
    [...(await metrics.render()).text.matchAll(/^((?:own|site|other)_\w+)\S* (\d+)$/gm)].map(([, name, value]) => [name, value]);
  const whole = [
    ['own_value', '1'],
    ['own_counts', '2'],
    ['other_value', '5'],
    ['site_value', '3'],
    ['site_values', '4'],
  ];
  expect(await told()).toEqual(whole);
  failing.isBroken = true;
  expect(await told()).toEqual([['other_value', '5']]);
  expect((await metrics.summary()).values).toMatchObject({ other_value: 5 });
  expect((await metrics.summary()).values).not.toHaveProperty('own_value');
  failing.isBroken = false;
  // Readings that wait for each other show no zero between.
  expect(await Promise.all([told(), told(), told()])).toEqual([whole, whole, whole]);
});
