// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specToasts } from '#contract/fixtures/specification.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { comparable, freshEmail, freshPhone, goodPassword, signUp, type Person } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, addEmail, askReset, sendVisitorCode, visitorCode } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(async () => {
  await app.close();
});

/** A server that may send ten codes by SMS a day, six of them to strangers. */
function openScarce(): Promise<TestApp> {
  return buildTestApp({
    config: { sms: { adapter: 'outbox', providers: [], dailyBudget: 10, links: true }, metrics: { host: '127.0.0.1', port: 0 } },
  });
}

/** A request of a new stranger each time; returns after its message has left or failed. */
async function ask(server: TestApp, contact: string, scene = 'login'): Promise<TestAnswer> {
  const answer = await sendVisitorCode(server.newBrowser(), { contact, scene });
  await server.wiring.jobs.outbox.drain();
  return answer;
}

/** The number of codes that strangers get for a phone or email before they are refused. */
async function askUntilRefused(server: TestApp, contact: string): Promise<number> {
  for (let sent = 0; ; sent += 1) if ((await ask(server, contact)).code !== 200) return sent;
}

/** Registers strangers until the budget is used up. */
async function useUpStrangers(server: TestApp): Promise<number> {
  for (let sent = 0; ; sent += 1) if ((await ask(server, freshPhone(), 'register')).code !== 200) return sent;
}

/** A browser that has signed in to the account and no longer has a session. */
async function knownBrowser(server: TestApp, { contact, password }: Person): Promise<TestBrowser> {
  const browser = server.newBrowser();
  expect(await browser.post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
  await browser.post('/logout');
  return browser;
}

/** One value of the metrics. */
async function metric(server: TestApp, name: string): Promise<number> {
  const text = (await server.wiring.metrics?.render())?.text ?? '';
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  );
}

describe.each(['phone', 'email'] as const)('a stranger who uses up all codes for the %s of another person', (kind) => {
  it('blocks for a day neither proof in the session nor sign-in and recovery in a known browser', { timeout: 60_000 }, async () => {
    const owner = await signUp(app);
    const contact = kind === 'phone' ? owner.contact : freshEmail();
    if (kind === 'email') await addEmail(app, await accountIdOf(app, owner.contact), contact);
    // The codes of the registration no longer count.
    app.clock.advance(24 * hour);
    const known = await knownBrowser(app, owner);
    expect(await owner.browser.post('/login/password', { account: owner.contact, password: owner.password })).toMatchObject({ code: 200 });
    const began = app.clock.now();
    let ofStrangers = 0;
    const uses: Readonly<Record<number, () => Promise<void>>> = {
      4: async () => {
        const code = await accountCode(app, owner.browser, { contact });
        expect(await owner.browser.post('/account/auth', { method: kind, code })).toMatchObject({ code: 200 });
      },
      10: async () => {
        const code = await visitorCode(app, known, { contact, scene: 'login' });
        expect(await known.post('/login/code', { account: contact, code })).toMatchObject({ code: 200 });
        await known.post('/logout');
      },
      22: async () => {
        const { code } = await askReset(app, known, contact);
        const body = { [kind]: contact, code, newPassword: `${goodPassword}-2` };
        expect(await known.post(`/password/reset/reset_password/${kind}`, body)).toMatchObject({ code: 200 });
      },
    };
    for (let hours = 0; hours < 24; hours += 2) {
      ofStrangers += await askUntilRefused(app, contact);
      await uses[hours]?.();
      for (let part = 0; part < 6; part += 1) {
        await owner.browser.get('/account/metainfo');
        app.clock.advance(20 * minute);
      }
    }
    expect(ofStrangers).toBe(6);
    const codes = (await app.outbox(contact)).filter(({ at, code }) => at >= began && code !== null).map(({ at }) => at);
    expect(codes).toHaveLength(9);
    expect(Math.max(...codes.map((at) => codes.filter((other) => other >= at && other < at + hour).length))).toBeLessThanOrEqual(5);
  });
});

describe('strangers', () => {
  it('pay with more work for a third code, and with much more for a fifth, with or without an account', async () => {
    const known = await signUp(app);
    app.clock.advance(24 * hour);
    const browser = app.newBrowser();
    const seen = async (phone: string) => {
      const answers: string[] = [];
      for (let sent = 0; sent < 6; sent += 1) {
        const validate = await browser.solveCaptcha('login');
        answers.push(comparable(await browser.post('/captcha/sms/send/login', { phone, validate })));
        await ask(app, phone);
        app.clock.advance(30 * minute);
      }
      return answers;
    };
    const ofKnown = await seen(known.contact);
    expect(ofKnown.filter((text) => text.includes('"code":200'))).toHaveLength(1);
    expect(ofKnown[1]).toContain('"work":8');
    expect(ofKnown.at(-1)).toContain('"work":64');
    app.clock.advance(24 * hour);
    expect(await seen(freshPhone())).toEqual(ofKnown);
  });
});

describe('the SMS of the site', () => {
  it('are not used up by codes for numbers without an account, however many are requested', async () => {
    await using stack = new AsyncDisposableStack();
    const server = await openScarce();
    stack.defer(() => server.close());
    for (let asked = 0; asked < 15; asked += 1) expect(await ask(server, freshPhone())).toMatchObject({ code: 200 });
    expect(await metric(server, 'cedar_message_budget_used{budget="sms codes day"}')).toBe(0);
    expect(await metric(server, 'cedar_message_budget_used{budget="sms strangers hour"}')).toBe(0);
    expect(await metric(server, 'cedar_codes_discarded_total{channel="sms"}')).toBe(15);
    const { contact } = await signUp(server);
    expect(await server.outbox(contact)).toHaveLength(1);
    expect(await metric(server, 'cedar_message_budget_used{budget="sms codes day"}')).toBe(0.1);
    expect(await metric(server, 'cedar_codes_sent_total{channel="sms"}')).toBe(1);
  });

  it('leave the owner’s codes and all notices untouched by the strangers’ share', async () => {
    await using stack = new AsyncDisposableStack();
    const server = await openScarce();
    stack.defer(() => server.close());
    const owner = await signUp(server);
    const known = await knownBrowser(server, owner);
    expect(await useUpStrangers(server)).toBe(5);
    expect(await ask(server, owner.contact)).toMatchObject({ code: 1011, data: { retryAfter: 3600 } });
    const code = await accountCode(server, owner.browser, { contact: owner.contact });
    expect(await owner.browser.post('/account/auth', { method: 'phone', code })).toMatchObject({ code: 200 });
    const own = await visitorCode(server, known, { contact: owner.contact, scene: 'login' });
    expect(await known.post('/login/code', { account: owner.contact, code: own })).toMatchObject({ code: 200 });
    const changed = await owner.browser.post('/password/update', { oldPassword: owner.password, newPassword: `${goodPassword}-2` });
    expect(changed).toMatchObject({ code: 200 });
    expect((await server.outbox(owner.contact))[0]).toMatchObject({ channel: 'sms', scene: 'passwordChanged' });
    expect(await metric(server, 'cedar_message_budget_used{budget="sms codes day"}')).toBe(0.8);
    // A new number can belong to any person.
    expect(await owner.browser.post('/captcha/account/sms/send/login', { scene: 'bind', phone: freshPhone() })).toMatchObject({
      code: 1011,
    });
    // Mail has its own budget.
    expect(await ask(server, freshEmail(), 'register')).toMatchObject({ code: 200 });
  });

  it.each(['strict', 'explicit'] as const)('reveal no accounts by the rest of the budget (%s)', async (enumeration) => {
    await using stack = new AsyncDisposableStack();
    const server = await buildTestApp({ config: { enumeration, sms: { adapter: 'outbox', providers: [], dailyBudget: 10, links: true } } });
    stack.defer(() => server.close());
    const { contact } = await signUp(server);
    server.clock.advance(minute);
    const seen = async (phone: string, scenes: readonly string[]) => {
      const answers: string[] = [];
      for (const scene of scenes) answers.push(comparable(await ask(server, phone, scene)));
      return answers;
    };
    if (enumeration === 'strict') expect(await seen(contact, ['login', 'reset'])).toEqual(await seen(freshPhone(), ['login', 'reset']));
    await useUpStrangers(server);
    // This also holds with explicit enumeration: the budget is checked before any account.
    const full = await seen(contact, ['login', 'reset', 'register', 'upgrade']);
    expect(full).toEqual(await seen(freshPhone(), ['login', 'reset', 'register', 'upgrade']));
    expect(new Set(full).size).toBe(1);
    expect(full[0]).toContain('1011');
  });
});

describe('a visitor who must wait for a code', () => {
  it.each([
    ['en_US', 'sms', `${specToasts[1011]}. You can get one again in 30 minutes at the earliest`],
    ['zh_CN', 'sms', '今日获取验证码次数已达上限，请明天再试。最早 30 分钟后可再次获取'],
    ['en_US', 'email', 'You have reached a limit for getting the mail. You can get one again in 30 minutes at the earliest'],
    ['zh_CN', 'email', '获取邮件的次数已达上限，请稍后再试。最早 30 分钟后可再次获取'],
  ])('reads the specification’s sentence, then the time, in %s by %s', async (lang, channel, msg) => {
    const contact = channel === 'sms' ? freshPhone() : freshEmail();
    for (let sent = 0; sent < 3; sent += 1) {
      await ask(app, contact);
      app.clock.advance(10 * minute);
    }
    const browser = app.newBrowser();
    browser.cookies.set('lang', lang);
    expect(await sendVisitorCode(browser, { contact, scene: 'login' })).toMatchObject({ msg, data: { retryAfter: 30 * 60 } });
  });
});
