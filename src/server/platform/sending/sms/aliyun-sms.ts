import type { WallClock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { readForeign, textOf } from '#server/platform/outbound/loose-json.ts';
import { canonicalQuery, signAcs3 } from './acs3-signature.ts';
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

export interface AliyunSmsSettings {
  readonly url: string;
  /** Milliseconds for one message. */
  readonly timeoutMs: number;
  readonly keyId: string;
  readonly keySecret: string;
  /** The approved signature, without 【】. */
  readonly signName: string;
  readonly templates: SmsTemplates;
}

/**
 * Alibaba Cloud SMS (dysmsapi, SendSms 2017-05-25): parameters in the query of a POST, an empty body, and refusals as
 * HTTP 200 with a `Code` other than OK. Sending is not idempotent; `OutId` only serves to look a message up.
 */
export function createAliyunSms(
  { url, timeoutMs, keyId, keySecret, signName, templates }: AliyunSmsSettings,
  wall: WallClock,
): SmsProvider {
  return {
    name: 'aliyun',
    canSend: (message) => templateFor(templates, message) !== undefined,
    async send(message, id) {
      const template = templateFor(templates, message);
      if (template === undefined) throw misconfigured('no template');
      const query = {
        OutId: id,
        PhoneNumbers: message.to,
        SignName: signName,
        TemplateCode: template.id,
        TemplateParam: JSON.stringify(Object.fromEntries(templateValues(template, message))),
      };
      const address = new URL(`${url}/?${canonicalQuery(query)}`);
      const date = `${new Date(wall.wall()).toISOString().slice(0, 19)}Z`;
      const call = { action: 'SendSms', version: '2017-05-25', method: 'POST', date, nonce: newId(), body: '', query, host: address.host };
      const { headers } = signAcs3(call, { keyId, keySecret });
      const { status, bytes } = await askProvider(address, { method: 'POST', headers, timeoutMs });
      const code = textOf(readForeign(bytes), 'Code');
      if (code === undefined) throw uncertain(`http ${status}`);
      if (code !== 'OK') throw errorOf(code);
    },
  };
}

function errorOf(code: string): SmsError {
  // The limits of one number; the operator can raise MONTH and the account's limits.
  if (code === 'isv.BUSINESS_LIMIT_CONTROL' || code === 'isv.DAY_LIMIT_CONTROL') return tooMany(code);
  if (code === 'isv.MOBILE_NUMBER_ILLEGAL') return wrongNumber(code);
  if (code === 'isv.BLACK_KEY_CONTROL_LIMIT') return blocked(code);
  if (code === 'isp.SYSTEM_ERROR') return uncertain(code);
  return misconfigured(code);
}
