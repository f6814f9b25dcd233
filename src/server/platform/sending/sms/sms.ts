import type { Language } from '#contract/vocabulary/languages.ts';

/** One SMS: the whole text, and its parts for providers with registered templates. */
export interface SmsMessage {
  /** 11 digits of Mainland China, without +86. */
  readonly to: string;
  readonly scene: string;
  readonly language: Language;
  readonly text: string;
  /** The code in the text, if any. */
  readonly code?: string;
  /** The values of the text by name, for templates. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Maximum number of SMS in transit. */
export const smsAtATime = 16;

/** Sends SMS: a provider's adapter, or the development outbox. */
export interface SmsSender {
  /**
   * Hands the message over. Rejects when it certainly was not accepted; resolves when it may have been (`uncertain`: no
   * clear answer), so that it never leaves twice. `id` stays the same over retries.
   * @throws {Undeliverable} when a retry makes no sense
   * @throws {ChannelFailure} when every other message would fail alike
   */
  send(message: SmsMessage, id: string): Promise<'taken' | 'uncertain'>;
  close(): Promise<void>;
}
