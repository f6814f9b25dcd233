// @one-database
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callOut } from '#server/platform/outbound/call-out.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';

interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[];
}

/** A collector of OTLP over HTTP. */
let collector: Server;
let url: string;
let bodies: string[];

beforeEach(async () => {
  bodies = [];
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      if (request.method === 'POST') bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
});

afterEach(async () => {
  collector.closeAllConnections();
  collector.close();
  await once(collector, 'close');
});

const spans = (): ReceivedSpan[] =>
  bodies
    .flatMap((body) => JSON.parse(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans);

const attribute = (span: ReceivedSpan | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

const remote = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const traceparent = `00-${remote.traceId}-${remote.spanId}-01`;

it('sends requests with their statements, without personal data', async () => {
  const app = await buildTestApp({ config: { tracing: { url, samplePercent: 100 } } });
  const person = await signUp(app);
  const read = await person.browser.raw({ method: 'GET', path: '/api/account/metainfo?secret=value', headers: { traceparent } });
  expect(read.status).toBe(200);
  await app.close();

  const read1 = spans().find(({ name }) => name === 'GET /api/account/metainfo');
  expect(read1).toMatchObject({ traceId: remote.traceId, parentSpanId: remote.spanId });
  expect(attribute(read1, 'http.response.status_code')).toBe(200);
  expect(attribute(read1, 'cedar.request_id')).toBe(read.headers['x-request-id']);
  const registered = spans().find(({ name }) => name === 'POST /api/register/phone');
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === registered?.spanId);
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['insert accounts', 'insert audit', 'insert sessions']));
  const { contact, password, account } = person;
  for (const personal of [contact, password, account.id, account.nickname, 'secret', person.browser.clientIp]) {
    expect(bodies.join()).not.toContain(personal);
  }
});

it('starts its own trace when a stranger sends one', async () => {
  const app = await buildTestApp({ config: { tracing: { url, samplePercent: 100 }, trustProxy: [] } });
  await app.newBrowser().raw({ method: 'GET', path: '/healthz', headers: { traceparent } });
  await app.close();
  const [span] = spans().filter(({ name }) => name === 'GET /healthz');
  expect(span?.traceId).toMatch(/^[\da-f]{32}$/);
  expect(span?.traceId).not.toBe(remote.traceId);
});

it('sends outgoing calls by host, without path and query', async () => {
  const app = await buildTestApp({ config: { tracing: { url, samplePercent: 100 } } });
  const answer = await callOut(new URL('/hidden?secret=value', url), { timeoutMs: 5000 });
  await app.close();
  const span = spans().find(({ name }) => name === 'GET 127.0.0.1');
  expect(attribute(span, 'http.response.status_code')).toBe(answer.status);
  expect(bodies.join()).not.toMatch(/hidden|secret/);
});

it('does nothing without configuration', async () => {
  const app = await buildTestApp();
  expect(app.wiring.platform.tracing).toBeUndefined();
  expect(app.wiring.core.store.db).toBe(app.db);
  await app.close();
});
