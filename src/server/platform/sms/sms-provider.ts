import type { RefusalName } from '#contract/errors.ts';
import { NoAnswer, callOut, type IncomingAnswer, type OutgoingCall } from '#server/platform/outbound/call-out.ts';
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
  /** What the catalogue calls it. */
  readonly refusal: RefusalName;
  /** The provider's own code, for the log. */
  readonly providerCode: string;

  constructor(verdict: SmsVerdict, { refusal, providerCode, cause }: { refusal: RefusalName; providerCode: string; cause?: unknown }) {
    super(`the SMS was not taken: ${verdict} ${providerCode}`, cause === undefined ? {} : { cause });
    this.name = 'SmsError';
    this.verdict = verdict;
    this.refusal = refusal;
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

/** The number was wrong: the rule of phone fails. */
export const wrongNumber = (providerCode: string) => new SmsError('person', { refusal: 'badRequest', providerCode });

/** Too many messages to the number, by the provider's own count (1011). */
export const tooMany = (providerCode: string) => new SmsError('person', { refusal: 'codeLimit', providerCode });

/** The number does not want any, or may not get any. */
export const blocked = (providerCode: string) => new SmsError('person', { refusal: 'configFail', providerCode });

/** Something of ours or theirs is not in order (1008). */
export const misconfigured = (providerCode: string) => new SmsError('provider', { refusal: 'configFail', providerCode });

/** No answer that says what became of it. */
export const uncertain = (providerCode: string, cause?: unknown) =>
  new SmsError('uncertain', { refusal: 'gatewayTimeout', providerCode, cause });

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
      throw new SmsError('provider', { refusal: 'configFail', providerCode: 'unreachable', cause: error });
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

/** By scene, or `code` and `notice` for all that have none of their own; `:zh_CN` or `:en_US` behind it for one language. */
export type SmsTemplates = Readonly<Record<string, SmsTemplate>>;

export function templateFor(templates: SmsTemplates, { scene, language, code }: SmsMessage): SmsTemplate | undefined {
  const kind = code === undefined ? 'notice' : 'code';
  return [`${scene}:${language}`, scene, `${kind}:${language}`, kind].map((key) => templates[key]).find((found) => found !== undefined);
}

/** The values that a template takes; one that the message does not have is empty. */
export function templateValues({ params }: SmsTemplate, { values = {}, code }: SmsMessage): readonly (readonly [string, string])[] {
  return params.map((name) => [name, (name === 'code' ? code : values[name]) ?? '']);
}
