// @one-database
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errors as english } from '#messages/en/errors.ts';
import { errors as chinese } from '#messages/zh/errors.ts';
import { recommendedCost } from '#server/platform/crypto/password-hasher.ts';
import { freshPassword } from '#server/testing/server/http-client.ts';
import { buildTestApp, type TestAccount, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let people: TestAccount[];

beforeAll(async () => {
  // High rates, so that only the queue under test limits.
  app = await buildTestApp({ config: { rateFactor: 1000, metrics: { host: '127.0.0.1', port: 0 } }, passwordCost: recommendedCost });
  await app.listen();
  people = [];
  for (let count = 0; count < 5; count += 1) people.push(await app.newAccount());
});
afterAll(() => app.close());

/** In one request: without the calls that a page makes first. */
function signIn(browser: TestBrowser, account: string, { password, headers = {} }: { password: string; headers?: Record<string, string> }) {
  return browser.raw({ method: 'POST', path: '/api/login/password', headers, body: JSON.stringify({ account, password }) });
}

/**
 * A hundred simultaneous sign-ins to unknown names: half from addresses of one network, half from as many networks that
 * together belong to the owner of a larger one.
 */
function flood(browser: TestBrowser, language: string): Promise<TestAnswer>[] {
  return Array.from({ length: 100 }, (_, index) => {
    const part = (index + 16).toString(16);
    const address = index % 2 === 0 ? `2001:db8:0:1::${part}` : `2001:db8:1:${part}::1`;
    const headers = { 'accept-language': language, 'x-forwarded-for': address };
    return signIn(browser, `nobody${randomInt(1_000_000_000)}`, { password: freshPassword(), headers });
  });
}

async function codesOf(answers: readonly Promise<TestAnswer>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ code }) => code);
}

it('rejects a flood of sign-ins from one network of any size, and serves everyone beside it', async () => {
  const [changing, ...others] = people;
  const [known] = others;
  if (changing === undefined || known === undefined) throw new Error('there are people');
  // Eight strangers, each in a separate network.
  const strangers = [...others, ...others].map(({ phone, password }) => ({ browser: app.newBrowser(), phone, password }));
  // A visitor in the network of the flood, in a browser that the account knows.
  const neighbor = { ...known, browser: app.newBrowser({ clientIp: '2001:db8:0:1::2' }) };
  await neighbor.browser.prepare();
  expect((await signIn(neighbor.browser, neighbor.phone, neighbor)).code).toBe(200);
  const flooding = app.newBrowser();
  for (const browser of [flooding, ...strangers.map((stranger) => stranger.browser)]) await browser.prepare();

  const first = flood(flooding, 'en-US');
  const signIns = [...strangers, neighbor].map(({ browser, phone, password }) => signIn(browser, phone, { password }));
  const stepUp = known.browser.post('/password/valid', { password: known.password });
  const change = changing.browser.post('/password/update', { oldPassword: changing.password, newPassword: freshPassword() });
  const reads = people.map(({ browser }) => browser.get('/account/metainfo'));
  const second = flood(flooding, 'zh-CN');

  expect(await codesOf(signIns)).toEqual(signIns.map(() => 200));
  expect(await codesOf([stepUp, change])).toEqual([200, 200]);
  expect(await codesOf(reads)).toEqual(reads.map(() => 200));
  const answers = [...(await Promise.all(first)), ...(await Promise.all(second))];
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(answers.length / 3);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([503, 3007]));
  expect(new Set(refused.map(({ msg }) => msg))).toEqual(new Set([english.unavailable, chinese.unavailable]));
  expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']));

  const metrics = (await app.wiring.metrics?.render())?.text;
  expect(metrics).toMatch(/^cedar_password_hashes_waiting 0$/m);
  expect(metrics).toMatch(/^cedar_password_hashes_refused_total\{reason="full"\} [1-9]/m);
  expect(metrics).toMatch(/^cedar_password_hashes_refused_total\{reason="gaveWay"\} [1-9]/m);
});
