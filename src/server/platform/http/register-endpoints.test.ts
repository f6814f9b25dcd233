// @one-database
import { Type } from '#contract/json-schema.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { EndpointRows } from '#contract/endpoint.ts';
import type { RefusalName } from '#contract/errors.ts';
import type { SchemasFor } from '#contract/schema.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { injectInto, newTestBrowser, type TestBrowser } from '#server/testing/server/test-browser.ts';
import { implementFor } from './implement.ts';
import { registerEndpoints, schemasOf } from './register-endpoints.ts';
import { createHttpServer } from './server.ts';
import type { SignedIn } from './sessions/session-port.ts';

const endpoints = {
  greet: { method: 'GET', path: '/greet/:name', summary: 'Greets.', access: 'visitor', errors: [], rate: 'visitorRead' },
  refuse: {
    method: 'POST',
    path: '/refuse',
    summary: 'Refuses.',
    access: 'visitor',
    act: 'asks',
    errors: ['codeLimit', 'overtime', 'passwordLocked'],
    rate: 'action',
  },
  perhaps: { method: 'GET', path: '/perhaps', summary: 'Knows you or not.', access: 'account-or-visitor', errors: [], rate: 'visitorRead' },
  ticket: { method: 'GET', path: '/ticket', summary: 'For ticket holders.', access: 'account-or-ticket', errors: [], rate: 'visitorRead' },
  bearer: { method: 'POST', path: '/bearer', summary: 'For OS clients.', access: 'bearer', act: 'asks', errors: [], rate: 'action' },
} as const satisfies EndpointRows;

const closed = { additionalProperties: false };
const schemas = {
  greet: {
    params: Type.Object({ name: Type.String({ maxLength: 20 }) }),
    query: Type.Object({ loud: Type.Optional(Type.String()) }, closed),
    data: Type.Object({ greeting: Type.String(), lang: Type.String() }, closed),
  },
  refuse: { body: Type.Object({ name: Type.String() }, closed), data: Type.Object({}, closed) },
  perhaps: { data: Type.Object({ account: Type.String() }, closed) },
  ticket: { data: Type.Object({}, closed) },
  bearer: { data: Type.Object({}, closed) },
} satisfies SchemasFor<typeof endpoints>;

let opened: AsyncDisposableStack | undefined;
afterEach(async () => {
  await opened?.disposeAsync();
  opened = undefined;
});

async function open(refusal: () => unknown, env: Config['env'] = 'test'): Promise<{ browser: TestBrowser; server: TestApp }> {
  opened = new AsyncDisposableStack();
  const server = await buildTestApp();
  opened.defer(() => server.close());
  const { app, context } = createHttpServer({
    ...server.wiring.http,
    config: { ...server.config, env },
    knowsBrowser: async () => false,
    mayDevelop: async () => true,
    refuseIn: () => undefined,
    tooManyCookies: '',
    refusalText: (name, language) => `${name} in ${language}`,
  });
  opened.defer(() => app.close());
  const binding = implementFor<SignedIn>()(endpoints, schemas, {
    greet: (call) => ({ greeting: `Hello ${call.params.name}`, lang: call.lang, secret: 'never leaves' }),
    refuse: () => {
      throw refusal();
    },
    perhaps: (call) => ({ account: call.session?.accountId === undefined ? 'none' : 'some' }),
    ticket: () => ({}),
    bearer: () => ({}),
  });
  registerEndpoints(app, context, [server.wiring.calls.flat(), binding]);
  await app.ready();
  const browser = newTestBrowser({ send: injectInto(app), origin: server.config.publicUrl });
  await browser.prepare();
  return { browser, server };
}

const never = () => new Error('not called');

test('a read ignores unknown parameters of its query, and no read of the product refuses one', async () => {
  const { browser, server } = await open(() => undefined);
  expect(await browser.get('/greet/Lin?loud=1&page=1')).toMatchObject({ code: 200 });
  const reads = server.wiring.calls.flat().filter(({ endpoint, schema }) => endpoint.method === 'GET' && schema.query !== undefined);
  expect(reads.length).toBeGreaterThan(10);
  for (const { schema, endpoint } of reads.map((bound) => ({ schema: schemasOf(bound).querystring, endpoint: bound.endpoint })))
    expect(schema, endpoint.path).toMatchObject({ additionalProperties: true });
});

describe('an answer', () => {
  test('contains only the values of its schema', async () => {
    const { browser } = await open(never);
    const answer = await browser.get('/greet/Li?loud=1', { 'accept-language': 'zh' });
    expect(JSON.parse(answer.text)).toEqual({ code: 200, msg: 'ok', data: { greeting: 'Hello Li', lang: 'zh_CN' } });
  });
});

describe('a refusal', () => {
  test('is the envelope of its entry, with its data and its wait', async () => {
    const { browser } = await open(() => new Refusal('codeLimit', { data: { cd: 60 }, retryAfter: 61, reason: 'private' }));
    const answer = await browser.post('/refuse', { name: 'x' });
    expect(JSON.parse(answer.text)).toEqual({ code: 1011, msg: 'codeLimit in en_US', data: { cd: 60, retryAfter: 61 } });
    expect([answer.status, answer.headers['retry-after']]).toEqual([200, '61']);
    expect(answer.text).not.toContain('private');
  });

  test('of a rule names field and rule under HTTP 400', async () => {
    const { browser } = await open(() => ruleRefusal({ phone: 'regex' }));
    const answer = await browser.post('/refuse', { name: 'x' });
    expect([answer.status, answer.code, answer.data]).toEqual([400, 400, { fields: { phone: 'regex' } }]);
  });

  test('fails in tests if the endpoint does not declare it', async () => {
    const { browser, server } = await open(() => new Refusal('phoneExists'));
    expect((await browser.post('/refuse', { name: 'x' })).status).toBe(500);
    expect(server.logLines).toContainEqual(expect.objectContaining({ msg: 'undeclared refusal', call: 'refuse', refusal: 'phoneExists' }));
  });

  test('is answered and logged in production if the endpoint does not declare it', async () => {
    const { browser, server } = await open(() => new Refusal('phoneExists'), 'production');
    expect((await browser.post('/refuse', { name: 'x' })).code).toBe(1005);
    expect(server.logLines).toContainEqual(expect.objectContaining({ msg: 'undeclared refusal', refusal: 'phoneExists' }));
  });

  test.each<RefusalName>(['unauthorized', 'overtime', 'passwordLocked'])('%s removes the session cookie', async (name) => {
    const { browser } = await open(() => new Refusal(name));
    browser.cookies.set('sid', 'A'.repeat(43));
    await browser.get('/key');
    await browser.post('/refuse', { name: 'x' });
    expect(browser.cookies.has('sid')).toBe(false);
  });
});

describe('an unexpected error', () => {
  test("is a 500 without detail, and one log line with the caller's request id", async () => {
    const { browser, server } = await open(() => new TypeError('the table accounts has no 13800138000'));
    const answer = await browser.post('/refuse', { name: 'x' });
    expect(JSON.parse(answer.text)).toEqual({ code: 500, msg: 'serverError in en_US', data: {} });
    const faults = server.logLines.filter(({ msg }) => msg === 'a request failed');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ requestId: answer.headers['x-request-id'], route: '/api/refuse', err: { type: 'TypeError' } });
    expect(JSON.stringify(server.logLines)).not.toContain('13800138000');
  });

  test.each([['a text'], [null], [undefined], [{ statusCode: 200 }], [Object.assign(new Error('x'), { statusCode: 200 })]])(
    'may have any value: %o',
    async (thrown) => {
      const { browser } = await open(() => thrown);
      expect((await browser.post('/refuse', { name: 'x' })).status).toBe(500);
    },
  );
});

describe('access', () => {
  test('account-or-visitor admits everyone and recognizes a session', async () => {
    const { browser, server } = await open(never);
    expect((await browser.get('/perhaps')).data).toEqual({ account: 'none' });
    browser.cookies.set('sid', 'A'.repeat(43));
    expect((await browser.get('/perhaps')).data).toEqual({ account: 'none' });
    const { browser: owner } = await server.newAccount();
    browser.cookies.set('sid', owner.cookies.get('sid') ?? '');
    expect((await browser.get('/perhaps')).data).toEqual({ account: 'some' });
  });

  test('account-or-ticket needs a session or a ticket', async () => {
    const { browser, server } = await open(never);
    expect((await browser.get('/ticket')).code).toBe(401);
    expect((await browser.get('/ticket', { 'x-token': 'T' })).code).toBe(200);
    const { browser: owner } = await server.newAccount();
    browser.cookies.set('sid', owner.cookies.get('sid') ?? '');
    expect((await browser.get('/ticket')).code).toBe(200);
  });

  test('bearer needs a token and no CSRF token: browsers never add one automatically', async () => {
    const { browser } = await open(never);
    const request = { method: 'POST', path: '/api/bearer' };
    const bare = { origin: undefined, 'x-csrf-token': undefined };
    expect((await browser.raw({ ...request, headers: bare })).code).toBe(401);
    expect((await browser.raw({ ...request, headers: { ...bare, authorization: 'Bearer x' } })).code).toBe(200);
  });
});
