// @one-database
/**
 * Rules for every call, tested over the table of endpoints:
 * - a write needs an Origin that is this site and a CSRF token made for this session or visitor
 * - a signed-in call needs a live session, and removes a dead one's cookie
 * - every rate class admits exactly its limit
 * - every answer carries the security headers and a request id
 */
import { minute } from '#server/platform/clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { deskEndpoints } from '#contract/operations/desk/all.ts';
import { allEndpoints } from '#contract/all.ts';
import { rates, type Rate, type RateClass } from '#contract/limits.ts';
import { signInDesktop, type DesktopAnswer } from '#server/testing/apps/desktop.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

const served = () => server.wiring.calls.flat().map(({ endpoint }) => endpoint);
// A bearer token is no cookie: no page can make a browser send one.
const writes = () => served().filter(({ method, access }) => method !== 'GET' && access !== 'bearer');
const rows = [...Object.values(allEndpoints), ...Object.values(deskEndpoints)].flatMap((group) => Object.values<Endpoint>(group));

/** A path that reaches the endpoint's route. */
function pathOf({ path }: Endpoint): string {
  return `/api${path.replaceAll(/:\w+/g, 'register')}`;
}

function send(browser: TestBrowser, endpoint: Endpoint, headers: Record<string, string | undefined> = {}) {
  return browser.raw({ method: endpoint.method, path: pathOf(endpoint), headers, ...(endpoint.method === 'GET' ? {} : { body: '{}' }) });
}

describe('every write', () => {
  test.each([
    ['no Origin and no Referer', { origin: undefined }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the Origin null', { origin: 'null' }],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['a foreign page', { 'sec-fetch-site': 'cross-site' }],
    ['no csrf header', { 'x-csrf-token': undefined }],
    ['an empty csrf header', { 'x-csrf-token': '' }],
    ['another csrf header than cookie', { 'x-csrf-token': 'AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('is refused with %s', async (_name, headers) => {
    const browser = server.newBrowser();
    await browser.prepare();
    for (const endpoint of writes()) {
      const answer = await send(browser, endpoint, headers);
      expect([endpoint.path, answer.status, answer.code]).toEqual([endpoint.path, 403, 403]);
    }
  });

  test('is refused with a cookie pair of another visitor', async () => {
    const [victim, attacker] = [server.newBrowser(), server.newBrowser()];
    await victim.prepare();
    await attacker.prepare();
    // A sibling host can plant the CSRF cookie, but not the visitor cookie that it is bound to.
    victim.cookies.set('csrf', attacker.cookies.get('csrf') ?? '');
    for (const endpoint of writes()) expect((await send(victim, endpoint)).status, endpoint.path).toBe(403);
  });

  test('does not count a forged request towards the budget of the person', async () => {
    const browser = server.newBrowser();
    await browser.prepare();
    const limit = rates.register.perVisitor;
    const headers = { origin: 'https://evil.example' };
    for (let count = 0; count <= limit; count += 1) await browser.raw({ method: 'POST', path: '/api/register/phone', headers, body: '{}' });
    expect((await browser.raw({ method: 'POST', path: '/api/register/phone', body: '{}' })).status).toBe(400);
  });
});

describe('every signed-in call', () => {
  const signedIn = () => served().filter(({ access }) => access === 'account');

  test('is refused without a session', async () => {
    const browser = server.newBrowser();
    await browser.prepare();
    for (const endpoint of signedIn()) {
      const answer = await send(browser, endpoint);
      expect([endpoint.path, answer.status, answer.code]).toEqual([endpoint.path, 401, 401]);
    }
  });

  test('is refused with an invented session, and removes its cookie', async () => {
    for (const endpoint of signedIn()) {
      const browser = server.newBrowser();
      browser.cookies.set('sid', 'A'.repeat(43));
      await browser.raw({ method: 'GET', path: '/api/key' });
      const answer = await send(browser, endpoint);
      expect([endpoint.path, answer.code]).toEqual([endpoint.path, 401]);
      expect(browser.cookies.has('sid')).toBe(false);
    }
  });

  test('is refused with two session cookies, even if one of them is valid', async () => {
    const { browser } = await server.newAccount();
    const sid = browser.cookies.get('sid') ?? '';
    for (const endpoint of signedIn().filter(({ method }) => method === 'GET')) {
      const answer = await send(browser, endpoint, { cookie: `sid=${sid}; sid=${'B'.repeat(43)}` });
      expect([endpoint.path, answer.code]).toEqual([endpoint.path, 401]);
    }
  });
});

/** A class whose calls take the token of a desktop: without one they are refused before they count. */
async function admitsDesktop(endpoint: Endpoint, { perAccount: limit = 0, windowSeconds }: Rate): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const app = await buildTestApp({ now: Date.now() });
  stack.defer(() => app.close());
  await app.listen();
  const desktop = await signInDesktop(app, await signUp(app));
  const call = () => desktop.call(endpoint.method, endpoint.path, endpoint.method === 'GET' ? {} : { body: {} });
  const answers: DesktopAnswer[] = [];
  while (answers.length < limit + 20) answers.push(...(await Promise.all(Array.from({ length: 20 }, call))));
  expect(answers.filter(({ code }) => code !== 429)).toHaveLength(limit);
  expect(answers.filter(({ status }) => status === 401)).toEqual([]);
  const refused = answers.find(({ code }) => code === 429);
  expect(refused?.status).toBe(429);
  expect(refused?.data).toEqual({ retryAfter: Number(refused?.headers.get('retry-after')) });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  app.clock.advance(2 * windowSeconds * 1000);
  expect((await call()).status).not.toBe(429);
}

describe('every rate class', () => {
  const classes = Object.keys(rates).filter((name): name is RateClass => name in rates);
  const owners = ['perVisitor', 'perAccount', 'perNetwork'] as const;

  test('belongs to a row of the contract', () => {
    expect(classes.filter((name) => !rows.some(({ rate }) => rate === name))).toEqual([]);
  });

  test.each(classes)('%s admits exactly its limit', async (name) => {
    // A session that its own call ends is refused for another reason.
    const endpoint = served().find(({ rate, endsSession }) => rate === name && endsSession !== true);
    if (endpoint?.access === 'bearer' && endpoint.scope !== undefined) return admitsDesktop(endpoint, rates[name]);
    // A class without served calls has nothing to admit.
    if (endpoint === undefined) return;
    const rate: Rate = rates[name];
    const limit = Math.min(...owners.flatMap((owner) => rate[owner] ?? []));
    const browser = server.newBrowser();
    // In a browser that the account knows, there is as much again.
    if (rate.perAccount !== undefined) browser.cookies.set('sid', (await server.newAccount()).browser.cookies.get('sid') ?? '');
    // From here on only requests of this class are counted.
    server.clock.advance(2 * 3_600_000);
    await browser.prepare();
    if (name === 'visitorRead') server.clock.advance(2 * 3_600_000);

    const answers = await Promise.all(
      Array.from({ length: limit + 20 }, () => send(browser, endpoint, endpoint.access === 'bearer' ? { authorization: 'Bearer x' } : {})),
    );
    expect(answers.filter(({ code }) => code !== 429)).toHaveLength(limit);
    const refused = answers.find(({ code }) => code === 429);
    expect(refused?.status).toBe(429);
    expect(refused?.data).toEqual({ retryAfter: Number(refused?.headers['retry-after']) });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);

    server.clock.advance(2 * rate.windowSeconds * 1000);
    expect((await send(browser, endpoint)).status).not.toBe(429);
  });

  test("counts a customer's whole IPv6 network as one source", async () => {
    const limit = rates.challenge.perNetwork;
    const path = '/api/captcha/challenge?scene=login';
    const statuses: number[] = [];
    for (let count = 0; count <= limit; count += 1) {
      const browser = server.newBrowser({ clientIp: `2001:db8:7:7::${count.toString(16)}` });
      statuses.push((await browser.raw({ method: 'GET', path })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('every answer', () => {
  test.each([
    ['GET', '/api/config.json', 200],
    ['GET', '/api/account/metainfo', 401],
    ['GET', '/api/navigation?language=xx', 400],
    ['GET', '/api/nowhere', 404],
    ['POST', '/api/login/password', 403],
    ['GET', '/api/%zz', 400],
    ['GET', '/api/openapi.json', 200],
    ['GET', '/api/docs/', 200],
    ['GET', '/dev/outbox', 200],
    ['GET', '/healthz', 200],
    ['GET', '/dev/nowhere', 404],
    ['PATCH', '/nowhere', 404],
  ])('to %s %s carries the security headers and an id', async (method, path, status) => {
    // Pages of development are shown only to this machine.
    const answer = await server.newBrowser().raw({ method, path, headers: { 'x-forwarded-for': undefined } });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{6,}$/);
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(answer.headers['content-security-policy']).not.toContain('unsafe');
    expect(answer.headers['content-type']).toMatch(/^(application\/json|text\/html); charset=utf-8$/);
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(answer.headers).not.toHaveProperty(name);
    if (path.startsWith('/api') && path !== '/api/config.json') expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    [{ 'x-forwarded-for': '203.0.113.9:5123' }, '203.0.113.9'],
    [{ 'x-forwarded-for': undefined, forwarded: 'for=6.6.6.6, for="[2001:db8::9]:5123";proto=https' }, '2001:db8::9'],
    // A proxy that writes the one leaves the other as the visitor sent it.
    [{ 'x-forwarded-for': '203.0.113.9', forwarded: 'for=6.6.6.6' }, '203.0.113.9'],
    [{ 'x-forwarded-for': undefined, forwarded: `x="${'a'.repeat(2000)}, for="203.0.113.9:80"` }, '203.0.113.9'],
  ])('names the client that a proxy writes as %o', async (sent, address) => {
    const { headers } = await server.newBrowser().raw({ method: 'GET', path: '/api/config.json', headers: sent });
    expect(server.logLines).toContainEqual(expect.objectContaining({ requestId: headers['x-request-id'], address }));
  });

  test('tells the operator once an hour of a proxy that names nobody', async () => {
    const told = () => server.logLines.filter(({ entries }) => entries === 'unknown').length;
    const ask = () => server.newBrowser().raw({ method: 'GET', path: '/healthz', headers: { 'x-forwarded-for': 'unknown' } });
    await ask();
    await ask();
    expect(told()).toBe(1);
    server.clock.advance(60 * minute);
    await ask();
    expect(told()).toBe(2);
  });

  test.each(['/healthz', '/readyz', '/api/config.json', '/api/key', '/api/account/metainfo'])(
    'to HEAD %s has the status of GET and no body',
    async (path) => {
      const browser = server.newBrowser();
      const [asked, head] = [await browser.raw({ method: 'GET', path }), await browser.raw({ method: 'HEAD', path })];
      expect([head.status, head.text]).toEqual([asked.status, '']);
    },
  );

  test('has a unique id, which is in the log line', async () => {
    const browser = server.newBrowser();
    const [first, second] = [await browser.get('/nowhere'), await browser.get('/nowhere')];
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
    expect(server.logLines).toContainEqual(expect.objectContaining({ requestId: second.headers['x-request-id'], status: 404, code: 404 }));
  });

  test('uses the language of the cookie, or of the browser without one', async () => {
    const browser = server.newBrowser();
    const english = await browser.get('/nowhere');
    const chinese = await browser.get('/nowhere', { 'accept-language': 'zh-CN,zh;q=0.9' });
    expect(chinese.msg).not.toBe(english.msg);
    browser.cookies.set('lang', 'zh_CN');
    expect((await browser.get('/nowhere', { 'accept-language': 'en' })).msg).toBe(chinese.msg);
    browser.cookies.set('lang', '"><script>');
    expect((await browser.get('/nowhere')).msg).toBe(english.msg);
  });
});
