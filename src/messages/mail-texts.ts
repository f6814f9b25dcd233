import type { CodeScene } from '#contract/vocabulary/code-scenes.ts';

/** What one mail says, as plain text: whoever makes HTML of it escapes it. `{placeholders}` are filled in by the sender. */
export interface MailText {
  readonly subject: string;
  readonly heading: string;
  /** Above the code or the button. */
  readonly paragraphs: readonly string[];
  /** Where the mail carries a link beside the code: the sentence about it (`{hours}`) and the button's label. */
  readonly link?: { readonly paragraph: string; readonly label: string };
  /** Why the reader gets this mail, and what to do if it is not theirs. */
  readonly footer: string;
}

/** The mails of one language. Codes: `{code}` is drawn by the template; the texts use `{brand}` and `{minutes}`. */
export interface MailTexts {
  readonly code: Readonly<Record<CodeScene, MailText>>;
  /** After registration: `{brand}`, `{nickname}`, `{number}`. */
  readonly accountCreated: MailText;
  /**
   * After each change of a credential or an address: `{brand}`, `{number}`, `{time}`, `{place}` (the network, masked), and `{target}`: the
   * phone or email that was added, changed to, removed or restored, masked, or the name of the social platform; `{date}`: when an account
   * will be deleted.
   */
  readonly changes: Readonly<Record<ChangeEvent, MailText>>;
  /** Below each of them, what to do if it was somebody else: take the change back where that is possible (`{hours}`), or recover; for a deletion, how to keep the account. */
  readonly changeLinks: Readonly<Record<ChangeLink, NonNullable<MailText['link']>>>;
}

export type ChangeLink = 'recover' | 'undo' | 'separate' | 'withdraw' | 'contact';

/** What has changed in an account, as its owner is told. */
export type ChangeEvent =
  | 'passwordChanged'
  | 'passwordSet'
  | 'passwordReset'
  | 'phoneBound'
  | 'phoneChanged'
  | 'phoneUnbound'
  | 'emailBound'
  | 'emailChanged'
  | 'emailUnbound'
  | 'addressRestored'
  | 'upgraded'
  | 'merged'
  | 'mergeUndone'
  | 'deviceAdded'
  | 'socialBound'
  | 'socialUnbound'
  | 'deletionRequested'
  | 'deletionReminder'
  | 'deletionWithdrawn'
  | 'accountLocked'
  | 'accountUnlocked'
  | 'sessionsEnded';

/** The same by SMS: what has changed, and after it what to do (`{href}`, for undo also `{hours}`). */
export interface ChangeSmsTexts {
  readonly changes: Readonly<Record<ChangeEvent, string>>;
  readonly links: Readonly<Record<ChangeLink, string>>;
}

/**
 * The SMS of one language by scene: `{brand}`, `{code}`, `{minutes}`, `{domain}`. The last line binds the code to the site, so that
 * browsers offer it there and nowhere else (WebOTP).
 */
export type SmsTexts = Readonly<Record<CodeScene, string>>;
