import type { CaptchaScene } from '#contract/endpoint.ts';
import { callOut, type IncomingAnswer } from '#server/platform/outbound/call-out.ts';

/** The captcha services of others that a proof may come from. */
export const remoteCaptchaNames = ['yidun', 'geetest', 'turnstile'] as const;

export type RemoteCaptchaName = (typeof remoteCaptchaNames)[number];

/** What a service's widget gave to the browser, by its own names. */
export type WidgetAnswer = Readonly<Record<string, string>>;

/** `risky`: solved, but by somebody whom the service calls a fraud (1010). */
export type CaptchaVerdict = 'passed' | 'failed' | 'risky';

/** A captcha service of others, as the server asks it. */
export interface RemoteCaptcha {
  readonly provider: RemoteCaptchaName;
  /** The part of an answer that makes it another one. */
  nameOf(answer: WidgetAnswer): string;
  /** @throws {CaptchaUnavailable} when it does not say */
  verify(answer: WidgetAnswer, scene: CaptchaScene): Promise<CaptchaVerdict>;
}

/** The service is down, late, or does not take our own credentials: nobody has passed. */
export class CaptchaUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the captcha service does not say: ${reason}`, options);
    this.name = 'CaptchaUnavailable';
  }
}

/**
 * Posts a form to a service.
 * @throws {CaptchaUnavailable} when there is no answer of 200
 */
export async function postForm(url: URL, form: Readonly<Record<string, string>>, timeoutMs: number): Promise<string> {
  const body = new URLSearchParams(form).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  let answer: IncomingAnswer;
  try {
    answer = await callOut(url, { method: 'POST', headers, body, timeoutMs });
  } catch (error) {
    throw new CaptchaUnavailable('no answer', { cause: error });
  }
  if (answer.status !== 200) throw new CaptchaUnavailable(`http ${answer.status}`);
  return answer.bytes.toString('utf8');
}
