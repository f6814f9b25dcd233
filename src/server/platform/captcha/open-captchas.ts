import type { CaptchaWidget } from '#contract/schemas/reference.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { createGeetestCaptcha, type GeetestSettings } from './geetest-captcha.ts';
import type { CaptchaService, RemoteCaptcha } from './remote-captcha.ts';
import { createTurnstileCaptcha, type TurnstileSettings } from './turnstile-captcha.ts';
import { createYidunCaptcha, type YidunSettings } from './yidun-captcha.ts';

export type RemoteCaptchaSettings =
  | ({ readonly provider: 'yidun' } & YidunSettings)
  | ({ readonly provider: 'geetest' } & GeetestSettings)
  | ({ readonly provider: 'turnstile' } & TurnstileSettings);

interface Deps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

export function openRemoteCaptcha(settings: RemoteCaptchaSettings, deps: Deps): RemoteCaptcha {
  return { ...openService(settings, deps), widget: widgetOf(settings) };
}

/** The data that the browser needs to show a service's widget. */
export function widgetOf(settings: RemoteCaptchaSettings): CaptchaWidget {
  const { provider, script } = settings;
  if (provider === 'turnstile') return { provider, script, siteKey: settings.siteKey };
  const widget = { provider, script, siteKey: settings.captchaId };
  if (provider === 'geetest' || settings.antiCheat === undefined) return widget;
  const { businessId, productNumber, script: watching } = settings.antiCheat;
  return { ...widget, antiCheat: { script: watching, productNumber, businessId } };
}

function openService(settings: RemoteCaptchaSettings, deps: Deps): CaptchaService {
  switch (settings.provider) {
    case 'yidun':
      return createYidunCaptcha(settings, deps);
    case 'geetest':
      return createGeetestCaptcha(settings);
    case 'turnstile':
      return createTurnstileCaptcha(settings);
  }
}
