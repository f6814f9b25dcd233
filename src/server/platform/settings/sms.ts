import { second } from '#server/platform/clock.ts';
import { isObject, parseObject, textOf } from '#server/platform/outbound/loose-json.ts';
import type { SmsProviderSettings } from '#server/platform/sending/sms/open-sms.ts';
import type { SmsTemplate, SmsTemplates } from '#server/platform/sending/sms/sms-provider.ts';
import { twilioReports } from '#server/platform/sending/sms/twilio-signature.ts';
import { integer, oneOf, serviceUrl, text } from './parsers.ts';
import { ownAddress, serviceAddress } from './services.ts';
import { reader, type Parser, type Reader, type Settings, type Site, type Source } from './setting.ts';

/** Only `outbox`, only `off`, or providers in order of preference. */
const adapter: Parser<'outbox' | 'off' | readonly SmsProviderSettings['name'][]> = {
  type: 'outbox, off, or some of aliyun, tencent, twilio, comma-separated',
  parse(value, { production, refusal }) {
    const words = value.split(',').map((word) => word.trim());
    const [only] = words;
    if (words.length === 1 && (only === 'outbox' || only === 'off')) {
      if (only === 'outbox' && production) throw refusal('must not be outbox in production: the outbox shows every code.');
      return only;
    }
    if (new Set(words).size < words.length) throw refusal('must name each provider once.');
    return words.map((word) => {
      if (word === 'aliyun' || word === 'tencent' || word === 'twilio') return word;
      throw refusal(`must be outbox, off or a list of aliyun, tencent and twilio, not '${word}'.`);
    });
  },
};

const smsTemplates: Parser<SmsTemplates> = {
  type: 'JSON object',
  parse(value, { refusal }) {
    const wrong = refusal('must be a JSON object of {"<scene>": {"id": "…", "params": ["code"]}} with an entry `code`.');
    const found = parseObject(value);
    if (found === undefined) throw wrong;
    const templates = Object.entries(found).map(([scene, given]): [string, SmsTemplate] => {
      const template = isObject(given) ? given : undefined;
      const id = textOf(template, 'id');
      const params: unknown = template?.['params'] ?? ['code'];
      if (id === undefined || !Array.isArray(params) || !params.every((param) => typeof param === 'string')) throw wrong;
      return [scene, { id, params }];
    });
    if (!templates.some(([scene]) => scene === 'code')) throw wrong;
    return Object.fromEntries(templates);
  },
};

const twilioSender: Parser<string> = {
  type: 'text',
  parse(value, { refusal }) {
    if (/^(?:\+[1-9]\d{4,14}|MG\w{32})$/.test(value)) return value;
    throw refusal(`must be a number with its country code or a messaging service, not '${value}'.`);
  },
};

export const smsSettings = {
  SMS_ADAPTER: {
    parser: adapter,
    default: 'outbox',
    meaning:
      'How SMS leave. outbox shows them at /dev/outbox and is refused in production; off answers 1008 to every request for a code. When a provider refuses, the next is asked.',
  },
  SMS_DAILY_BUDGET: {
    parser: integer(1, 100_000_000),
    unit: 'codes',
    default: '20000',
    meaning:
      'How many codes leave by SMS in a day; strangers get at most 60 % of them. Beyond it, the answer is 1011. Notices have a separate budget.',
  },
  SMS_LINKS: {
    parser: oneOf('on', 'off'),
    default: 'on',
    meaning:
      'Whether SMS may carry links. With off a notice names the page that freezes, and the receipt of a deletion leaves only by mail.',
  },
  ALIYUN_SMS_URL: {
    parser: serviceUrl,
    default: ownAddress('aliyun'),
    meaning: 'The endpoint of Alibaba Cloud SMS; accounts abroad have one for each region.',
  },
  ALIYUN_SMS_KEY_ID: { parser: text, needed: true, meaning: 'The access key of Alibaba Cloud.' },
  ALIYUN_SMS_KEY_SECRET: { parser: text, needed: true, meaning: 'The secret of ALIYUN_SMS_KEY_ID.' },
  ALIYUN_SMS_SIGN: { parser: text, needed: true, meaning: 'The approved signature, without 【】.' },
  ALIYUN_SMS_TEMPLATES: {
    parser: smsTemplates,
    needed: true,
    meaning:
      'The approved templates by scene, or by `code` and `notice` for all other scenes, with the values that each takes: `{"code": {"id": "SMS_1", "params": ["code"]}}`; a language may follow the scene: `code:en_US`. A message without a template is not sent.',
  },
  TENCENT_SMS_URL: {
    parser: serviceUrl,
    default: ownAddress('tencent'),
    meaning: 'The endpoint of Tencent Cloud SMS; accounts abroad have another one.',
  },
  TENCENT_SMS_SECRET_ID: { parser: text, needed: true, meaning: 'The API key of Tencent Cloud.' },
  TENCENT_SMS_SECRET_KEY: { parser: text, needed: true, meaning: 'The secret of TENCENT_SMS_SECRET_ID.' },
  TENCENT_SMS_REGION: { parser: text, default: 'ap-guangzhou', meaning: 'The region of Tencent Cloud SMS.' },
  TENCENT_SMS_APP_ID: { parser: text, needed: true, meaning: 'The SMS application (SdkAppId).' },
  TENCENT_SMS_SIGN: { parser: text, needed: true, meaning: 'The approved signature, without 【】.' },
  TENCENT_SMS_TEMPLATES: { parser: smsTemplates, needed: true, meaning: 'As ALIYUN_SMS_TEMPLATES; the values are taken in their order.' },
  TWILIO_URL: {
    parser: serviceUrl,
    default: ownAddress('twilio'),
    meaning: 'The address of Twilio, such as https://api.dublin.ie1.twilio.com for data that stays in Ireland.',
  },
  TWILIO_ACCOUNT_SID: { parser: text, needed: true, meaning: 'The account at Twilio (AC…).' },
  TWILIO_AUTH_TOKEN: { parser: text, needed: true, meaning: 'The token of TWILIO_ACCOUNT_SID.' },
  TWILIO_FROM: {
    parser: twilioSender,
    needed: true,
    meaning: 'The sender: a number with its country code (+…) or a messaging service (MG…).',
  },
} as const satisfies Settings;

/** A message that took longer counts as sent and is never sent again. */
const timeoutMs = 5 * second;

export interface SmsConfig {
  readonly sms: {
    readonly adapter: 'outbox' | 'off' | 'providers';
    /** In order of preference; empty unless the adapter is `providers`. */
    readonly providers: readonly SmsProviderSettings[];
    /** Codes per day, over all numbers. */
    readonly dailyBudget: number;
    /** Whether SMS may carry links. */
    readonly links: boolean;
  };
}

export function readSms(source: Source, site: Site): SmsConfig {
  const read = reader(smsSettings, source, site);
  const given = read('SMS_ADAPTER');
  const rest = { dailyBudget: read('SMS_DAILY_BUDGET'), links: read('SMS_LINKS') === 'on' };
  if (typeof given === 'string') return { sms: { adapter: given, providers: [], ...rest } };
  return { sms: { adapter: 'providers', providers: given.map((name) => readProvider(read, site, name)), ...rest } };
}

function readProvider(read: Reader<typeof smsSettings>, site: Site, name: SmsProviderSettings['name']): SmsProviderSettings {
  const addressOf = (setting: 'ALIYUN_SMS_URL' | 'TENCENT_SMS_URL' | 'TWILIO_URL') =>
    read.isSet(setting) ? read(setting) : serviceAddress(name, site);
  switch (name) {
    case 'aliyun':
      return {
        name,
        url: addressOf('ALIYUN_SMS_URL'),
        timeoutMs,
        keyId: read('ALIYUN_SMS_KEY_ID'),
        keySecret: read('ALIYUN_SMS_KEY_SECRET'),
        signName: read('ALIYUN_SMS_SIGN'),
        templates: read('ALIYUN_SMS_TEMPLATES'),
      };
    case 'tencent':
      return {
        name,
        url: addressOf('TENCENT_SMS_URL'),
        timeoutMs,
        secretId: read('TENCENT_SMS_SECRET_ID'),
        secretKey: read('TENCENT_SMS_SECRET_KEY'),
        region: read('TENCENT_SMS_REGION'),
        appId: read('TENCENT_SMS_APP_ID'),
        signName: read('TENCENT_SMS_SIGN'),
        templates: read('TENCENT_SMS_TEMPLATES'),
      };
    case 'twilio': {
      const from = read('TWILIO_FROM');
      const url = addressOf('TWILIO_URL');
      // Twilio reports only to public URLs; a simulator on this machine reaches any.
      const isReached = site.publicUrl.startsWith('https:') || url.startsWith('http:');
      return {
        name,
        url,
        timeoutMs,
        accountSid: read('TWILIO_ACCOUNT_SID'),
        authToken: read('TWILIO_AUTH_TOKEN'),
        from,
        reportTo: isReached ? `${site.publicUrl}${twilioReports}` : undefined,
      };
    }
  }
}
