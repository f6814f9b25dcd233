import { createHmac, hash } from 'node:crypto';
import { minute, second, type Clock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { parseObject, textOf } from '#server/platform/outbound/loose-json.ts';
import { json, noFaults, type SimulatedAnswer, type SimulatedRequest, type SimulatedService } from './simulated-http.ts';
import { escapeHtml, inBoth, page } from './simulated-page.ts';

/** A message accepted by a simulated provider. */
export interface TakenSms {
  /** As written by our side. */
  readonly to: string;
  /** The text, or the template's id and values. */
  readonly content: string;
  /** URL for delivery reports. */
  readonly reportTo?: string;
}

export interface SmsSimulator extends SimulatedService {
  /** Oldest first. */
  readonly taken: TakenSms[];
}

/** Required configuration of our side. */
export const aliyunAccount = { keyId: 'simulated-access-key', keySecret: 'simulated-access-secret', signName: '雪松' } as const;
export const tencentAccount = {
  secretId: 'simulated-secret-id',
  secretKey: 'simulated-secret-key',
  appId: '1400006666',
  signName: '雪松',
} as const;
export const twilioAccount = {
  accountSid: 'AC00000000000000000000000000000000',
  authToken: 'simulated-token',
  from: '+15005550006',
} as const;

const templateForm = /^(?:SMS_)?\d+$/;

function takenPage(name: string, taken: readonly TakenSms[]): SimulatedAnswer {
  const rows = taken.map(({ to, content }) => `<li><b>${escapeHtml(to)}</b> ${escapeHtml(content)}`).toReversed();
  const none = inBoth({ en: 'None yet.', zh: '暂无短信。' });
  return page(
    { en: `SMS taken by ${name}`, zh: `${name} 收到的短信` },
    `<section class="card">${rows.length === 0 ? none : `<ul>${rows.join('')}</ul>`}</section>`,
  );
}

/**
 * Alibaba Cloud SMS: checks the signature V3, each nonce once, 15 minutes of clock skew; refuses messages with HTTP
 * 200.
 */
export function createAliyunSimulator(clock: Clock): SmsSimulator {
  const taken: TakenSms[] = [];
  const nonces = new Set<string>();
  const faults = noFaults();

  function refuse(Code: string, status: number): SimulatedAnswer {
    return json({ Code, Message: 'simulated', RequestId: newId() }, status);
  }

  /** The gateway's own refusal; undefined for a valid request. */
  function gateway({ method, query, headers, body }: SimulatedRequest): SimulatedAnswer | undefined {
    const [, keyId, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=([^,]*),SignedHeaders=([^,]*),Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? [];
    if (keyId !== aliyunAccount.keyId) return refuse('InvalidAccessKeyId.NotFound', 404);
    const needed = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'];
    const isWhole = needed.every((name) => names.split(';').includes(name));
    const encode = (text: string) =>
      encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
    const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
    const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
    const bodyHash = hash('sha256', body, 'hex');
    const canonical = `${method}\n/\n${pairs.join('&')}\n${lines.join('')}\n${names}\n${bodyHash}`;
    const expected = createHmac('sha256', aliyunAccount.keySecret)
      .update(`ACS3-HMAC-SHA256\n${hash('sha256', canonical, 'hex')}`)
      .digest('hex');
    if (!isWhole || signature !== expected || headers['x-acs-content-sha256'] !== bodyHash) return refuse('SignatureDoesNotMatch', 400);
    const skew = Math.abs(Date.parse(String(headers['x-acs-date'])) - clock.now());
    if (!(skew <= 15 * minute)) return refuse('InvalidTimeStamp.Expired', 400);
    const nonce = String(headers['x-acs-signature-nonce']);
    if (nonces.has(nonce)) return refuse('SignatureNonceUsed', 400);
    nonces.add(nonce);
    return undefined;
  }

  return {
    taken,
    faults,
    switches: {},
    answer(request) {
      const { method, query } = request;
      if (method === 'GET') return takenPage('Alibaba Cloud', taken);
      const refused = gateway(request);
      if (refused !== undefined) return refused;
      if (query.get('SignName') !== aliyunAccount.signName) return refuse('isv.SMS_SIGNATURE_ILLEGAL', 200);
      if (!templateForm.test(query.get('TemplateCode') ?? '')) return refuse('isv.SMS_TEMPLATE_ILLEGAL', 200);
      if (parseObject(query.get('TemplateParam') ?? '') === undefined) return refuse('isv.INVALID_JSON_PARAM', 200);
      const to = query.get('PhoneNumbers') ?? '';
      if (!/^(?:\+?86|0086)?1[3-9]\d{9}$/.test(to)) return refuse('isv.MOBILE_NUMBER_ILLEGAL', 200);
      if (faults.error !== '') return refuse(faults.error, 200);
      taken.push({ to, content: `${query.get('TemplateCode')} ${query.get('TemplateParam')}` });
      return json({ Code: 'OK', Message: 'OK', RequestId: newId(), BizId: `${clock.now()}^0` });
    },
  };
}

/** Tencent Cloud SMS: checks TC3, five minutes of clock skew; refuses requests and numbers with HTTP 200, in two places. */
export function createTencentSimulator(clock: Clock): SmsSimulator {
  const taken: TakenSms[] = [];
  const faults = noFaults();

  function refuse(Code: string): SimulatedAnswer {
    return json({ Response: { Error: { Code, Message: 'simulated' }, RequestId: newId() } });
  }

  function answerFor(to: string, Code: string): SimulatedAnswer {
    const status = { SerialNo: newId(), PhoneNumber: to, Fee: 1, SessionContext: '', Code, Message: 'simulated', IsoCode: 'CN' };
    return json({ Response: { SendStatusSet: [status], RequestId: newId() } });
  }

  function gateway({ headers, body }: SimulatedRequest): SimulatedAnswer | undefined {
    const timestamp = Number(headers['x-tc-timestamp']);
    if (!(Math.abs(timestamp * second - clock.now()) <= 5 * minute)) return refuse('AuthFailure.SignatureExpire');
    const [, id, scope = '', names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]*)\/([^,]*), SignedHeaders=([^,]*), Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ??
      [];
    if (id !== tencentAccount.secretId) return refuse('AuthFailure.SecretIdNotFound');
    const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').toLowerCase()}\n`);
    const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${hash('sha256', body, 'hex')}`;
    const date = new Date(timestamp * second).toISOString().slice(0, 10);
    const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const key = sign(sign(sign(`TC3${tencentAccount.secretKey}`, date), 'sms'), 'tc3_request');
    const text = `TC3-HMAC-SHA256\n${timestamp}\n${date}/sms/tc3_request\n${hash('sha256', canonical, 'hex')}`;
    const isSigned = ['content-type', 'host'].every((name) => names.split(';').includes(name));
    const isRight = isSigned && scope === `${date}/sms/tc3_request` && sign(key, text).toString('hex') === signature;
    return isRight ? undefined : refuse('AuthFailure.SignatureFailure');
  }

  return {
    taken,
    faults,
    switches: {},
    answer(request) {
      if (request.method === 'GET') return takenPage('Tencent Cloud', taken);
      const { headers } = request;
      const refused = gateway(request);
      if (refused !== undefined) return refused;
      const isAction = headers['x-tc-action'] === 'SendSms' && headers['x-tc-version'] === '2021-01-11';
      if (!isAction || headers['x-tc-region'] === undefined) return refuse('InvalidAction');
      const message = parseObject(request.body);
      if (textOf(message, 'SmsSdkAppId') !== tencentAccount.appId) return refuse('UnauthorizedOperation.SmsSdkAppIdVerifyFail');
      if (textOf(message, 'SignName') !== tencentAccount.signName) return refuse('FailedOperation.SignatureIncorrectOrUnapproved');
      const { PhoneNumberSet: numbers, TemplateParamSet: params } = message ?? {};
      const to = Array.isArray(numbers) && numbers.length === 1 ? String(numbers[0]) : '';
      if (!/^\+861[3-9]\d{9}$/.test(to)) return answerFor(to, 'InvalidParameterValue.IncorrectPhoneNumber');
      if (!templateForm.test(textOf(message, 'TemplateId') ?? '')) return refuse('FailedOperation.TemplateIncorrectOrUnapproved');
      if (!Array.isArray(params) || !params.every((param) => typeof param === 'string')) return refuse('InvalidParameter');
      const { error } = faults;
      const isOfNumber = /^(?:LimitExceeded\.Phone|FailedOperation\.PhoneNumber|InvalidParameterValue\.IncorrectPhone)/.test(error);
      if (error !== '') return isOfNumber ? answerFor(to, error) : refuse(error);
      taken.push({ to, content: `${textOf(message, 'TemplateId')} ${params.join(' ')}` });
      return answerFor(to, 'Ok');
    },
  };
}

/** Numbers of Twilio's test credentials, with the error of each. */
const magicNumbers: Readonly<Record<string, number>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
};

/** A report in the form that Twilio posts to `reportTo`. */
export function twilioReport(
  reportTo: string,
  values: Readonly<Record<string, string>>,
): { readonly headers: Readonly<Record<string, string>>; readonly payload: string } {
  const form = { AccountSid: twilioAccount.accountSid, ApiVersion: '2010-04-01', ...values };
  const text = Object.entries(form)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .reduce((all, [name, value]) => all + name + value, reportTo);
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': createHmac('sha1', twilioAccount.authToken).update(text).digest('base64'),
    },
    payload: new URLSearchParams(form).toString(),
  };
}

/** Twilio Programmable Messaging: HTTP Basic, 201 with a sid, 4xx with a number. */
export function createTwilioSimulator(): SmsSimulator {
  const taken: TakenSms[] = [];
  const faults = noFaults();

  function refuse(code: number, status = 400): SimulatedAnswer {
    return json({ code, message: 'simulated', more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status);
  }

  return {
    taken,
    faults,
    switches: {},
    answer({ method, path, headers, body }) {
      if (method === 'GET') return takenPage('Twilio', taken);
      const { accountSid, authToken, from } = twilioAccount;
      const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
      if (headers.authorization !== basic) return refuse(20003, 401);
      if (path === `/2010-04-01/Accounts/${accountSid}/Messages`)
        return { type: 'application/xml', status: 201, body: '<TwilioResponse/>' };
      if (path !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return refuse(20404, 404);
      const form = new URLSearchParams(body);
      const [to, text] = [form.get('To') ?? '', form.get('Body') ?? ''];
      if (form.get('From') !== from) return refuse(21606);
      if (faults.error !== '') return refuse(Number(faults.error), faults.error === '20429' ? 429 : 400);
      const magic = magicNumbers[to];
      if (magic !== undefined || !/^\+[1-9]\d{6,14}$/.test(to)) return refuse(magic ?? 21211);
      if (text === '' || text.length > 1600) return refuse(21617);
      const reportTo = form.get('StatusCallback');
      taken.push({ to, content: text, ...(reportTo === null ? {} : { reportTo }) });
      return json(
        { sid: `SM${newId()}`, status: 'queued', to, from, body: text, num_segments: '1', direction: 'outbound-api', error_code: null },
        201,
      );
    },
  };
}
