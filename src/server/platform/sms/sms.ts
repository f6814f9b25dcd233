import type { Language } from '#contract/vocabulary/languages.ts';

/** One SMS: the whole text, and the parts that providers with registered templates want instead. */
export interface SmsMessage {
  /** 11 digits of Mainland China, without +86. */
  readonly to: string;
  readonly scene: string;
  readonly language: Language;
  readonly text: string;
  /** The one-time code in the text, where there is one. */
  readonly code?: string;
  /** What the text was filled in with, by name: what a template may ask for. */
  readonly values?: Readonly<Record<string, string>>;
}

/** So many SMS are under way at a time. */
export const smsAtATime = 16;

/** A way to send SMS: providers' adapters, or the development outbox. */
export interface SmsSender {
  /**
   * Hands the message over. Rejects when it was certainly not taken; resolves when it may have been (`uncertain`: nobody said), so that it
   * never leaves twice. `id` stays the same over retries.
   * @throws {Undeliverable} when a later try makes no sense
   * @throws {ChannelFailure} when every other message would have met the same
   */
  send(message: SmsMessage, id: string): Promise<'taken' | 'uncertain'>;
  close(): Promise<void>;
}
