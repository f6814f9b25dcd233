import fastify from 'fastify';
import { expect, test } from 'vitest';
import { buildTestApp } from '#server/testing/server/test-app.ts';
import type { DatabaseStatus } from '#server/platform/observation/database-state.ts';
import { registerHealth } from './health.ts';

test('is alive and ready while the database answers', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await buildTestApp();
  stack.defer(() => server.close());
  const browser = server.newBrowser();
  for (const path of ['/healthz', '/readyz']) {
    const { status, headers } = await browser.raw({ method: 'GET', path });
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store']);
  }
});

test('is alive but not ready while it stops', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await buildTestApp();
  stack.defer(() => server.close());
  server.wiring.http.readiness.drain();
  const browser = server.newBrowser();
  expect((await browser.raw({ method: 'GET', path: '/healthz' })).status).toBe(200);
  expect((await browser.raw({ method: 'GET', path: '/readyz' })).status).toBe(503);
});

test('is not ready while the database does not answer or has no room, and gives no detail', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await buildTestApp();
  stack.defer(() => server.close());
  const app = fastify();
  stack.defer(() => app.close());
  let status: DatabaseStatus = 'database unavailable';
  registerHealth(app, { ...server.wiring.http, databaseStatus: async () => status });
  const look = async () => {
    const { statusCode, body } = await app.inject('/readyz');
    return [statusCode, body];
  };
  expect(await look()).toEqual([503, '{"status":"database unavailable"}']);
  status = 'disk full';
  expect(await look()).toEqual([503, '{"status":"disk full"}']);
});
