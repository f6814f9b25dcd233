import type { WallClock } from '#server/platform/clock.ts';
import { isObject, readForeign, textOf, type LooseObject } from '#server/platform/outbound/loose-json.ts';
import {
  askProvider,
  blocked,
  misconfigured,
  templateFor,
  templateValues,
  tooMany,
  uncertain,
  wrongNumber,
  type SmsError,
  type SmsProvider,
  type SmsTemplates,
} from './sms-provider.ts';
import { signTc3 } from './tc3-signature.ts';

export interface TencentSmsSettings {
  readonly url: string;
  /** Milliseconds for one message. */
  readonly timeoutMs: number;
  readonly secretId: string;
  readonly secretKey: string;
  readonly region: string;
  readonly appId: string;
  readonly signName: string;
  readonly templates: SmsTemplates;
}

const contentType = 'application/json; charset=utf-8';

/**
 * Tencent Cloud SMS (SendSms 2021-01-11): refusals of the request and of the number are both HTTP 200, in different
 * places.
 */
export function createTencentSms(settings: TencentSmsSettings, wall: WallClock): SmsProvider {
  const { url, timeoutMs, secretId, secretKey, region, appId, signName, templates } = settings;
  const address = new URL(`${url}/`);
  return {
    name: 'tencent',
    canSend: (message) => templateFor(templates, message) !== undefined,
    async send(message, id) {
      const template = templateFor(templates, message);
      if (template === undefined) throw misconfigured('no template');
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${message.to}`],
        SmsSdkAppId: appId,
        TemplateId: template.id,
        SignName: signName,
        TemplateParamSet: templateValues(template, message).map(([, value]) => value),
        SessionContext: id,
      });
      const timestamp = Math.floor(wall.wall() / 1000);
      const call = { service: 'sms', host: address.host, contentType, action: 'SendSms', timestamp, body };
      const { authorization } = signTc3(call, { secretId, secretKey });
      const headers = {
        authorization,
        'content-type': contentType,
        'x-tc-action': 'SendSms',
        'x-tc-version': '2021-01-11',
        'x-tc-region': region,
        'x-tc-timestamp': String(timestamp),
      };
      const { status, bytes } = await askProvider(address, { method: 'POST', headers, body, timeoutMs });
      const code = codeOf(readForeign(bytes));
      if (code === undefined) throw uncertain(`http ${status}`);
      if (code !== 'Ok') throw errorOf(code);
    },
  };
}

/** The code of the request's error, or of the number's status. */
function codeOf(answer: LooseObject | undefined): string | undefined {
  const response = answer?.['Response'];
  if (!isObject(response)) return undefined;
  const { Error: error, SendStatusSet: statuses } = response;
  if (isObject(error)) return textOf(error, 'Code');
  const first: unknown = Array.isArray(statuses) ? statuses[0] : undefined;
  return isObject(first) ? textOf(first, 'Code') : undefined;
}

/** Our own daily limits, unrelated to the number. */
const ownLimits = ['LimitExceeded.AppDailyLimit', 'LimitExceeded.DailyLimit', 'LimitExceeded.PhoneNumberCountLimit'];

function errorOf(code: string): SmsError {
  if (code.startsWith('LimitExceeded.') && !ownLimits.includes(code)) return tooMany(code);
  if (code === 'InvalidParameterValue.IncorrectPhoneNumber') return wrongNumber(code);
  if (code === 'FailedOperation.PhoneNumberInBlacklist') return blocked(code);
  if (code === 'InternalError.Timeout' || code === 'InternalError') return uncertain(code);
  return misconfigured(code);
}
