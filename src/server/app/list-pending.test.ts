import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/endpoints/all.ts';
import { buildTestApp } from '#server/testing/test-app.ts';
import { listPending } from './list-pending.ts';

test('every row of the contract is served or pending, and no path is served that has no row', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await buildTestApp();
  stack.defer(() => server.close());
  const { bindings } = server.wiring;
  const rows = Object.values(allEndpoints).reduce((sum, group) => sum + Object.keys(group).length, 0);
  const served = bindings.flat();
  const addresses = served.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(new Set(addresses).size).toBe(served.length);
  expect(served.length + listPending(bindings).length).toBe(rows);
  expect(listPending([])).toHaveLength(rows);
});

test('a pending call answers 404', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await buildTestApp();
  stack.defer(() => server.close());
  const browser = server.newBrowser();
  await browser.prepare();
  for (const { endpoint } of listPending(server.wiring.bindings)) {
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`;
    const answer = await browser.raw({ method: endpoint.method, path, ...(endpoint.method === 'GET' ? {} : { body: '{}' }) });
    expect([path, answer.status, answer.code]).toEqual([path, 404, 404]);
  }
});
