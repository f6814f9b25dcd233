import type { DeskAlarm } from '#contract/vocabulary/desk-alarms.ts';
import type { RequestKind } from '#contract/vocabulary/rights-requests.ts';
import type { CodeScene } from '#contract/sign-in/codes/code-scenes.words.ts';
import type { NoticeKind } from '#contract/protection/notices/notice-kinds.words.ts';
import type { StaffReason } from '#contract/vocabulary/staff-reasons.ts';

/** Texts that a stranger may have chosen: names of apps, of people and of their things. */
export const strangersTexts = ['app', 'owner', 'name'] as const;

/** A subject names nothing that a stranger chose: it is read before anything says from where it is. */
export type Subject<Text extends string> = Text extends `${string}{${(typeof strangersTexts)[number]}}${string}` ? never : Text;

/** Content of one mail, as plain text; producers of HTML must escape it. The sender fills in the `{placeholders}`. */
export interface MailText {
  readonly subject: string;
  readonly heading: string;
  /** Above the code or the button. */
  readonly paragraphs: readonly string[];
  /** For mails with a link beside the code: its sentence (`{hours}`) and the button's label. */
  readonly link?: { readonly paragraph: string; readonly label: string };
  /** Why the reader gets this mail, and advice if it is not theirs. */
  readonly footer: string;
}

/** Mails of one language. The template draws the `{code}`; the texts use `{brand}` and `{minutes}`. */
export interface MailTexts {
  readonly code: Readonly<Record<CodeScene, MailText>>;
  /** After registration: `{brand}`, `{nickname}`, `{number}`. */
  readonly accountCreated: MailText;
  /**
   * After each change of a credential or a contact: `{brand}`, `{number}`, `{time}`, `{place}` (the network, masked),
   * and `{target}`: the phone or email that was added, changed to, removed or restored, masked, or the name of the
   * social platform, or a number of tries; `{name}`: the name of an app, a passkey or a person; `{date}`: the date of a deletion; `{n}`: the number of events of a digest;
   * `{reason}` and `{case}`: those of a look by staff.
   */
  readonly changes: Readonly<Record<ChangeEvent, MailText>>;
  /** Stand for `{reason}`. */
  readonly staffReasons: Readonly<Record<StaffReason, string>>;
  /** Stands for a passkey without a name. */
  readonly unnamedPasskey: string;
  /**
   * Advice below each of them, if it was somebody else: a freeze of the account, or the undo of a merge (`{hours}`); for a
   * deletion, the way to keep the account.
   */
  readonly changeLinks: Readonly<Record<ChangeLink, NonNullable<MailText['link']>>>;
  /**
   * To developers and testers: `{app}`, `{time}`, and as the event has them `{owner}` (a nickname), `{date}`,
   * `{reasons}`, `{domain}`.
   */
  readonly apps: Readonly<Record<AppEvent, MailText>>;
  /** To the desk that answers requests about data: `{brand}`, `{n}`. `line` stands below for each: `{number}`, `{kind}`, `{date}`. */
  readonly desk: {
    readonly text: MailText;
    readonly line: string;
    readonly late: string;
    readonly kinds: Readonly<Record<RequestKind, string>>;
  };
  /** To leads and auditors, of another member: `{member}`, `{kind}`, `{case}`. It names no person. */
  readonly alarm: { readonly text: MailText; readonly kinds: Readonly<Record<DeskAlarm, string>> };
  /** Beside the text of a digest, for each event: `{what}`, `{time}`, `{place}`; and for those that it does not name: `{n}`. */
  readonly digest: { readonly line: string; readonly more: string };
  /** For the list of sent messages. */
  readonly listed: {
    /** Last line of a mail: `{ref}`. */
    readonly reference: string;
    /** Stand for the subjects of mails to developers, and of mails without one here. */
    readonly app: string;
    readonly other: string;
    /** For each mail whose subject names what the list does not keep (`{target}`, `{date}`): its title without it. */
    readonly titles: Readonly<Partial<Record<ChangeEvent, string>>>;
  };
}

export type ChangeLink = 'freeze' | 'freezePage' | 'wayBack' | 'separate' | 'withdraw' | 'contact' | 'stop' | 'finish' | 'recover';
/** Events of an app that its developer, a tester or another developer is told about. */
export type AppEvent =
  | 'secretMade'
  | 'secretRemoved'
  | 'secretsHeld'
  | 'keysChanged'
  | 'addressesChanged'
  | 'transferAsked'
  | 'moved'
  | 'deleted'
  | 'accepted'
  | 'refused'
  | 'suspended'
  | 'resumed'
  | 'domainGone'
  | 'testerInvited'
  | 'signalsPaused';

/** Changes of an account that its owner is told about. */
export type ChangeEvent = NoticeKind;

/** The same for SMS: the change, followed by advice (`{href}`, for the undo of a merge also `{hours}`). */
export interface ChangeSmsTexts {
  readonly changes: Readonly<Record<ChangeEvent, string>>;
  readonly links: Readonly<Record<ChangeLink, string>>;
}

/**
 * SMS of one language by scene: `{brand}`, `{code}`, `{minutes}`, `{domain}`. The last line binds the code to the site,
 * so that browsers offer it only there (WebOTP).
 */
export type SmsTexts = Readonly<Record<CodeScene, string>>;
