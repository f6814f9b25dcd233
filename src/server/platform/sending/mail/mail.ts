import type { Language } from '#contract/vocabulary/languages.ts';

/** The content of a mail in the reader's language; `mail-template.ts` renders it as text and HTML. */
export interface MailContent {
  readonly subject: string;
  /** The sender's name for the reader; also the mail's letterhead. */
  readonly brand: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Shown large, to be read or copied. */
  readonly code?: string;
  /** Facts of the event: name and value. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly action?: MailAction;
  /** A sentence with a link: as text its address stands below, unless it is one for mail. */
  readonly line?: { readonly before: string; readonly label: string; readonly href: string; readonly after: string };
  /** Sentence of every mail. */
  readonly footer: string;
  /** The number by which the reader can check that the mail is ours. */
  readonly reference?: string;
}

/** A button below its sentence, and the equal answer before it. */
export interface MailAction {
  readonly sentence: string;
  readonly label: string;
  readonly href: string;
  readonly calm?: { readonly label: string; readonly href: string };
  /** Whether the button is against somebody. */
  readonly warns?: boolean;
  readonly note?: string;
}

export interface MailMessage {
  /** A single email in its original spelling; never a list. */
  readonly to: string;
  readonly scene: string;
  readonly language: Language;
  readonly content: MailContent;
}

/** Maximum number of mails in transit, each on its own connection. */
export const mailsAtATime = 4;

/** A way to send mail. */
export interface MailSender {
  /**
   * Hands the mail over; rejects when it was not accepted. `id` stays the same over retries: it becomes the Message-ID,
   * so that mail programs show duplicates once.
   * @throws {Undeliverable} when a retry makes no sense
   * @throws {ChannelFailure} when every other mail would fail alike
   */
  send(message: MailMessage, id: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Whether a text is one email that is safe in an SMTP envelope and a header: no line break, list, quoting or comment.
 * Deliberately stricter than RFC 5321; every email that registration accepts passes.
 */
export function isSingleMailAddress(address: string): boolean {
  return address.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(address);
}
