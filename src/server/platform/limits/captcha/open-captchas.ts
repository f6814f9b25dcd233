import type { CaptchaWidget } from '#contract/account/reference/reference.schemas.ts';
import { createGeetestCaptcha, type GeetestSettings } from './geetest-captcha.ts';
import type { CaptchaService, RemoteCaptcha } from './remote-captcha.ts';
import { createTurnstileCaptcha, type TurnstileSettings } from './turnstile-captcha.ts';
import { createYidunCaptcha, type YidunDeps, type YidunSettings } from './yidun-captcha.ts';

export type RemoteCaptchaSettings =
  | ({ readonly provider: 'yidun' } & YidunSettings)
  | ({ readonly provider: 'geetest' } & GeetestSettings)
  | ({ readonly provider: 'turnstile' } & TurnstileSettings);

export function openRemoteCaptcha(settings: RemoteCaptchaSettings, deps: YidunDeps): RemoteCaptcha {
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

function openService(settings: RemoteCaptchaSettings, deps: YidunDeps): CaptchaService {
  switch (settings.provider) {
    case 'yidun':
      return createYidunCaptcha(settings, deps);
    case 'geetest':
      return createGeetestCaptcha(settings);
    case 'turnstile':
      return createTurnstileCaptcha(settings);
  }
}
