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
  /** Subject and heading. */
  readonly title: string;
  /** Instead of the title in the mail, where it names what a stranger chose. */
  readonly heading?: string;
  readonly paragraphs: readonly string[];
  /** For mails with a link: the sentence before the button (`{hours}`), and its label. */
  readonly link?: { readonly paragraph?: string; readonly label: string };
}

/** Event, in a mail and in an SMS. */
export interface ChangeText {
  /** Subject and heading of the mail. */
  readonly title: string;
  readonly heading?: string;
  readonly says: string;
  /**
   * Words of an SMS between the name of the service and the answer. `{near}` and `{on}` (the device) are '' where they are not
   * known or leave no room.
   */
  readonly sms: string;
}

/** The question below a notice. `calm` stands beside `label`, as large as it. */
export interface AnswerText {
  readonly ask?: string;
  readonly calm?: string;
  readonly label: string;
  readonly note?: string;
  /** In an SMS: with `{href}`, and where no link has room or may be sent. */
  readonly sms: string;
  readonly plain: string;
}

/** A line with a link: the label is in HTML what the address is as text. */
interface LineText {
  readonly before: string;
  readonly label: string;
  readonly after: string;
  /** The same in an SMS. */
  readonly sms: string;
}

/** Mails of one language. The template draws the `{code}`; the texts use `{minutes}`. */
export interface MailTexts {
  readonly code: Readonly<Record<CodeScene, MailText>>;
  /** After registration: `{brand}`, `{mail}`; the button leads to the account. */
  readonly accountCreated: MailText;
  /**
   * After each change of a credential or a contact: `{target}`, the phone or email that was added, changed to, removed or
   * restored, masked, or the name of a social platform, or a number of tries; `{name}`: the name of an app, a passkey or a
   * person; `{date}`: the date of a deletion; `{n}`: the number of events of a digest; `{reason}` and `{case}`: those of a
   * look by staff.
   */
  readonly changes: Readonly<Record<ChangeEvent, ChangeText>>;
  readonly answers: Readonly<Record<ChangeAnswer, AnswerText>>;
  /** Names of the facts of an event. */
  readonly facts: Readonly<Record<MailFact, string>>;
  /** Values of facts: `{os}`, `{browser}`, `{place}`, `{network}`; `nearSms` and `onSms` are what they are in an SMS. */
  readonly device: string;
  readonly near: string;
  readonly network: string;
  readonly nearSms: string;
  readonly onSms: string;
  /** The whole of an SMS: `{brand}`, `{text}`. */
  readonly notice: string;
  /** Where nothing can be answered: whom to ask (`{supportEmail}`). */
  readonly support: LineText;
  /** The way to the receipt of a deletion, which nobody can look up later. */
  readonly receipt: LineText;
  /** Last line of every mail. */
  readonly neverAsked: string;
  /** Stand for `{reason}`. */
  readonly staffReasons: Readonly<Record<StaffReason, string>>;
  /** Stands for a passkey without a name. */
  readonly unnamedPasskey: string;
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
  /** Beside the text of a digest, for each event: `{what}`, `{time}`; and for those that it does not name: `{n}`. */
  readonly digest: { readonly line: string; readonly more: string };
  /** For the list of sent messages. */
  readonly listed: {
    /** In a mail: `{ref}`. */
    readonly reference: string;
    /** Stand for the titles of mails to developers, and of mails without one here. */
    readonly app: string;
    readonly other: string;
    /** For each mail whose title names what the list does not keep (`{target}`, `{date}`): its title without it. */
    readonly titles: Readonly<Partial<Record<ChangeEvent, string>>>;
  };
}

export type MailFact = 'device' | 'place' | 'time' | 'way';

/** Purpose of the link of a notice. `contact` is no link of ours: whom to ask. */
export type ChangeLink = 'freeze' | 'freezePage' | 'wayBack' | 'separate' | 'withdraw' | 'contact' | 'stop' | 'finish' | 'recover';

/** The questions of notices: `asked` is that of `freeze` for something that somebody requested from us. */
export type ChangeAnswer = Exclude<ChangeLink, 'contact'> | 'asked';

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

/**
 * SMS of one language by scene: `{brand}`, `{code}`, `{minutes}`, `{domain}`. The last line binds the code to the site,
 * so that browsers offer it only there (WebOTP).
 */
export type SmsTexts = Readonly<Record<CodeScene, string>>;
