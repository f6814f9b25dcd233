import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { createGeetestCaptcha, type GeetestSettings } from './geetest-captcha.ts';
import type { RemoteCaptcha } from './remote-captcha.ts';
import { createTurnstileCaptcha, type TurnstileSettings } from './turnstile-captcha.ts';
import { createYidunCaptcha, type YidunSettings } from './yidun-captcha.ts';

export type RemoteCaptchaSettings =
  | ({ readonly provider: 'yidun' } & YidunSettings)
  | ({ readonly provider: 'geetest' } & GeetestSettings)
  | ({ readonly provider: 'turnstile' } & TurnstileSettings);

export function openRemoteCaptcha(
  settings: RemoteCaptchaSettings,
  deps: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
): RemoteCaptcha {
  switch (settings.provider) {
    case 'yidun':
      return createYidunCaptcha(settings, deps);
    case 'geetest':
      return createGeetestCaptcha(settings);
    case 'turnstile':
      return createTurnstileCaptcha(settings);
  }
}
