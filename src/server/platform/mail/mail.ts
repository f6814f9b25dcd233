import type { Language } from '#contract/vocabulary/languages.ts';

/** What a mail says, already in the reader's language; `mail-template.ts` makes text and HTML of it. */
export interface MailContent {
  readonly subject: string;
  /** The sender's name as the reader knows it; also the mail's letterhead. */
  readonly brand: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Shown large, to be read or copied. */
  readonly code?: string;
  /** A button, below the sentence about it. */
  readonly action?: { readonly sentence: string; readonly label: string; readonly href: string };
  /** Why the reader gets this mail and what to do if it is not theirs. */
  readonly footer: string;
}

export interface MailMessage {
  /** One address, as the account's row or the person wrote it; never a list. */
  readonly to: string;
  readonly scene: string;
  readonly language: Language;
  readonly content: MailContent;
}

/** So many mails are under way at a time, each on a connection of its own. */
export const mailsAtATime = 4;

/** A way to send mail. */
export interface MailSender {
  /**
   * Hands the mail over; rejects when it was not taken. `id` stays the same over retries: it becomes the Message-ID, by which
   * mail programs show a mail that came twice once.
   * @throws {Undeliverable} when a later try makes no sense
   * @throws {ChannelFailure} when every other mail would have met the same
   */
  send(message: MailMessage, id: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * One address that is safe in an SMTP envelope and a header: no line break, no list, no quoting, no comment. Stricter than
 * RFC 5321 on purpose; everything that registration accepts passes.
 */
export function isSingleMailAddress(address: string): boolean {
  return address.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(address);
}
