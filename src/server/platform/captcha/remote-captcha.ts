import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaWidget } from '#contract/schemas/reference.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { callOut, type IncomingAnswer } from '#server/platform/outbound/call-out.ts';

/** What a service's widget gave to the browser, by its own names. */
export type WidgetAnswer = Readonly<Record<string, string>>;

/** `risky`: solved, but by somebody whom the service calls a fraud (1010). */
export type CaptchaVerdict = 'passed' | 'failed' | 'risky';

/** A captcha service of others, as the server asks it. */
export interface CaptchaService {
  readonly provider: CaptchaProvider;
  /** Well-formed, but no widget gave it: a service that is up answers it. */
  readonly sample: WidgetAnswer;
  /** The part of an answer that makes it another one. */
  nameOf(answer: WidgetAnswer): string;
  /** @throws {CaptchaUnavailable} when it does not say */
  verify(answer: WidgetAnswer, scene: CaptchaScene): Promise<CaptchaVerdict>;
}

/** The same with what the browser needs to show its widget. */
export interface RemoteCaptcha extends CaptchaService {
  readonly widget: CaptchaWidget;
}

/** The service is down, late, or does not take our own credentials: nobody has passed. */
export class CaptchaUnavailable extends Error {
  /** It works, but has been asked too often: anybody could bring that about. */
  readonly isBusy: boolean;

  constructor(reason: string, { isBusy = false, ...options }: ErrorOptions & { readonly isBusy?: boolean } = {}) {
    super(`the captcha service does not say: ${reason}`, options);
    this.name = 'CaptchaUnavailable';
    this.isBusy = isBusy;
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
  if (answer.status !== 200) throw new CaptchaUnavailable(`http ${answer.status}`, { isBusy: answer.status === 429 });
  return answer.bytes.toString('utf8');
}
