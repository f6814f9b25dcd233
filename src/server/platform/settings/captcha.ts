import type { RemoteCaptchaSettings } from '#server/platform/limits/captcha/open-captchas.ts';
import { second } from '#server/platform/clock.ts';
import type { YidunAntiCheatSettings } from '#server/platform/limits/captcha/yidun-captcha.ts';
import { integer, oneOf, text } from './parsers.ts';
import { serviceAddress } from './services.ts';
import { ConfigError, reader, type Reader, type Settings, type Site, type Source } from './setting.ts';

const service = oneOf('altcha', 'yidun', 'geetest', 'turnstile');

export const captchaSettings = {
  CAPTCHA_CN: {
    parser: service,
    default: 'altcha',
    meaning: 'The captcha for visitors from Mainland China. While a service is down, altcha replaces it, with more work.',
  },
  CAPTCHA_ELSEWHERE: { parser: service, default: 'altcha', meaning: 'The captcha for visitors from everywhere else.' },
  CAPTCHA_ATTEMPTS: {
    parser: integer(1, 1_000_000),
    unit: 'attempts',
    default: '2000',
    meaning:
      'The work of our own captcha: the most attempts, of 2,000 PBKDF2 rounds each. Raise it against robots; lower it only for load tests.',
  },
  YIDUN_CAPTCHA_ID: { parser: text, needed: true, meaning: 'The captcha at NetEase Yidun.' },
  YIDUN_SECRET_ID: { parser: text, needed: true, meaning: 'The account at NetEase Yidun.' },
  YIDUN_SECRET_KEY: { parser: text, needed: true, meaning: 'The secret of YIDUN_SECRET_ID.' },
  YIDUN_ANTICHEAT_BUSINESS_ID: { parser: text, meaning: 'The business at the anti-cheat; without it the anti-cheat is not used.' },
  YIDUN_ANTICHEAT_PRODUCT: {
    parser: text,
    needed: true,
    meaning: 'The product number (YD…) of the anti-cheat; needed with YIDUN_ANTICHEAT_BUSINESS_ID.',
  },
  GEETEST_CAPTCHA_ID: { parser: text, needed: true, meaning: 'The captcha at GeeTest.' },
  GEETEST_CAPTCHA_KEY: { parser: text, needed: true, meaning: 'The secret of GEETEST_CAPTCHA_ID.' },
  TURNSTILE_SITE_KEY: { parser: text, needed: true, meaning: 'The widget at Cloudflare Turnstile.' },
  TURNSTILE_SECRET: { parser: text, needed: true, meaning: 'The secret of TURNSTILE_SITE_KEY.' },
} as const satisfies Settings;

export interface CaptchaConfig {
  /** The remote captcha services; undefined where our own is used. */
  readonly captcha: { readonly CN: RemoteCaptchaSettings | undefined; readonly DE: RemoteCaptchaSettings | undefined };
  /** The cost of our own: the most attempts. */
  readonly captchaAttempts: number;
}

export function readCaptcha(source: Source, site: Site): CaptchaConfig {
  const read = reader(captchaSettings, source, site);
  return {
    captcha: { CN: readService(read, 'CAPTCHA_CN', site), DE: readService(read, 'CAPTCHA_ELSEWHERE', site) },
    captchaAttempts: readAttempts(read, site),
  };
}

/** A missing answer counts as a refusal. */
const timeoutMs = 2 * second;

type CaptchaReader = Reader<typeof captchaSettings>;

function readAttempts(read: CaptchaReader, { env }: Site): number {
  const attempts = read('CAPTCHA_ATTEMPTS');
  if (attempts < 2000 && env === 'production') {
    throw new ConfigError('CAPTCHA_ATTEMPTS', 'must be at least 2000 in production: a robot solves an easier one too cheaply.');
  }
  return attempts;
}

function readService(read: CaptchaReader, name: 'CAPTCHA_CN' | 'CAPTCHA_ELSEWHERE', site: Site): RemoteCaptchaSettings | undefined {
  const provider = read(name);
  switch (provider) {
    case 'altcha':
      return undefined;
    case 'yidun':
      return {
        provider,
        timeoutMs,
        url: serviceAddress('yidun', site),
        captchaId: read('YIDUN_CAPTCHA_ID'),
        secretId: read('YIDUN_SECRET_ID'),
        secretKey: read('YIDUN_SECRET_KEY'),
        script: serviceAddress('yidunScript', site),
        antiCheat: readAntiCheat(read, site),
      };
    case 'geetest':
      return {
        provider,
        timeoutMs,
        url: serviceAddress('geetest', site),
        captchaId: read('GEETEST_CAPTCHA_ID'),
        captchaKey: read('GEETEST_CAPTCHA_KEY'),
        script: serviceAddress('geetestScript', site),
      };
    case 'turnstile':
      return {
        provider,
        timeoutMs,
        url: serviceAddress('turnstile', site),
        siteKey: read('TURNSTILE_SITE_KEY'),
        secret: read('TURNSTILE_SECRET'),
        script: serviceAddress('turnstileScript', site),
        hostname: new URL(site.publicUrl).hostname,
      };
  }
}

function readAntiCheat(read: CaptchaReader, site: Site): YidunAntiCheatSettings | undefined {
  const businessId = read('YIDUN_ANTICHEAT_BUSINESS_ID');
  if (businessId === undefined) return undefined;
  return {
    url: serviceAddress('yidunAntiCheat', site),
    businessId,
    productNumber: read('YIDUN_ANTICHEAT_PRODUCT'),
    script: serviceAddress('yidunAntiCheatScript', site),
  };
}
