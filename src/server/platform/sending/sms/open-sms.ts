import type { Clock } from '#server/platform/clock.ts';
import { createAliyunSms, type AliyunSmsSettings } from './aliyun-sms.ts';
import type { SmsProvider } from './sms-provider.ts';
import { createTencentSms, type TencentSmsSettings } from './tencent-sms.ts';
import { createTwilioSms, type TwilioSettings } from './twilio-sms.ts';

export type SmsProviderSettings =
  | ({ readonly name: 'aliyun' } & AliyunSmsSettings)
  | ({ readonly name: 'tencent' } & TencentSmsSettings)
  | ({ readonly name: 'twilio' } & TwilioSettings);

export function openSmsProvider(settings: SmsProviderSettings, clock: Clock): SmsProvider {
  switch (settings.name) {
    case 'aliyun':
      return createAliyunSms(settings, clock);
    case 'tencent':
      return createTencentSms(settings, clock);
    case 'twilio':
      return createTwilioSms(settings);
  }
}
