// @one-database
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { captchaProviders, type CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { captchaWorks, type CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { minute } from '#server/platform/clock.ts';
import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { captchaEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { freshPhone } from '#server/testing/server/http-client.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer } from '#server/testing/server/test-browser.ts';
import { createCaptcha } from './altcha.ts';
import { createCaptchas } from './captchas.ts';
import { signGeetest } from './geetest-captcha.ts';
import { openRemoteCaptcha } from './open-captchas.ts';
import { CaptchaUnavailable } from './remote-captcha.ts';
import { signYidun } from './yidun-signature.ts';

let app: TestApp;
let geetestApp: TestApp;
let simulators: Simulators;
let folder: string;

function captchaOf(changes: Readonly<Record<string, string>> = {}): Config['captcha'] {
  return loadConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...captchaEnvironment(simulators.origin), ...changes }).captcha;
}

/** The same with time for answers on a busy machine. */
function patient({ CN, DE }: Config['captcha']): Config['captcha'] {
  return { CN: CN && { ...CN, timeoutMs: 10_000 }, DE: DE && { ...DE, timeoutMs: 10_000 } };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-captcha-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  const captcha = patient(captchaOf());
  const other = patient(captchaOf({ CAPTCHA_CN: 'geetest', CAPTCHA_ELSEWHERE: 'geetest' }));
  app = await buildTestApp({ config: { rateFactor: 1000, geoHeader: 'x-country', captcha } });
  geetestApp = await buildTestApp({ config: { rateFactor: 1000, geoHeader: 'x-country', captcha: other } });
});

afterEach(() => {
  for (const name of captchaProviders) {
    const { faults } = simulators.services[name];
    Object.assign(faults, { delayMs: 0, broken: '', error: '' });
    faults.switches.clear();
  }
});

afterAll(async () => {
  await app.close();
  await geetestApp.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

function solve(name: CaptchaProvider, about: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return simulators.services[name].solve({ action: 'register', hostname: 'localhost', ...about });
}

function proofOf(provider: string, answer: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify({ provider, answer })).toString('base64');
}

/** Countries whose visitors get this service. */
const countryOf = { yidun: 'CN', geetest: 'CN', turnstile: 'FR' } as const;

/** A visitor who requests codes from a country. */
function visitorOf(on: TestApp, country: string) {
  const browser = on.newBrowser();
  const headers = { 'x-country': country };
  return {
    async challenge(scene: string, failed?: CaptchaProvider, work?: CaptchaWork): Promise<unknown> {
      const more = { ...(failed === undefined ? {} : { failed }), ...(work === undefined ? {} : { work: String(work) }) };
      const query = new URLSearchParams({ scene, ...more });
      const { code, data } = await browser.get(`/captcha/challenge?${query.toString()}`, headers);
      return code === 200 ? data : code;
    },
    async send(validate: string, purpose = 'register'): Promise<number> {
      const { code } = await browser.post(`/captcha/sms/send/${purpose}`, { phone: freshPhone(), validate }, headers);
      return code;
    },
  };
}

/** The proof of one of our own puzzles. */
async function solveOwn(offer: unknown): Promise<string> {
  const challenge = offer as Challenge;
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString('base64');
}

const appOf = (name: CaptchaProvider) => (name === 'geetest' ? geetestApp : app);

/** Requests a code with this proof. */
function ask(on: TestApp, validate: string): Promise<TestAnswer> {
  return on.newBrowser().post('/captcha/sms/send/register', { phone: freshPhone(), validate });
}

describe('the signature of Yidun', () => {
  const secretKey = '6308afb129ea00301bd7c79621d07591';
  const secretId = '9438aab0d3614dd6a1f9b5d5e7e5f1aa';

  it('matches the published example', () => {
    expect(signYidun({ foo: '1', bar: '2', foobar: '3', baz: '4' }, secretKey, 'MD5')).toBe('1b899fd2cfc7b901701b2d26a9f34063');
    expect(signYidun({ foo: '1', bar: '2', foo_bar: '3', baz: '4' }, secretKey, 'MD5')).toBe('730b0588690874dde18fa58cb1301787');
  });

  it.each([
    ['MD5', '480ed4f9c42429ddea8e287b01c4de41'],
    ['SHA1', 'e7c66f85725edf227ce06155a541c6dbe5058b60'],
    ['SHA256', 'ced6c2c4fa3949eb084d0ffc91136dfe0548331693b31c6ae8791ebec386fdb4'],
    ['SM3', '6c81282e3262bf9c12dba73d7e38c428d0c20db5ad12bf4f642b44f3b64f79c7'],
  ] as const)('is correct for a captcha in %s', (digest, signature) => {
    const parameters = {
      captchaId: '5a0e2d04ffa44caba3f740e6a8b0fa84',
      validate: 'CN31_sample-validate_v_i_1',
      user: 'u1001',
      secretId,
      version: 'v2',
      timestamp: '1480395193000',
      nonce: '66666',
      ...(digest === 'MD5' ? {} : { signatureMethod: digest }),
    };
    expect(signYidun(parameters, secretKey, digest)).toBe(signature);
  });

  it('is correct for the anti-cheat', () => {
    const parameters = {
      account: '9f9d51bc70ef21ca5c14f307980a29d8',
      businessId: 'BIZ_REGISTER',
      ip: '203.0.113.7',
      nonce: '66666',
      secretId,
      timestamp: '1480395193000',
      token: 'wm-token-1',
      version: '300',
    };
    expect(signYidun(parameters, secretKey, 'MD5')).toBe('2cbfa85822caa1cdcba44761a983c954');
  });
});

it('matches the published sign_token of GeeTest', () => {
  expect(signGeetest('4dc3cfc2cdff448cad8d13107198d473', 'b09a7aafbfd83f73b35a9b530d0337bf')).toBe(
    'c99f3aa68104bdcd085f372dc6556a17a5a830a1a3d25125fb0010466977f3d8',
  );
});

describe.each(captchaProviders)('a proof of %s', (name) => {
  it('passes once, in time', async () => {
    const proof = proofOf(name, solve(name));
    expect(await ask(appOf(name), proof)).toMatchObject({ code: 200 });
    expect(await ask(appOf(name), proof)).toMatchObject({ code: 3008 });
    const late = proofOf(name, solve(name));
    app.clock.advance(21 * minute);
    expect(await ask(appOf(name), late)).toMatchObject({ code: 3008 });
    for (const forged of [
      {},
      { validate: 'x', token: 'x' },
      { validate: 1 },
      { lot_number: 'a', captcha_output: 'b', pass_token: 'c', gen_time: 'd' },
    ]) {
      expect(await ask(appOf(name), proofOf(name, forged))).toMatchObject({ code: 3008 });
    }
  });

  it('fails at the time limit of its service', async () => {
    const captcha = appOf(name).config.captcha;
    const settings = Object.values(captcha).find((one) => one?.provider === name);
    if (settings === undefined) throw new Error(`${name} is not configured`);
    simulators.services[name].faults.delayMs = 500;
    const impatient = openRemoteCaptcha({ ...settings, timeoutMs: 50 }, { clock: app.clock, log: { warn: () => undefined } });
    await expect(impatient.verify(solve(name), 'register')).rejects.toBeInstanceOf(CaptchaUnavailable);
  });

  it('never passes because the service is down or rejects our credentials: our own captcha replaces it', async () => {
    const { faults } = simulators.services[name];
    const ours = {
      yidun: ['430', '415', '419', '421'],
      geetest: ['-50000', '-50101'],
      turnstile: ['invalid-input-secret', 'internal-error'],
    }[name];
    const cases = [{ broken: 'error500' }, { broken: 'nonsense' }, { broken: 'cut' }, ...ours.map((error) => ({ error }))];
    for (const fault of cases) {
      Object.assign(faults, { delayMs: 0, broken: '', error: '' }, fault);
      const answer = await ask(appOf(name), proofOf(name, solve(name)));
      expect([fault, answer.code, answer.data]).toEqual([fault, 3008, { fallback: 'altcha' }]);
    }
    const on = appOf(name);
    const visitor = visitorOf(on, countryOf[name]);
    const standIn = await visitor.challenge('register');
    expect(standIn).toMatchObject({ parameters: { cost: 1, data: { standsInFor: name, most: 9 } } });
    expect(await visitor.send(await solveOwn(standIn))).toBe(200);
    Object.assign(faults, { broken: '', error: '' });
    on.clock.advance(minute / 2);
    expect(await visitor.challenge('register')).toMatchObject({ widget: { provider: name } });
  });
});

describe('more work than usual', () => {
  const fromChina = { country: 'CN' };

  /** A widget's answer, with the proof of an additional puzzle. */
  async function both(answer: Readonly<Record<string, string>>, puzzle: unknown): Promise<string> {
    const more: unknown = JSON.parse(Buffer.from(await solveOwn(puzzle), 'base64').toString());
    return Buffer.from(JSON.stringify({ provider: 'yidun', answer, more })).toString('base64');
  }

  /** The captchas of the app, as used by its use cases. */
  function captchas() {
    const { db, clock, config, wiring } = app;
    const own = createCaptcha({ db, clock, keyring: wiring.keyring });
    const log = { warn: () => undefined, error: () => undefined };
    const remotes = { CN: config.captcha.CN && openRemoteCaptcha(config.captcha.CN, { clock, log }), DE: undefined };
    return createCaptchas({ own, remotes, db, clock, log, limiter: wiring.http.limiter, rateFactor: 1 });
  }

  const verify = (validate: string, work: CaptchaWork) =>
    captchas()
      .verify(validate, 'register', fromChina, { work })
      .then(
        () => 'passed',
        (error: unknown) => (error instanceof Refusal ? [error.refusal, error.detail.data] : error),
      );

  it("is our puzzle in addition to the service's widget, never instead", async () => {
    const visitor = visitorOf(app, 'CN');
    const offer = await visitor.challenge('register', undefined, 8);
    expect(offer).toMatchObject({ widget: { provider: 'yidun' }, more: { parameters: { data: { work: 8, standsInFor: '' } } } });
    const { more } = offer as { more: Challenge };
    const elsewhere = await visitorOf(app, 'DE').challenge('reset', undefined, 8);
    const answer = solve('yidun');
    const needed = ['captchaFailed', { work: 8 }];
    expect(await verify(proofOf('yidun', answer), 8)).toEqual(needed);
    expect(await verify(await solveOwn(more), 8)).toEqual(needed);
    expect(await verify(await both(answer, elsewhere), 8)).toEqual(needed);
    // The service's answer was not spent by the refusal.
    const proof = await both(answer, more);
    expect(await verify(proof, 8)).toBe('passed');
    expect(await verify(proof, 8)).toEqual(needed);
    expect(
      await verify(
        await both({ validate: 'x', token: 'x' }, ((await visitor.challenge('register', undefined, 8)) as { more: unknown }).more),
        8,
      ),
    ).toEqual(['captchaFailed', undefined]);
  });

  it("also applies to the service's replacement", async () => {
    const visitor = visitorOf(app, 'CN');
    const usual = await solveOwn(await visitor.challenge('register', 'yidun'));
    const harder = await visitor.challenge('register', 'yidun', 4);
    expect(harder).toMatchObject({ parameters: { data: { standsInFor: 'yidun', work: 4, most: 33 } } });
    expect(await verify(usual, 4)).toEqual(['captchaFailed', { work: 4 }]);
    expect(await verify(await solveOwn(harder), 4)).toBe('passed');
  });

  it('is a power of two up to 256', async () => {
    const browser = app.newBrowser();
    for (const work of captchaWorks) {
      const { data } = await browser.get(`/captcha/challenge?scene=reset&work=${work}`);
      expect(data).toMatchObject({ parameters: { data: { work } } });
    }
    for (const work of ['0', '3', '512', '-2', '2.0', '', 'x', '2&work=4']) {
      expect([work, (await browser.get(`/captcha/challenge?scene=reset&work=${work}`)).code]).toEqual([work, 400]);
    }
  });
});

describe('the choice of the captcha', () => {
  it("depends on the visitor's region, and is our own on pages for passwords and deletions", async () => {
    const [inChina, elsewhere] = [visitorOf(app, 'CN'), visitorOf(app, 'DE')];
    expect(await inChina.challenge('register')).toEqual({
      widget: {
        provider: 'yidun',
        siteKey: '5a0e2d04ffa44caba3f740e6a8b0fa84',
        script: `${simulators.origin}/yidun/load.min.js`,
        antiCheat: {
          script: `${simulators.origin}/yidun/tool.min.js`,
          productNumber: 'YD00000000000001',
          businessId: 'simulated-business',
        },
      },
    });
    expect(await elsewhere.challenge('login')).toMatchObject({ widget: { provider: 'turnstile' } });
    for (const scene of ['reset', 'verify', 'bind', 'delete']) {
      expect(await inChina.challenge(scene)).toMatchObject({ parameters: { data: { standsInFor: '', most: 5 } } });
    }
  });

  it("is not the visitor's choice: our proof is refused where a service is assigned", async () => {
    const mixed = await buildTestApp({ config: { geoHeader: 'x-country', captcha: captchaOf({ CAPTCHA_ELSEWHERE: 'altcha' }) } });
    try {
      const [inChina, elsewhere] = [visitorOf(mixed, 'CN'), visitorOf(mixed, 'DE')];
      const [one, another] = [await elsewhere.challenge('register'), await elsewhere.challenge('register')];
      expect(await inChina.send(await solveOwn(one))).toBe(3008);
      expect(await elsewhere.send(await solveOwn(another))).toBe(200);
      // A replacement proof is valid where it was needed, in its scene and once.
      const standIn = await solveOwn(await inChina.challenge('register', 'yidun'));
      expect(await elsewhere.send(standIn)).toBe(3008);
      expect(await inChina.send(standIn, 'login')).toBe(3008);
      expect(await inChina.send(standIn)).toBe(200);
      expect(await inChina.send(standIn)).toBe(3008);
    } finally {
      await mixed.close();
    }
  });

  it('is our own and harder after a report of a failed widget, a few times an hour', async () => {
    const strict = await buildTestApp({ config: { geoHeader: 'x-country', captcha: captchaOf() } });
    try {
      const visitor = visitorOf(strict, 'CN');
      expect(await visitor.challenge('register', 'turnstile')).toMatchObject({ widget: { provider: 'yidun' } });
      for (let time = 0; time < 10; time += 1) {
        expect(await visitor.challenge('register', 'yidun')).toMatchObject({ parameters: { data: { standsInFor: 'yidun', most: 9 } } });
      }
      expect(await visitor.challenge('register', 'yidun')).toBe(3004);
      expect(await visitor.challenge('register')).toMatchObject({ widget: { provider: 'yidun' } });
    } finally {
      await strict.close();
    }
  });

  it("stays the service's regardless of visitors' input, and while the service is only over its limit", async () => {
    const visitor = visitorOf(app, 'CN');
    for (const validate of ['x', 'CN31_'.repeat(500), '\u0000', '{}']) {
      expect(await visitor.send(proofOf('yidun', { validate, token: 'x' }))).toBe(3008);
    }
    expect(await visitor.challenge('register')).toMatchObject({ widget: { provider: 'yidun' } });
    simulators.services.yidun.faults.error = '430';
    expect(await visitor.send(proofOf('yidun', solve('yidun')))).toBe(3008);
    expect(await visitor.challenge('register')).toMatchObject({ widget: { provider: 'yidun' } });
  });
});

it("refuses the constant of Yidun's widget during an outage as a proof", async () => {
  const validate = 'QjGAuvoHrcpuxlbw7cp4WnIbbjzG4rtSlpc7EDovNHQS';
  expect(await ask(app, proofOf('yidun', { ...solve('yidun'), validate }))).toMatchObject({ code: 3008 });
});

it('refuses an anti-cheat fraud with 1010, and passes suspects and outages', async () => {
  const { switches } = simulators.services.yidun.faults;
  for (const [name, code] of [
    ['block', 1010],
    ['observe', 200],
    ['antiCheatDown', 200],
  ] as const) {
    switches.clear();
    switches.add(name);
    expect([name, (await ask(app, proofOf('yidun', solve('yidun')))).code]).toEqual([name, code]);
  }
  const { validate } = solve('yidun');
  expect(await ask(app, proofOf('yidun', { validate }))).toMatchObject({ code: 3008 });
});

it('refuses an anti-cheat fraud at a registration with 3015, and nothing of the form is spent', async () => {
  const { switches } = simulators.services.yidun.faults;
  const browser = app.newBrowser();
  const phone = freshPhone();
  expect(await browser.post('/captcha/sms/send/register', { phone, validate: proofOf('yidun', solve('yidun')) })).toMatchObject({
    code: 200,
  });
  const form = { phone, code: await app.codeFor(phone), password: 'violet7-Harbour', region: 'CN', agreements: currentAgreements };
  const register = () => browser.post('/register/phone', { ...form, validate: proofOf('yidun', solve('yidun')) });
  switches.add('block');
  expect(await register()).toMatchObject({ status: 200, code: 3015 });
  switches.clear();
  expect(await register()).toMatchObject({ code: 200 });
});

it('accepts a Turnstile token for one host and one scene', async () => {
  expect(await ask(app, proofOf('turnstile', solve('turnstile', { hostname: 'evil.example' })))).toMatchObject({ code: 3008 });
  expect(await ask(app, proofOf('turnstile', solve('turnstile', { action: 'login' })))).toMatchObject({ code: 3008 });
});

it("handles Turnstile's test secrets for passed, failed and spent tokens", async () => {
  const { DE: settings } = app.config.captcha;
  if (settings?.provider !== 'turnstile') throw new Error('turnstile is not configured');
  const verdicts = ['1x', '2x', '3x'].map((kind) => {
    const captcha = openRemoteCaptcha(
      { ...settings, secret: settings.secret.replace(/^1x/, kind) },
      { clock: app.clock, log: { warn: () => undefined } },
    );
    return captcha.verify(solve('turnstile'), 'register');
  });
  expect(await Promise.all(verdicts)).toEqual(['passed', 'failed', 'failed']);
});

it('refuses the proof of an unconfigured service', async () => {
  expect(await ask(app, proofOf('geetest', solve('geetest')))).toMatchObject({ code: 3008 });
});

it('tells the web application the captcha of each region, and lets its pages load exactly those', async () => {
  const { data } = await app.newBrowser().get<{ captcha: unknown }>('/config.json');
  expect(data.captcha).toEqual({
    provider: 'altcha',
    challenge: '/api/captcha/challenge',
    remotes: [
      { region: 'CN', provider: 'yidun', siteKey: '5a0e2d04ffa44caba3f740e6a8b0fa84' },
      { region: 'DE', provider: 'turnstile', siteKey: '1x00000000000000000000AA' },
    ],
  });
});

it('gives a service two seconds for an answer', () => {
  expect(captchaOf()).toMatchObject({ CN: { timeoutMs: 2000 }, DE: { timeoutMs: 2000 } });
});

it.each([
  [{ YIDUN_SECRET_KEY: '' }, 'YIDUN_SECRET_KEY'],
  [{ TURNSTILE_SITE_KEY: '' }, 'TURNSTILE_SITE_KEY'],
  [{ CAPTCHA_CN: 'geetest', GEETEST_CAPTCHA_KEY: '' }, 'GEETEST_CAPTCHA_KEY'],
  [{ CAPTCHA_CN: 'recaptcha' }, 'CAPTCHA_CN'],
])('stops the start for %j and names the setting', (changes, setting) => {
  expect(() => captchaOf(changes)).toThrow(new RegExp(`^${setting} must`));
});
