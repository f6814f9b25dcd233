import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { startMetricsServer, type MetricsServer } from './metrics-server.ts';

let app: TestApp;
let server: MetricsServer;

beforeAll(async () => {
  app = await buildTestApp({ config: { metrics: { host: '127.0.0.1', port: 0 } } });
  const { metrics, log } = app.wiring.http;
  if (metrics === undefined) throw new Error('there are no metrics');
  server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0, log });
});
afterAll(async () => {
  await server.close();
  await app.close();
});

const ask = (path: string, method = 'GET'): Promise<Response> => fetch(`http://127.0.0.1:${server.port}${path}`, { method });

it('counts answers by route, status and code, and reports waiting work', async () => {
  const { browser, phone } = await app.newAccount();
  await browser.get('/account/metainfo');
  await browser.post('/login/password', { account: phone, password: 'a-wrong-password' });
  const text = await (await ask('/metrics')).text();
  expect(text).toMatch(/cedar_http_requests_total\{method="GET",route="\/api\/account\/metainfo",status="200",code="200"\} \d/);
  expect(text).toMatch(/cedar_http_requests_total\{method="POST",route="\/api\/login\/password",status="200",code="3007"\} 1\b/);
  expect(text).toMatch(/cedar_http_request_duration_seconds_count\{method="POST",route="\/api\/login\/password"\} 1\b/);
  expect(text).toMatch(/^cedar_password_hashes_waiting 0$/m);
  expect(text).toMatch(/^cedar_password_hashes_refused_total\{reason="gaveWay"\} 0$/m);
  expect(text).toMatch(/^cedar_encrypted_bodies_waiting 0$/m);
  expect(text).toMatch(/^cedar_encrypted_bodies_refused_total\{reason="full"\} 0$/m);
  expect(text).toMatch(/^cedar_codes_not_taken 0$/m);
  expect(text).toMatch(/^cedar_clock_lead_seconds \d/m);
  expect(text).toMatch(/^cedar_outbox_messages \d+$/m);
  expect(text).toMatch(/^cedar_stranger_rows 0$/m);
  expect(text).toMatch(/^cedar_audit_rows_unsealed \d+$/m);
  expect(text).toMatch(/^cedar_outbox_oldest_seconds \d/m);
  expect(text).not.toContain(phone);
});

it('answers nothing besides metrics, and not on the public port', async () => {
  expect((await ask('/metrics', 'POST')).status).toBe(404);
  expect((await ask('/')).status).toBe(404);
  const { statusCode } = await app.app.inject({ url: '/metrics' });
  expect(statusCode).toBe(404);
});
