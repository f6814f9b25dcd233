import { randomInt } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { isObject, numberOf, readForeign } from '#server/platform/outbound/loose-json.ts';
import { CaptchaUnavailable, postForm, type CaptchaVerdict, type CaptchaService } from './remote-captcha.ts';
import { signYidun } from './yidun-signature.ts';

export interface YidunAntiCheatSettings {
  readonly url: string;
  readonly businessId: string;
  readonly productNumber: string;
  /** The URL of the observing script. */
  readonly script: string;
}

export interface YidunSettings {
  readonly url: string;
  readonly captchaId: string;
  readonly secretId: string;
  readonly secretKey: string;
  /** The URL of the widget's script. */
  readonly script: string;
  /** URL and business id of Watchman, the anti-cheat; undefined without it. */
  readonly antiCheat: YidunAntiCheatSettings | undefined;
  readonly timeoutMs: number;
}

/** The constant that the widget returns during an outage of its service: public in the widget's source. */
const fallbackConstant = 'QjGAuvoHrcpuxlbw7cp4';

/** Over the request limit of the contract with Yidun. */
const tooManyRequests = 430;

/** Watchman's verdicts. */
const block = 20;
const observe = 10;

/**
 * NetEase Yidun captcha (verify v2) and anti-cheat (check v3). The widget's answer has `validate`, and Watchman's
 * `token` if used. The vendor's demos pass on every failure; here only an explicit verdict passes.
 */
export interface YidunDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

export function createYidunCaptcha(settings: YidunSettings, { clock, log }: YidunDeps): CaptchaService {
  const { url, captchaId, secretId, secretKey, antiCheat, timeoutMs } = settings;

  function signed(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const common = { secretId, timestamp: String(clock.now()), nonce: String(randomInt(1_000_000_000)), signatureMethod: 'SHA256' };
    const all = { ...parameters, ...common };
    return { ...all, signature: signYidun(all, secretKey, 'SHA256') };
  }

  async function isSolved(validate: string): Promise<boolean> {
    const form = signed({ captchaId, validate, user: '', version: 'v2' });
    const answer = readForeign(await postForm(new URL(`${url}/api/v2/verify`), form, timeoutMs));
    const error = numberOf(answer, 'error');
    if (answer === undefined || error !== 0)
      throw new CaptchaUnavailable(`yidun ${error ?? 'nonsense'}`, { isBusy: error === tooManyRequests });
    return answer['result'] === true;
  }

  /** The captcha is passed by then: an anti-cheat without an answer stops nobody. */
  async function isFraud(token: string): Promise<boolean> {
    if (antiCheat === undefined) return false;
    try {
      const form = signed({ businessId: antiCheat.businessId, version: '300', token });
      const answer = readForeign(await postForm(new URL(`${antiCheat.url}/v3/common/check`), form, timeoutMs));
      const result = answer?.['result'];
      const action = isObject(result) && numberOf(answer, 'code') === 200 ? numberOf(result, 'action') : undefined;
      if (action === undefined) throw new CaptchaUnavailable('anti-cheat');
      if (action === observe) log.warn({ action }, 'the anti-cheat is suspicious of a visitor');
      return action === block;
    } catch (error) {
      if (!(error instanceof CaptchaUnavailable)) throw error;
      log.warn({ err: error }, 'the anti-cheat does not answer');
      return false;
    }
  }

  return {
    provider: 'yidun',
    sample: { validate: 'CN31_sample_v_i_1', token: 'sample' },
    nameOf: ({ validate = '' }) => validate,
    async verify({ validate = '', token = '' }): Promise<CaptchaVerdict> {
      const isMissing = validate === '' || (antiCheat !== undefined && token === '');
      if (isMissing || validate.startsWith(fallbackConstant)) return 'failed';
      if (!(await isSolved(validate))) return 'failed';
      return (await isFraud(token)) ? 'risky' : 'passed';
    },
  };
}
