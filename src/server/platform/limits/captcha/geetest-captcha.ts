import { createHmac } from 'node:crypto';
import { readForeign, textOf } from '#server/platform/outbound/loose-json.ts';
import { CaptchaUnavailable, postForm, type CaptchaService } from './remote-captcha.ts';

export interface GeetestSettings {
  readonly url: string;
  readonly captchaId: string;
  readonly captchaKey: string;
  /** The URL of the widget's script. */
  readonly script: string;
  readonly timeoutMs: number;
}

/** `sign_token` of GeeTest v4: hex HMAC-SHA-256 of the lot number. */
export function signGeetest(lotNumber: string, captchaKey: string): string {
  return createHmac('sha256', captchaKey).update(lotNumber).digest('hex');
}

/** Error codes for an invalid proof; all others are faults of the service or of our settings. */
const ofTheProof = /^-50(?:002|003|005|3\d\d)$/;

/** GeeTest v4. The widget's answer is the result of its `getValidate()`. */
export function createGeetestCaptcha({ url, captchaId, captchaKey, timeoutMs }: GeetestSettings): CaptchaService {
  const address = new URL(`${url}/validate`);
  address.searchParams.set('captcha_id', captchaId);
  return {
    provider: 'geetest',
    sample: { lot_number: 'sample', captcha_output: 'sample', pass_token: 'sample', gen_time: '0' },
    nameOf: ({ lot_number = '' }) => lot_number,
    async verify({ lot_number = '', captcha_output = '', pass_token = '', gen_time = '' }) {
      if ([lot_number, captcha_output, pass_token, gen_time].includes('')) return 'failed';
      const form = { lot_number, captcha_output, pass_token, gen_time, sign_token: signGeetest(lot_number, captchaKey) };
      const answer = readForeign(await postForm(address, form, timeoutMs));
      const status = textOf(answer, 'status');
      if (status === 'success') return textOf(answer, 'result') === 'success' ? 'passed' : 'failed';
      const code = textOf(answer, 'code') ?? '';
      if (ofTheProof.test(code)) return 'failed';
      throw new CaptchaUnavailable(`geetest ${code}`);
    },
  };
}
