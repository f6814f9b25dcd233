import fastify from 'fastify';
import { expect, test } from 'vitest';
import { buildTestApp } from '#server/testing/server/test-app.ts';
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

test('is not ready while the database does not answer, and gives no detail', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await buildTestApp();
  stack.defer(() => server.close());
  const app = fastify();
  stack.defer(() => app.close());
  registerHealth(app, {
    ...server.wiring.http,
    db: { ...server.db, ping: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:5432')) },
  });
  const { statusCode, body } = await app.inject('/readyz');
  expect([statusCode, body]).toEqual([503, '{"status":"database unavailable"}']);
});
