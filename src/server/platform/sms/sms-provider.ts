import { NoAnswer, callOut, type IncomingAnswer, type OutgoingCall } from '#server/platform/outbound/call-out.ts';
import type { DeliveryFailure } from '#server/platform/outbox/undeliverable.ts';
import type { SmsMessage } from './sms.ts';

/**
 * What became of a message that a provider did not take.
 *
 * - `provider`: it was refused because of the provider or our account there (credentials, balance, template, load): another may take it.
 * - `person`: it was refused because of the number (wrong, blocked, too many messages): nobody should send it.
 * - `uncertain`: there was no answer, or none that says: it may be on its way, and is never sent again.
 */
export type SmsVerdict = 'provider' | 'person' | 'uncertain';

export class SmsError extends Error {
  readonly verdict: SmsVerdict;
  /** What the person is told, where the message certainly did not leave. */
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
  /** Whether it has what the message needs, such as a registered template. */
  canSend(message: SmsMessage): boolean;
  /** @throws {SmsError} */
  send(message: SmsMessage, id: string): Promise<void>;
}

/** There is no such number, or none that takes SMS. */
export const wrongNumber = (providerCode: string) => new SmsError('person', { failure: 'wrongTarget', providerCode });

/** Too many messages to the number, by the provider's own count. */
export const tooMany = (providerCode: string) => new SmsError('person', { failure: 'tooMany', providerCode });

/** The number does not want any, or may not get any. */
export const blocked = (providerCode: string) => new SmsError('person', { failure: 'blocked', providerCode });

/** Something of ours or theirs is not in order. */
export const misconfigured = (providerCode: string) => new SmsError('provider', { failure: 'notTaken', providerCode });

/** No answer that says what became of it. */
export const uncertain = (providerCode: string, cause?: unknown) => new SmsError('uncertain', { providerCode, cause });

/**
 * `callOut` in the terms of this module. An answer of 5xx says nothing: a gateway may have failed after the message had left.
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

/** The provider's name for a text, and the names of the values that it takes, in order. */
export interface SmsTemplate {
  readonly id: string;
  readonly params: readonly string[];
}

/** By scene, or `code` and `notice` for all that have none of their own; a colon and a language (`code:zh_CN`) for one language. */
export type SmsTemplates = Readonly<Record<string, SmsTemplate>>;

export function templateFor(templates: SmsTemplates, { scene, language, code }: SmsMessage): SmsTemplate | undefined {
  const kind = code === undefined ? 'notice' : 'code';
  return [`${scene}:${language}`, scene, `${kind}:${language}`, kind].map((key) => templates[key]).find((found) => found !== undefined);
}

/** The values that a template takes; one that the message does not have is empty. */
export function templateValues({ params }: SmsTemplate, { values = {}, code }: SmsMessage): readonly (readonly [string, string])[] {
  return params.map((name) => [name, (name === 'code' ? code : values[name]) ?? '']);
}
