// @one-database
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import { minute } from '#server/platform/clock.ts';
import { Undeliverable } from '#server/platform/sending/outbox/undeliverable.ts';
import { smsEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators, type Simulators, type SmsServiceName } from '#simulators/simulators.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';
import { testClock } from '#server/testing/server/test-core.ts';
import { freshPhone } from '#server/testing/people/people.ts';
import { signAcs3 } from './acs3-signature.ts';
import { openSmsProvider } from './open-sms.ts';
import { createProviderSms } from './provider-sms.ts';
import { smsAtATime, type SmsMessage } from './sms.ts';
import { SmsError, type SmsProvider } from './sms-provider.ts';
import { signTc3 } from './tc3-signature.ts';
import { isSignedByTwilio, signTwilio } from './twilio-signature.ts';
import { ownContacts } from '#server/testing/server/own-contacts.ts';

let simulators: Simulators;
let folder: string;
let config: Config;
const clock = testClock();
const names: readonly SmsServiceName[] = ['aliyun', 'tencent', 'twilio'];

beforeAll(async () => {
  simulators = await startSimulators({ clock });
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-sms-'));
  config = load({});
});

afterEach(() => {
  for (const name of names) {
    const { faults, taken } = simulators.services[name];
    Object.assign(faults, { delayMs: 0, broken: '', error: '' });
    taken.length = 0;
  }
});

afterAll(async () => {
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

function load(changes: Readonly<Record<string, string>>): Config {
  const loaded = loadConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...smsEnvironment(simulators.origin), ...changes });
  return { ...loaded, sms: { ...loaded.sms, providers: loaded.sms.providers.map((one) => ({ ...one, timeoutMs: 1000 })) } };
}

const message: SmsMessage = {
  to: '13900000000',
  scene: 'login',
  language: 'zh_CN',
  text: '【雪松账号】验证码 123456',
  code: '123456',
  values: { code: '123456', minutes: '10' },
};

function provider(name: SmsServiceName, changes: Partial<Config> = {}, at = clock) {
  const settings = { ...config, ...changes }.sms.providers.find((one) => one.name === name);
  if (settings === undefined) throw new Error(`${name} is not configured`);
  return openSmsProvider(settings, at);
}

/** The provider's refusal. */
async function refusal(name: SmsServiceName, changes: Partial<SmsMessage> = {}, at = clock): Promise<SmsError> {
  const error: unknown = await provider(name, {}, at)
    .send({ ...message, ...changes }, 'id')
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  if (!(error instanceof SmsError)) throw new Error(`${name} did not refuse`);
  return error;
}

const lines: unknown[] = [];
const log = { warn: (line: object) => lines.push(line), error: (line: object) => lines.push(line) } as unknown as Parameters<
  typeof createProviderSms
>[0]['log'];

function sender() {
  return createProviderSms({ providers: names.map((name) => provider(name)), log });
}

const takenBy = () => names.map((name) => simulators.services[name].taken.length);

describe('the signature of Alibaba Cloud (ACS3-HMAC-SHA256)', () => {
  const common = { method: 'POST', nonce: '3156853299f313e23d1673dc12e1703d', body: '' };
  const account = { keyId: 'YourAccessKeyId', keySecret: 'YourAccessKeySecret' };

  it('matches the published example', () => {
    const query = { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' };
    const call = { host: 'ecs.cn-shanghai.aliyuncs.com', action: 'RunInstances', version: '2014-05-26', date: '2023-10-26T10:22:32Z' };
    expect(signAcs3({ ...common, ...call, query }, account)).toMatchObject({
      requestHash: '7ea06492da5221eba5297e897ce16e55f964061054b7695beedaac1145b1e259',
      signature: '06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    });
  });

  it('is correct for SendSms with Chinese text', () => {
    const query = {
      TemplateParam: '{"code":"123456"}',
      PhoneNumbers: '13900000000',
      SignName: '阿里云短信测试',
      TemplateCode: 'SMS_154950909',
    };
    const call = { host: 'dysmsapi.aliyuncs.com', action: 'SendSms', version: '2017-05-25', date: '2026-11-20T08:00:00Z' };
    expect(signAcs3({ ...common, ...call, query }, account)).toMatchObject({
      requestHash: '693f7dacb0f3e664c068d44cb57c42273903c136ef1a61e1ce840b67ebe338d5',
      signature: 'b1cd30756eccca31d250ed07875d9909f1a9d0a43a921eda3332023be19a9a69',
    });
  });
});

describe('the signature of Tencent Cloud (TC3-HMAC-SHA256)', () => {
  const account = { secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' };
  const json = 'application/json; charset=utf-8';

  it('matches the published example', () => {
    const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
    expect(
      signTc3({ service: 'cvm', host: 'cvm.tencentcloudapi.com', contentType: json, timestamp: 1_551_113_065, body }, account),
    ).toMatchObject({
      requestHash: '5ffe6a04c0664d6b969fab9a13bdab201d63ee709638e2749d62a09ca18d7031',
      signature: '72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    });
  });

  it('matches the SDK’s own test', () => {
    const body = '{"Action":"DescribeInstances","Version":"2017-03-12"}';
    const call = { service: 'cvm', host: 'cvm.tencentcloudapi.com', contentType: 'application/json', timestamp: 1_640_995_200, body };
    expect(signTc3(call, { secretId: 'x', secretKey: 'test-secret-key' }).signature).toBe(
      '96473b50fe407833672a5d6d067238d88bb44c8abcc39ef83baa3132afbfadd3',
    );
  });

  it('is correct for SendSms with a signed action', () => {
    const body =
      '{"PhoneNumberSet":["+8613900000000"],"SmsSdkAppId":"1400006666","TemplateId":"1110","SignName":"腾讯云","TemplateParamSet":["123456"]}';
    const call = { service: 'sms', host: 'sms.tencentcloudapi.com', contentType: json, action: 'SendSms', timestamp: 1_795_161_600, body };
    expect(signTc3(call, account)).toMatchObject({
      requestHash: '78f4fb0f4883432f6c677d39c895aaee08a6600eb2c14cb703b05a2f9294c3dd',
      signature: 'c419e2e39fe92bdd6e57b89a568b8a492eb77beab4e339fb62a042c4e46cf118',
    });
  });
});

describe('the signature of Twilio’s reports', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const formFrom = (number: string) =>
    new URLSearchParams({ CallSid: 'CA1234567890ABCDE', Caller: number, Digits: '1234', From: number, To: '+18005551212' });

  it.each([
    ['+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ['+12349013030', '0/KCTR6DLpKmkAf8muzZqo1nDgQ='],
  ])('matches the published example for %s', (number, signature) => {
    expect(signTwilio(url, formFrom(number), '12345')).toBe(signature);
    const report = { url, form: formFrom(number), authToken: '12345' };
    expect(isSignedByTwilio(signature, report)).toBe(true);
    expect(isSignedByTwilio(signature, { ...report, url: `${url}&x=1` })).toBe(false);
    expect(isSignedByTwilio(signature, { ...report, authToken: '12346' })).toBe(false);
    expect(isSignedByTwilio('', report)).toBe(false);
  });
});

describe('a message', () => {
  it('is accepted by each provider, in its own format', async () => {
    for (const name of names) await provider(name).send(message, 'id');
    await provider('aliyun').send({ ...message, language: 'en_US' }, 'id');
    expect(simulators.services.aliyun.taken).toEqual([
      { to: '13900000000', content: 'SMS_154950909 {"code":"123456"}' },
      { to: '13900000000', content: 'SMS_154950910 {"code":"123456","minutes":"10"}' },
    ]);
    expect(simulators.services.tencent.taken).toEqual([{ to: '+8613900000000', content: '1110 123456 10' }]);
    const reportTo = `${config.publicUrl}/callbacks/twilio/id`;
    expect(simulators.services.twilio.taken).toEqual([{ to: '+8613900000000', content: message.text, reportTo }]);
  });

  it.each([
    ['aliyun', 'isv.BUSINESS_LIMIT_CONTROL', 'person', 'tooMany'],
    ['aliyun', 'isv.DAY_LIMIT_CONTROL', 'person', 'tooMany'],
    ['aliyun', 'isv.MOBILE_NUMBER_ILLEGAL', 'person', 'wrongTarget'],
    ['aliyun', 'isv.BLACK_KEY_CONTROL_LIMIT', 'person', 'blocked'],
    ['aliyun', 'isv.AMOUNT_NOT_ENOUGH', 'provider', 'notTaken'],
    ['aliyun', 'isv.SMS_TEMPLATE_ILLEGAL', 'provider', 'notTaken'],
    ['aliyun', 'isv.MONTH_LIMIT_CONTROL', 'provider', 'notTaken'],
    ['aliyun', 'isv.SMS_SIGNATURE_ILLEGAL', 'provider', 'notTaken'],
    ['aliyun', 'isv.ACCOUNT_ABNORMAL', 'provider', 'notTaken'],
    ['aliyun', 'isv.DENY_IP_RANGE', 'provider', 'notTaken'],
    ['aliyun', 'isp.RAM_PERMISSION_DENY', 'provider', 'notTaken'],
    ['aliyun', 'Throttling.User', 'provider', 'notTaken'],
    ['aliyun', 'isp.SYSTEM_ERROR', 'uncertain', undefined],
    ['tencent', 'LimitExceeded.PhoneNumberThirtySecondLimit', 'person', 'tooMany'],
    ['tencent', 'LimitExceeded.PhoneNumberOneHourLimit', 'person', 'tooMany'],
    ['tencent', 'LimitExceeded.PhoneNumberSameContentDailyLimit', 'person', 'tooMany'],
    ['tencent', 'LimitExceeded.DeliveryFrequencyLimit', 'person', 'tooMany'],
    ['tencent', 'LimitExceeded.DailyLimit', 'provider', 'notTaken'],
    ['tencent', 'UnauthorizedOperation.SerivceSuspendDueToArrears', 'provider', 'notTaken'],
    ['tencent', 'FailedOperation.SignatureIncorrectOrUnapproved', 'provider', 'notTaken'],
    ['tencent', 'RequestLimitExceeded', 'provider', 'notTaken'],
    ['tencent', 'LimitExceeded.PhoneNumberDailyLimit', 'person', 'tooMany'],
    ['tencent', 'LimitExceeded.AppDailyLimit', 'provider', 'notTaken'],
    ['tencent', 'InvalidParameterValue.IncorrectPhoneNumber', 'person', 'wrongTarget'],
    ['tencent', 'FailedOperation.PhoneNumberInBlacklist', 'person', 'blocked'],
    ['tencent', 'FailedOperation.InsufficientBalanceInSmsPackage', 'provider', 'notTaken'],
    ['tencent', 'InternalError.Timeout', 'uncertain', undefined],
    ['twilio', '21211', 'person', 'wrongTarget'],
    ['twilio', '21614', 'person', 'wrongTarget'],
    ['twilio', '21610', 'person', 'blocked'],
    ['twilio', '20429', 'provider', 'notTaken'],
    ['twilio', '21408', 'provider', 'notTaken'],
    ['twilio', '21606', 'provider', 'notTaken'],
    ['twilio', '21611', 'provider', 'notTaken'],
    ['twilio', '21612', 'provider', 'notTaken'],
  ] as const)('with a refusal by %s (%s) counts as a matter of the %s', async (name, error, verdict, failure) => {
    simulators.services[name].faults.error = error;
    expect(await refusal(name)).toMatchObject({ verdict, failure, providerCode: error });
    expect(takenBy()).toEqual([0, 0, 0]);
  });

  it.each(names)('without an answer from %s is uncertain: cut off, late, an error page, nonsense', async (name) => {
    const { faults } = simulators.services[name];
    for (const fault of [{ broken: 'cut' }, { broken: 'error500' }, { broken: 'nonsense' }, { delayMs: 1200 }] as const) {
      Object.assign(faults, { broken: '', delayMs: 0 }, fault);
      expect([fault, (await refusal(name)).verdict]).toEqual([fault, 'uncertain']);
    }
  });

  it('is refused by a provider with a different clock, or with a repeated nonce', async () => {
    const late = { wall: () => clock.now() - 16 * minute };
    expect(await refusal('aliyun', {}, { ...clock, ...late })).toMatchObject({
      providerCode: 'InvalidTimeStamp.Expired',
      verdict: 'provider',
    });
    expect(await refusal('tencent', {}, { ...clock, ...late })).toMatchObject({
      providerCode: 'AuthFailure.SignatureExpire',
      verdict: 'provider',
    });
    const query = { PhoneNumbers: '1' };
    const { host } = new URL(simulators.origin);
    const date = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
    const call = { host, query, date, method: 'POST', action: 'SendSms', version: '2017-05-25', nonce: 'the-same', body: '' };
    const { headers } = signAcs3(call, { keyId: 'simulated-access-key', keySecret: 'simulated-access-secret' });
    const send = async () => (await fetch(`${simulators.origin}/aliyun/?PhoneNumbers=1`, { method: 'POST', headers })).json();
    expect(await send()).not.toMatchObject({ Code: 'SignatureNonceUsed' });
    expect(await send()).toMatchObject({ Code: 'SignatureNonceUsed' });
  });
});

describe('several providers', () => {
  it('are asked one after the other, until one accepts the message', async () => {
    await sender().send(message, 'id');
    expect(takenBy()).toEqual([1, 0, 0]);
    simulators.services.aliyun.faults.error = 'isv.AMOUNT_NOT_ENOUGH';
    await sender().send(message, 'id');
    expect(takenBy()).toEqual([1, 1, 0]);
    simulators.services.tencent.faults.error = 'FailedOperation.TemplateIncorrectOrUnapproved';
    await sender().send(message, 'id');
    expect(takenBy()).toEqual([1, 1, 1]);
    simulators.services.twilio.faults.error = '20003';
    await expect(sender().send(message, 'id')).rejects.toThrow('provider');
  });

  it('keep half of the places for the others while one does not answer', async () => {
    const silent = Promise.withResolvers<void>();
    const taken = { silent: 0, next: 0 };
    const answering = (name: 'silent' | 'next', answer: () => Promise<void>): SmsProvider => ({
      name,
      canSend: () => true,
      send() {
        taken[name] += 1;
        return answer();
      },
    });
    const providers = [answering('silent', () => silent.promise), answering('next', () => Promise.resolve())];
    const sms = createProviderSms({ providers, log });
    const half = () => Array.from({ length: smsAtATime / 2 }, () => sms.send(message, 'id'));
    const held = half();
    await Promise.all(half());
    await Promise.all(half());
    expect(taken).toEqual({ silent: smsAtATime / 2, next: smsAtATime });
    silent.resolve();
    await Promise.all(held);
    await sms.send(message, 'id');
    expect(taken.silent).toBe(smsAtATime / 2 + 1);
  });

  it('are not asked again for a message that may have left, or that no number should get', async () => {
    for (const fault of [{ broken: 'cut' }, { delayMs: 1200 }, { broken: 'error500' }, { error: 'isv.BUSINESS_LIMIT_CONTROL' }] as const) {
      const { faults, taken } = simulators.services.aliyun;
      Object.assign(faults, { broken: '', delayMs: 0, error: '' }, fault);
      taken.length = 0;
      const failure = await sender()
        .send(message, 'id')
        .catch((error: unknown) => (error instanceof Undeliverable ? error.failure : error));
      expect(failure).toBe('error' in fault ? 'tooMany' : 'uncertain');
      expect(takenBy().slice(1)).toEqual([0, 0]);
      expect(taken.length).toBeLessThanOrEqual(1);
    }
  });

  it('are skipped without a template; a message without any provider is dropped', async () => {
    const { code: _code, ...notice } = message;
    await sender().send({ ...notice, scene: 'passwordChanged' }, 'id');
    expect(takenBy()).toEqual([0, 0, 1]);
    const without = createProviderSms({ providers: [provider('aliyun')], log });
    await expect(without.send({ ...notice, scene: 'passwordChanged' }, 'id')).rejects.toBeInstanceOf(Undeliverable);
    expect(takenBy()).toEqual([0, 0, 1]);
  });

  it('are skipped while unreachable', async () => {
    const [first, second] = [load({ ALIYUN_SMS_URL: 'http://127.0.0.1:47291' }).sms, config.sms];
    const both = [first.providers[0], second.providers[1]].flatMap((one) => (one === undefined ? [] : [openSmsProvider(one, clock)]));
    await createProviderSms({ providers: both, log }).send(message, 'id');
    expect(takenBy()).toEqual([0, 1, 0]);
  });
});

describe('the server', () => {
  it.each([
    ['takes it and breaks off', { broken: 'cut' }, [1, 0, 0]],
    ['takes it and answers too late', { delayMs: 1200 }, [1, 0, 0]],
    ['answers with an error page', { broken: 'nonsense' }, [0, 0, 0]],
    ['fails', { broken: 'error500' }, [0, 0, 0]],
    ['refuses the number', { error: 'isv.MOBILE_NUMBER_ILLEGAL' }, [0, 0, 0]],
    ['has no money of ours left', { error: 'isv.AMOUNT_NOT_ENOUGH' }, [0, 1, 0]],
  ] as const)(
    'whose first provider %s sends a code once at most, and uses another only after a clear refusal',
    async (_what, fault, taken) => {
      await using stack = new AsyncDisposableStack();
      const app = await buildTestApp({ now: clock.now(), config: { sms: config.sms } });
      stack.defer(() => app.close());
      Object.assign(simulators.services.aliyun.faults, fault);
      const browser = app.newBrowser();
      const phone = freshPhone();
      const sent = await browser.post('/captcha/sms/send/register', { phone, validate: await browser.solveCaptcha('register') });
      expect(sent).toMatchObject({ code: 200, data: { cd: 60 } });
      await app.wiring.jobs.outbox.drain();
      Object.assign(simulators.services.aliyun.faults, { broken: '', delayMs: 0, error: '' });
      for (let later = 0; later < 3; later += 1) {
        app.clock.advance(minute);
        await app.wiring.jobs.outbox.drain();
      }
      expect(takenBy()).toEqual(taken);
    },
  );

  it("stops sending codes when the day's budget is used up", async () => {
    await using stack = new AsyncDisposableStack();
    const app = await buildTestApp({ now: clock.now(), config: { sms: { ...config.sms, dailyBudget: 5 } } });
    stack.defer(() => app.close());
    const codes: number[] = [];
    // Three are for strangers.
    for (let tries = 0; tries < 4; tries += 1) {
      const browser = app.newBrowser();
      const validate = await browser.solveCaptcha('register');
      codes.push((await browser.post('/captcha/sms/send/register', { phone: freshPhone(), validate })).code);
      await app.wiring.jobs.outbox.drain();
    }
    expect(codes).toEqual([200, 200, 200, 1011]);
  });
});

describe('the configuration of SMS', () => {
  it.each([
    [{ SMS_ADAPTER: 'aliyun,carrier-pigeon' }, 'SMS_ADAPTER'],
    [{ SMS_ADAPTER: 'aliyun,aliyun' }, 'SMS_ADAPTER'],
    [{ ALIYUN_SMS_KEY_SECRET: '' }, 'ALIYUN_SMS_KEY_SECRET'],
    [{ ALIYUN_SMS_TEMPLATES: '{"notice":{"id":"SMS_1"}}' }, 'ALIYUN_SMS_TEMPLATES'],
    [{ TENCENT_SMS_TEMPLATES: 'SMS_1' }, 'TENCENT_SMS_TEMPLATES'],
    [{ TENCENT_SMS_TEMPLATES: '{"code":{"id":"1","params":[1]}}' }, 'TENCENT_SMS_TEMPLATES'],
    [{ TWILIO_FROM: '12345' }, 'TWILIO_FROM'],
    [{ ALIYUN_SMS_URL: 'ftp://example.com' }, 'ALIYUN_SMS_URL'],
    [{ SMS_DAILY_BUDGET: '0' }, 'SMS_DAILY_BUDGET'],
  ])('stops the start for %j and names the setting', (changes, setting) => {
    expect(() => load(changes)).toThrow(new RegExp(`^${setting} must`));
  });

  it('sends no secret in clear text in production', () => {
    const production = {
      NODE_ENV: 'production',
      SIMULATORS_URL: '',
      TWILIO_URL: 'http://sms.example.com',
      PUBLIC_URL: 'https://id.example.com',
      SECRET_KEY: 'kJ3x9QmZ7vR2tY5wB8nC1dF4gH6jL0pS+uE/aI-oMqs=',
    };
    const mail = { ...ownContacts, MAIL_ADAPTER: 'smtp', SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'no-reply@example.com' };
    expect(() => load({ ...production, ...mail })).toThrow('must start with https://');
  });
});
