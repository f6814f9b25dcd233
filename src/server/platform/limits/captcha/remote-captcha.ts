import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaWidget } from '#contract/account/reference/reference.schemas.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { callOut, type IncomingAnswer } from '#server/platform/outbound/call-out.ts';

/** The output of a service's widget in the browser, with the service's own names. */
export type WidgetAnswer = Readonly<Record<string, string>>;

/** `risky`: solved, but reported as fraud by the service (1010). */
export type CaptchaVerdict = 'passed' | 'failed' | 'risky';

/** A remote captcha service from the server's side. */
export interface CaptchaService {
  readonly provider: CaptchaProvider;
  /** A well-formed but invalid answer, to probe whether the service is up. */
  readonly sample: WidgetAnswer;
  /** The part of an answer that identifies it. */
  nameOf(answer: WidgetAnswer): string;
  /** @throws {CaptchaUnavailable} when the service gives no verdict */
  verify(answer: WidgetAnswer, scene: CaptchaScene): Promise<CaptchaVerdict>;
}

/** The service, with the data that the browser needs for its widget. */
export interface RemoteCaptcha extends CaptchaService {
  readonly widget: CaptchaWidget;
}

/** The service is down, late, or rejects our credentials: nobody passes. */
export class CaptchaUnavailable extends Error {
  /** It works, but has received too many requests: anybody could cause that. */
  readonly isBusy: boolean;

  constructor(reason: string, { isBusy = false, ...options }: ErrorOptions & { readonly isBusy?: boolean } = {}) {
    super(`the captcha service does not say: ${reason}`, options);
    this.name = 'CaptchaUnavailable';
    this.isBusy = isBusy;
  }
}

/**
 * Posts a form to a service.
 * @throws {CaptchaUnavailable} without an answer of 200
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
  if (answer.status !== 200) throw new CaptchaUnavailable(`http ${answer.status}`, { isBusy: answer.status === 429 });
  return answer.bytes.toString('utf8');
}
