import { readForeign, textOf } from '#server/platform/outbound/loose-json.ts';
import { CaptchaUnavailable, postForm, type CaptchaService } from './remote-captcha.ts';

export interface TurnstileSettings {
  readonly url: string;
  readonly siteKey: string;
  readonly secret: string;
  /** The URL of the widget's script. */
  readonly script: string;
  /** The host of the page with the widget. */
  readonly hostname: string;
  readonly timeoutMs: number;
}

/** Error codes about the token; all others concern our own secret or request. */
const ofTheToken: readonly string[] = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

/**
 * Cloudflare Turnstile. The widget's answer is its `token`; the scene is sent as `action`, and host and action must be
 * ours.
 */
export function createTurnstileCaptcha({ url, secret, hostname, timeoutMs }: TurnstileSettings): CaptchaService {
  return {
    provider: 'turnstile',
    sample: { token: 'sample' },
    nameOf: ({ token = '' }) => token,
    async verify({ token = '' }, scene) {
      if (token === '' || token.length > 2048) return 'failed';
      const answer = readForeign(await postForm(new URL(`${url}/turnstile/v0/siteverify`), { secret, response: token }, timeoutMs));
      if (answer?.['success'] === true) {
        return textOf(answer, 'hostname') === hostname && textOf(answer, 'action') === scene ? 'passed' : 'failed';
      }
      const codes: unknown = answer?.['error-codes'];
      if (Array.isArray(codes) && codes.some((code) => ofTheToken.includes(String(code)))) return 'failed';
      throw new CaptchaUnavailable(`turnstile ${Array.isArray(codes) ? codes.join() : 'nonsense'}`);
    },
  };
}
