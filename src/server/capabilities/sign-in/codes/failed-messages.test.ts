// @one-database
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeWithin, zeroCode } from '#contract/fixtures/codes.ts';
import { minute, second } from '#server/platform/clock.ts';
import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { comparable, freshEmail, freshPhone, goodPassword, registrationBody, signUp, type Person } from '#server/testing/people/people.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { smsEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators, type Simulators, type SmsServiceName } from '#simulators/simulators.ts';
import { twilioReport } from '#simulators/sms-simulators.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let simulators: Simulators;
let folder: string;
let app: TestApp;
let explicit: TestApp;
/** The server whose clock the providers follow. */
let current: TestApp;
const names: readonly SmsServiceName[] = ['aliyun', 'tencent', 'twilio'];

beforeAll(async () => {
  simulators = await startSimulators({ clock: { now: () => current.clock.now() } });
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-failed-'));
  app = await open();
  explicit = await open({}, { enumeration: 'explicit' });
  current = app;
});

afterEach(() => {
  current = app;
  for (const name of names) {
    const { faults, taken } = simulators.services[name];
    Object.assign(faults, { delayMs: 0, broken: '', error: '' });
    taken.length = 0;
  }
});

afterAll(async () => {
  await app.close();
  await explicit.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server whose codes go to the first provider, and its clock. */
async function open(environment: Readonly<Record<string, string>> = {}, config: Partial<Config> = {}): Promise<TestApp> {
  const settings = { NODE_ENV: 'test', DATA_DIR: folder, ...smsEnvironment(simulators.origin), SMS_ADAPTER: 'aliyun', ...environment };
  const { sms } = loadConfig(settings);
  const providers = sms.providers.map((one) => ({ ...one, timeoutMs: 15 * second }));
  const server = await buildTestApp({ config: { sms: { ...sms, providers }, ...config } });
  const ours: TestApp = {
    ...server,
    codeFor: async (contact) => (contact.includes('@') ? server.codeFor(contact) : smsCode(server, contact)),
  };
  current = ours;
  return ours;
}

/** The code in the newest SMS that a provider has accepted for this phone. */
async function smsCode(server: TestApp, phone: string): Promise<string> {
  await server.wiring.jobs.outbox.drain();
  const taken = names.flatMap((name) => simulators.services[name].taken).findLast(({ to }) => to.endsWith(phone));
  const code = new RegExp(String.raw`\b${codeWithin()}\b`).exec(taken?.content.replace(/^SMS_\d+/, '') ?? '')?.[0];
  if (code === undefined) throw new Error('no provider has taken a code for this phone');
  return code;
}

async function ask(server: TestApp, browser: TestBrowser, contact: string, scene = 'register'): Promise<TestAnswer> {
  const answer = await sendVisitorCode(browser, { contact, scene });
  await server.wiring.jobs.outbox.drain();
  return answer;
}

/** A provider whose requests the test answers one after the other with a `Code`. */
async function holdingProvider() {
  const server = createServer().listen(0, '127.0.0.1');
  const requests = on(server, 'request');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async next(): Promise<(code: string) => void> {
      const { value } = await requests.next();
      const [, response] = value as [unknown, ServerResponse];
      return (Code) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ Code }));
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(error: string): void {
  simulators.services.aliyun.faults.error = error;
}

const refusals = [
  ['isv.MOBILE_NUMBER_ILLEGAL', { status: 400, code: 400, data: { fields: { phone: 'phone' } } }],
  ['isv.BLACK_KEY_CONTROL_LIMIT', { status: 400, code: 400, data: { fields: { phone: 'error' } } }],
  ['isv.DAY_LIMIT_CONTROL', { status: 200, code: 1011 }],
] as const;

describe('a code that the provider refuses', () => {
  it.each(refusals)('with %s is reported once to the next request, and the next code leaves at once', async (error, said) => {
    const [browser, phone] = [app.newBrowser(), freshPhone()];
    refuse(error);
    expect(await ask(app, browser, phone)).toMatchObject({ code: 200, data: { cd: 60 } });
    expect(await ask(app, browser, phone)).toMatchObject(said);
    refuse('');
    expect(await ask(app, app.newBrowser(), phone)).toMatchObject({ code: 200 });
    expect(await ask(app, browser, phone)).toMatchObject({ code: 200, data: { cd: 60 } });
    expect(await ask(app, browser, phone)).toMatchObject({ code: 200, data: { cd: 60 } });
    expect(simulators.services.aliyun.taken).toHaveLength(2);
  });

  it('is reported when a code is typed, and does not register', async () => {
    const [browser, phone] = [app.newBrowser(), freshPhone()];
    refuse('isv.MOBILE_NUMBER_ILLEGAL');
    await ask(app, browser, phone);
    const register = async (code: string) =>
      browser.post('/register/phone', {
        phone,
        code,
        password: goodPassword,
        region: 'CN',
        agreements: currentAgreements,
        validate: await browser.solveCaptcha('register'),
      });
    expect(await register(zeroCode)).toMatchObject({ status: 400, data: { fields: { phone: 'phone' } } });
    refuse('');
    const body = await registrationBody(app, browser, { phone });
    expect(await browser.post('/register/phone', body)).toMatchObject({ code: 200 });
  });

  it('does not count as sent', async () => {
    const phone = freshPhone();
    refuse('isv.BLACK_KEY_CONTROL_LIMIT');
    for (let tries = 0; tries < 6; tries += 1) expect(await ask(app, app.newBrowser(), phone)).toMatchObject({ code: 200 });
    refuse('');
    for (let tries = 0; tries < 3; tries += 1) expect(await ask(app, app.newBrowser(), phone)).toMatchObject({ code: 200 });
    expect(await ask(app, app.newBrowser(), phone)).toMatchObject({ code: 1011 });
  });

  it('still counts guesses: they are limited whatever happens to messages', async () => {
    await using stack = new AsyncDisposableStack();
    const provider = await holdingProvider();
    stack.defer(() => provider.close());
    const server = await open({ ALIYUN_SMS_URL: provider.url });
    stack.defer(() => server.close());
    const phone = freshPhone();
    for (let tries = 0; tries < 3; tries += 1) {
      const browser = server.newBrowser();
      await sendVisitorCode(browser, { contact: phone, scene: 'upgrade' });
      const drained = server.wiring.jobs.outbox.drain();
      const answer = await provider.next();
      expect(await browser.post('/register/search', { phone, code: 'no' })).toMatchObject({ status: 400 });
      expect(await browser.post('/register/search', { phone, code: zeroCode })).toMatchObject({ code: 1007 });
      answer('isv.BLACK_KEY_CONTROL_LIMIT');
      await drained;
      expect(await browser.post('/register/search', { phone, code: zeroCode })).toMatchObject({ data: { fields: { phone: 'error' } } });
    }
    expect(await sendVisitorCode(server.newBrowser(), { contact: phone, scene: 'upgrade' })).toMatchObject({ code: 1011 });
  });

  it('is forgotten at the end of the code’s life', async () => {
    const [browser, phone] = [app.newBrowser(), freshPhone()];
    refuse('isv.MOBILE_NUMBER_ILLEGAL');
    await ask(app, browser, phone);
    app.clock.advance(10 * minute);
    expect(await ask(app, browser, phone)).toMatchObject({ code: 200 });
  });

  it('is reported to the owner of an account, for the own phone and for a new one', async () => {
    const { browser, contact } = await signUp(app);
    const path = '/captcha/account/sms/send/login';
    for (const [scene, phone] of [
      ['verify', contact],
      ['bind', freshPhone()],
    ] as const) {
      refuse('isv.MOBILE_NUMBER_ILLEGAL');
      expect(await browser.post(path, { scene, phone })).toMatchObject({ code: 200 });
      await app.wiring.jobs.outbox.drain();
      expect(await browser.post(path, { scene, phone })).toMatchObject({ status: 400, data: { fields: { phone: 'phone' } } });
      refuse('');
      expect(await browser.post(path, { scene, phone })).toMatchObject({ code: 200, data: { cd: 60 } });
    }
  });
});

describe('the existence of an account', () => {
  /** All that a visitor can see around failing codes. */
  async function seen(server: TestApp, contact: string, scene: 'login' | 'reset'): Promise<readonly string[]> {
    const browser = server.newBrowser();
    const answers: TestAnswer[] = [];
    for (let turn = 0; turn < 2; turn += 1) answers.push(await ask(server, browser, contact, scene));
    answers.push(
      scene === 'login'
        ? await browser.post('/login/code', { account: contact, code: zeroCode })
        : await browser.post('/resetpwd', { account: contact, code: zeroCode, password: goodPassword }),
    );
    for (let turn = 0; turn < 6; turn += 1) answers.push(await ask(server, server.newBrowser(), contact, scene));
    return answers.map(comparable);
  }

  it.each(['login', 'reset'] as const)('does not show in codes for %s that a provider refuses', async (scene) => {
    const known = await signUp(app);
    app.clock.advance(2 * 60 * minute);
    for (const error of ['isv.MOBILE_NUMBER_ILLEGAL', 'isv.DAY_LIMIT_CONTROL', 'isv.AMOUNT_NOT_ENOUGH']) {
      app.clock.advance(25 * 60 * minute);
      refuse(error);
      const [ofKnown, ofUnknown] = [await seen(app, known.contact, scene), await seen(app, freshPhone(), scene)];
      expect(ofKnown).toEqual(ofUnknown);
      expect(ofKnown.at(-1)).toContain('1011');
      expect(ofKnown.join(' ')).not.toContain('fields');
    }
  });

  it('shows only in a known browser, or if the installation reveals it', async () => {
    for (const server of [app, explicit]) {
      current = server;
      const { browser, contact }: Person = await signUp(server);
      const other = server === explicit ? server.newBrowser() : browser;
      server.clock.advance(2 * minute);
      refuse('isv.MOBILE_NUMBER_ILLEGAL');
      expect(await ask(server, other, contact, 'login')).toMatchObject({ code: 200 });
      expect(await ask(server, other, contact, 'login')).toMatchObject({ status: 400, data: { fields: { phone: 'phone' } } });
      refuse('');
      expect(await ask(server, other, contact, 'login')).toMatchObject({ code: 200, data: { cd: 60 } });
    }
  });
});

describe('while no provider can be reached', () => {
  it('tells the holder of a code and the operator after three tries, and keeps trying while the code lives', async () => {
    await using stack = new AsyncDisposableStack();
    const server = await open({}, { metrics: { host: '127.0.0.1', port: 0 } });
    refuse('isv.AMOUNT_NOT_ENOUGH');
    stack.defer(() => server.close());
    const [browser, phone] = [server.newBrowser(), freshPhone()];
    await ask(server, browser, phone);
    expect(await ask(server, browser, phone)).toMatchObject({ code: 200, data: { cd: 60 } });
    for (const wait of [2 * second, 10 * second]) {
      server.clock.advance(wait);
      await server.wiring.jobs.outbox.drain();
    }
    const notTaken = async () => /^cedar_codes_not_taken (\d+)$/m.exec((await server.wiring.metrics?.render())?.text ?? '')?.[1];
    expect(await notTaken()).toBe('1');
    server.clock.advance(minute);
    expect(await ask(server, browser, phone)).toMatchObject({ status: 424, data: { fields: { phone: 'error' } } });
    for (let turn = 0; turn < 7; turn += 1) {
      server.clock.advance(minute);
      await server.wiring.jobs.outbox.drain();
    }
    refuse('');
    server.clock.advance(minute);
    const body = { phone, password: goodPassword, region: 'CN', agreements: currentAgreements, code: await server.codeFor(phone) };
    expect(await notTaken()).toBe('0');
    expect(await browser.post('/register/phone', { ...body, validate: await browser.solveCaptcha('register') })).toMatchObject({
      code: 200,
    });
  });

  it('sends no waiting code after a newer one', async () => {
    await using stack = new AsyncDisposableStack();
    const server = await open();
    stack.defer(() => server.close());
    const { contact, browser } = await signUp(server);
    browser.cookies.clear();
    server.clock.advance(2 * minute);
    simulators.services.aliyun.taken.length = 0;
    refuse('isv.AMOUNT_NOT_ENOUGH');
    // The installation reveals nothing here, so the code is tried for its whole life.
    await ask(server, browser, contact, 'login');
    server.clock.advance(minute);
    await ask(server, browser, contact, 'login');
    refuse('');
    server.clock.advance(minute);
    await server.wiring.jobs.outbox.drain();
    expect(simulators.services.aliyun.taken).toHaveLength(1);
    const code = await server.codeFor(contact);
    expect(await browser.post('/login/code', { account: contact, code })).toMatchObject({ code: 200 });
  });
});

describe('an outage of a channel', () => {
  const failed = { status: 424, code: 424, data: { fields: { phone: 'error' } } };

  /** The answers for a known and an unknown phone to requests for a sign-in and a reset code, each in a new browser. */
  async function answers(server: TestApp, contact: string): Promise<readonly string[]> {
    const both: TestAnswer[] = [];
    for (const scene of ['login', 'reset']) both.push(await ask(server, server.newBrowser(), contact, scene));
    return both.map(comparable);
  }

  it.each([
    ['refuses everything', { error: 'isv.AMOUNT_NOT_ENOUGH' }],
    ['never answers', { broken: 'cut' }],
  ] as const)('is shown for a provider that %s to every visitor asking for a code, with or without an account', async (_what, fault) => {
    await using stack = new AsyncDisposableStack();
    const server = await open();
    stack.defer(() => server.close());
    const known = await signUp(server);
    const unknown = freshPhone();
    server.clock.advance(61 * minute);
    const { faults } = simulators.services.aliyun;
    Object.assign(faults, fault);
    // Codes that leave only if there is an account reveal nothing, however many fail.
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await answers(server, known.contact)).toEqual(await answers(server, unknown));
      server.clock.advance(minute);
    }
    expect(await ask(server, server.newBrowser(), freshPhone())).toMatchObject({ code: 200 });
    for (let turn = 0; turn < 2; turn += 1) await ask(server, server.newBrowser(), freshPhone());
    for (const scene of ['register', 'login', 'reset', 'upgrade']) {
      expect(await ask(server, server.newBrowser(), freshPhone(), scene)).toMatchObject(failed);
    }
    const said = await answers(server, known.contact);
    expect(said).toEqual(await answers(server, unknown));
    expect(said.join(' ')).toContain('"phone":"error"');
    expect(await known.browser.post('/captcha/account/sms/send/login', { scene: 'verify' })).toMatchObject(failed);

    Object.assign(faults, { error: '', broken: '' });
    server.clock.advance(60 * minute);
    expect(await ask(server, server.newBrowser(), freshPhone())).toMatchObject({ code: 200 });
    expect(await ask(server, server.newBrowser(), known.contact, 'login')).toMatchObject({ code: 200 });
  });

  it('ends with the first accepted message and restarts with the next failure', async () => {
    await using stack = new AsyncDisposableStack();
    const server = await open();
    stack.defer(() => server.close());
    refuse('isv.AMOUNT_NOT_ENOUGH');
    for (let turn = 0; turn < 3; turn += 1) await ask(server, server.newBrowser(), freshPhone());
    expect(await ask(server, server.newBrowser(), freshPhone(), 'login')).toMatchObject(failed);
    server.clock.advance(minute);
    // The messages that wait are tried again, and fail.
    await server.wiring.jobs.outbox.drain();
    expect(await ask(server, server.newBrowser(), freshPhone(), 'login')).toMatchObject(failed);
    refuse('');
    server.clock.advance(10 * second);
    await server.wiring.jobs.outbox.drain();
    expect(await ask(server, server.newBrowser(), freshPhone(), 'login')).toMatchObject({ code: 200 });
  });

  it('is not triggered by a single refused number, nor by an outage of mail', async () => {
    await using stack = new AsyncDisposableStack();
    const server = await open();
    stack.defer(() => server.close());
    refuse('isv.MOBILE_NUMBER_ILLEGAL');
    for (let turn = 0; turn < 4; turn += 1) await ask(server, server.newBrowser(), freshPhone());
    expect(await ask(server, server.newBrowser(), freshPhone(), 'login')).toMatchObject({ code: 200 });
    refuse('isv.AMOUNT_NOT_ENOUGH');
    for (let turn = 0; turn < 3; turn += 1) await ask(server, server.newBrowser(), freshPhone());
    expect(await ask(server, server.newBrowser(), freshPhone(), 'login')).toMatchObject(failed);
    expect(await ask(server, server.newBrowser(), freshEmail(), 'login')).toMatchObject({ code: 200 });
  });
});

describe('a report of Twilio', () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await open({ SMS_ADAPTER: 'twilio' });
  });

  afterAll(() => server.close());

  /** Asks for a code; returns the path of its report. */
  async function askTwilio(browser: TestBrowser, phone: string, scene = 'register'): Promise<string> {
    expect(await ask(server, browser, phone, scene)).toMatchObject({ code: 200 });
    const { reportTo } = simulators.services.twilio.taken.at(-1) ?? {};
    if (reportTo === undefined) throw new Error('no report was asked for');
    return reportTo;
  }

  async function report(to: string, values: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    const signed = twilioReport(to, { MessageSid: 'SM1', ...values });
    const answer = await server.app.inject({
      method: 'POST',
      url: new URL(to).pathname,
      headers: { ...signed.headers, ...headers },
      payload: signed.payload,
    });
    return answer.statusCode;
  }

  it.each(['undelivered', 'failed'])('that a code is %s is passed on to the next request', async (MessageStatus) => {
    const [browser, phone] = [server.newBrowser(), freshPhone()];
    const to = await askTwilio(browser, phone);
    expect(await report(to, { MessageStatus: 'sent' })).toBe(204);
    expect(await ask(server, browser, phone)).toMatchObject({ code: 200, data: { cd: 60 } });
    for (let times = 0; times < 2; times += 1) expect(await report(to, { MessageStatus, ErrorCode: '30005' })).toBe(204);
    expect(await ask(server, browser, phone)).toMatchObject({ status: 400, data: { fields: { phone: 'error' } } });
    expect(await report(to, { MessageStatus, ErrorCode: '30005' })).toBe(204);
    await askTwilio(browser, phone);
    expect(simulators.services.twilio.taken).toHaveLength(2);
  });

  it('may be wrong: its code stays valid and counts as sent', async () => {
    const [browser, phone] = [server.newBrowser(), freshPhone()];
    const to = await askTwilio(browser, phone);
    await report(to, { MessageStatus: 'undelivered', ErrorCode: '30008' });
    const body = { phone, password: goodPassword, region: 'CN', agreements: currentAgreements };
    const wrong = { ...body, code: zeroCode, validate: await browser.solveCaptcha('register') };
    expect(await browser.post('/register/phone', wrong)).toMatchObject({ status: 400, data: { fields: { phone: 'error' } } });
    const right = { ...body, code: await server.codeFor(phone), validate: await browser.solveCaptcha('register') };
    expect(await browser.post('/register/phone', right)).toMatchObject({ code: 200 });
  });

  it('is ignored without the signature over exactly its URL and values', async () => {
    const [browser, phone] = [server.newBrowser(), freshPhone()];
    const to = await askTwilio(browser, phone);
    const failed = { MessageStatus: 'failed' };
    for (const signature of ['', 'x', twilioReport(to, { MessageSid: 'SM1', MessageStatus: 'sent' }).headers['x-twilio-signature'] ?? '']) {
      expect(await report(to, failed, { 'x-twilio-signature': signature })).toBe(403);
    }
    const elsewhere = twilioReport(`${to}x`, { MessageSid: 'SM1', ...failed }).headers;
    expect(await report(to, failed, elsewhere)).toBe(403);
    expect(await report(to, failed, { 'content-type': 'application/json' })).toBeGreaterThanOrEqual(400);
    expect(await report(new URL('unknown', to).href, failed)).toBe(204);
    expect(await ask(server, browser, phone)).toMatchObject({ code: 200, data: { cd: 60 } });
    expect((await app.app.inject({ method: 'POST', url: '/callbacks/twilio/x', payload: '' })).statusCode).toBe(404);
  });

  it('does not reveal accounts', async () => {
    const { contact } = await signUp(server);
    server.clock.advance(2 * minute);
    const browser = server.newBrowser();
    await report(await askTwilio(browser, contact, 'login'), { MessageStatus: 'failed' });
    const known = comparable(await ask(server, browser, contact, 'login'));
    const other = server.newBrowser();
    const unknown = freshPhone();
    await ask(server, other, unknown, 'login');
    expect(known).toBe(comparable(await ask(server, other, unknown, 'login')));
  });
});

it('answers everything else while a provider holds a message', async () => {
  await using stack = new AsyncDisposableStack();
  const provider = await holdingProvider();
  stack.defer(() => provider.close());
  const server = await open({ ALIYUN_SMS_URL: provider.url });
  stack.defer(() => server.close());
  const order: string[] = [];
  const browser = server.newBrowser();
  expect(await sendVisitorCode(browser, { contact: freshPhone(), scene: 'register' })).toMatchObject({ code: 200 });
  order.push('send');
  const drained = server.wiring.jobs.outbox.drain().then(() => order.push('provider'));
  const answer = await provider.next();
  expect(await browser.get('/config.json')).toMatchObject({ code: 200 });
  expect(await sendVisitorCode(server.newBrowser(), { contact: freshPhone(), scene: 'register' })).toMatchObject({ code: 200 });
  expect(await browser.post('/login/password', { account: freshPhone(), password: goodPassword })).toMatchObject({ code: 3007 });
  order.push('others');
  answer('OK');
  (await provider.next())('OK');
  await drained;
  expect(order).toEqual(['send', 'others', 'provider']);
});
