import type { WallClock } from '#server/platform/clock.ts';
import { createAliyunSms, type AliyunSmsSettings } from './aliyun-sms.ts';
import type { SmsProvider } from './sms-provider.ts';
import { createTencentSms, type TencentSmsSettings } from './tencent-sms.ts';
import { createTwilioSms, type TwilioSettings } from './twilio-sms.ts';

export type SmsProviderSettings =
  | ({ readonly name: 'aliyun' } & AliyunSmsSettings)
  | ({ readonly name: 'tencent' } & TencentSmsSettings)
  | ({ readonly name: 'twilio' } & TwilioSettings);

export function openSmsProvider(settings: SmsProviderSettings, wall: WallClock): SmsProvider {
  switch (settings.name) {
    case 'aliyun':
      return createAliyunSms(settings, wall);
    case 'tencent':
      return createTencentSms(settings, wall);
    case 'twilio':
      return createTwilioSms(settings);
  }
}
