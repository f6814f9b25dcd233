import { NoAnswer, callOut, type IncomingAnswer, type OutgoingCall } from '#server/platform/outbound/call-out.ts';
import type { DeliveryFailure } from '#server/platform/sending/outbox/undeliverable.ts';
import type { SmsMessage } from './sms.ts';

/**
 * The outcome of a message that a provider did not accept.
 * - `provider`: refused because of the provider or our account there (credentials, balance, template, load): another
 * may accept it.
 * - `person`: refused because of the number (wrong, blocked, too many messages): no provider should send it.
 * - `uncertain`: no answer, or an unclear one: the message may be in transit, and is never sent again.
 */
export type SmsVerdict = 'provider' | 'person' | 'uncertain';

export class SmsError extends Error {
  readonly verdict: SmsVerdict;
  /** The reason for the person, if the message certainly did not leave. */
  readonly failure: DeliveryFailure | undefined;
  /** The provider's own code, for the log. */
  readonly providerCode: string;

  constructor(verdict: SmsVerdict, { failure, providerCode, cause }: { failure?: DeliveryFailure; providerCode: string; cause?: unknown }) {
    super(`the SMS was not taken: ${verdict} ${providerCode}`, cause === undefined ? {} : { cause });
    this.name = 'SmsError';
    this.verdict = verdict;
    this.failure = failure;
    this.providerCode = providerCode;
  }
}

/** One provider. */
export interface SmsProvider {
  readonly name: string;
  /** Whether it has the requirements of the message, such as a registered template. */
  canSend(message: SmsMessage): boolean;
  /** @throws {SmsError} */
  send(message: SmsMessage, id: string): Promise<void>;
}

/** The number does not exist, or cannot receive SMS. */
export const wrongNumber = (providerCode: string) => new SmsError('person', { failure: 'wrongTarget', providerCode });

/** Too many messages to the number, by the provider's own count. */
export const tooMany = (providerCode: string) => new SmsError('person', { failure: 'tooMany', providerCode });

/** The number rejects messages, or may not get any. */
export const blocked = (providerCode: string) => new SmsError('person', { failure: 'blocked', providerCode });

/** A problem of our settings or of the provider. */
export const misconfigured = (providerCode: string) => new SmsError('provider', { failure: 'notTaken', providerCode });

/** No clear answer about the message. */
export const uncertain = (providerCode: string, cause?: unknown) => new SmsError('uncertain', { providerCode, cause });

/**
 * `callOut` with the errors of this module. An answer of 5xx is unclear: a gateway may have failed after the message
 * left.
 * @throws {SmsError}
 */
export async function askProvider(url: URL, call: OutgoingCall): Promise<IncomingAnswer> {
  let answer: IncomingAnswer;
  try {
    answer = await callOut(url, call);
  } catch (error) {
    if (error instanceof NoAnswer && error.outcome === 'notSent') {
      throw new SmsError('provider', { failure: 'notTaken', providerCode: 'unreachable', cause: error });
    }
    throw uncertain('no answer', error);
  }
  if (answer.status >= 500) throw uncertain(`http ${answer.status}`);
  return answer;
}

/** The provider's name for a text, and the names of its parameters, in order. */
export interface SmsTemplate {
  readonly id: string;
  readonly params: readonly string[];
}

/** By scene, or `code` and `notice` as fallbacks; a colon and a language (`code:zh_CN`) for one language. */
export type SmsTemplates = Readonly<Record<string, SmsTemplate>>;

export function templateFor(templates: SmsTemplates, { scene, language, code }: SmsMessage): SmsTemplate | undefined {
  const kind = code === undefined ? 'notice' : 'code';
  return [`${scene}:${language}`, scene, `${kind}:${language}`, kind].map((key) => templates[key]).find((found) => found !== undefined);
}

/** The values for a template; missing ones are empty. */
export function templateValues({ params }: SmsTemplate, { values = {}, code }: SmsMessage): readonly (readonly [string, string])[] {
  return params.map((name) => [name, (name === 'code' ? code : values[name]) ?? '']);
}
