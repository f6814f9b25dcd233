import type { DeskAlarm } from '#contract/vocabulary/desk-alarms.ts';
import type { CodeScene } from '#contract/sign-in/codes/code-scenes.words.ts';
import type { InEveryLanguage, Language } from '#contract/vocabulary/languages.ts';
import type { RequestKind } from '#contract/vocabulary/rights-requests.ts';
import type { AppEvent, ChangeEvent, ChangeLink } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Contact, OwnContact } from '#server/core/account/identifiers/contact.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { Lane } from '#server/platform/sending/outbox/lane.ts';
import type { MailLink, PageLink, TokenLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Doer } from './freeze-links.ts';
import type { GatheredNotice } from './gather-notices.ts';

export interface CodeNotice {
  /** The id of the code, shared with its message. */
  readonly id: string;
  readonly scene: CodeScene;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly code: string;
  readonly language: Language;
  readonly expiresAt: number;
  /** The budget that pays for the message. */
  readonly lane: Lane;
  /** True for a message that must not be delivered: see `CodeRequest.deliverTo`. */
  readonly discard: boolean;
  /** See `OutboxEntry`. */
  readonly showsOutage: boolean;
  /** Internal id of the account that asks for the code, if one does. */
  readonly about?: string | undefined;
  /** For mails whose text has a place for a link beside the code. */
  readonly link?: TokenLink;
}

/** The request that caused a notice. Its language decides nothing: a stranger may have sent it. */
export type Cause = Pick<Visit, 'clientIp'> & Doer;

/** The account that a notice is about, in whose language it is written. */
type ToldAccount = Pick<Account, 'id' | 'region' | 'language'>;

/**
 * Without its own link a notice has one that freezes the account; a link says what it is for. One with a token goes
 * to a contact that the account has or had, and nowhere else.
 */
type OwnLink =
  | Acting
  | { readonly to: OwnContact; readonly link: TokenLink; readonly linkKind: Exclude<ChangeLink, 'freeze'> }
  | { readonly to: Contact; readonly link: PageLink; readonly linkKind: Exclude<ChangeLink, 'freeze'> };

interface Acting {
  readonly to: OwnContact;
  readonly link?: never;
  readonly linkKind?: never;
}

/** A notice that its reader may answer. */
export type ActingNotice = NoticeFacts & Acting;

export type ChangeNotice = NoticeFacts & OwnLink;

interface NoticeFacts {
  readonly account: ToldAccount;
  readonly event: ChangeEvent;
  /**
   * `target`: the masked phone or email of the event. `date`, `due` and `time` are moments in milliseconds, which the message
   * writes for its reader.
   */
  readonly values?: Readonly<Record<string, string | number>>;
  /** The browser behind the event. */
  readonly by?: Doer;
  /** Ways that were shown for the event, beside those of the session. */
  readonly ways?: readonly WayId[];
  /** Client IP of the request, shown masked; '' for an event without a request. */
  readonly from: string;
  /** True for a message that must not be delivered: an answer takes as long without a reader. */
  readonly discard?: boolean;
}

/** A notice with its link. */
export interface LinkedNotice extends Pick<NoticeFacts, 'event' | 'values'> {
  readonly account: Omit<ToldAccount, 'id'>;
  readonly to: Contact;
  readonly link: MailLink;
  readonly linkKind: ChangeLink;
}

/** Notices that one reader gets together. */
export interface Digest {
  readonly account: ToldAccount;
  /** The oldest first. */
  readonly told: readonly [GatheredNotice, ...GatheredNotice[]];
  /** Events that the message counts without naming them. */
  readonly counted: number;
}

export interface AppNotice {
  readonly account: ToldAccount & Pick<Account, 'emailShown'>;
  readonly event: AppEvent;
  /** The app's name in the language of the reader. */
  readonly app: InEveryLanguage;
  readonly values?: Readonly<Record<string, string>>;
  /** `{date}`, in milliseconds. */
  readonly date?: number;
  /** True for a message that must not be delivered: an answer takes as long without a reader. */
  readonly discard?: boolean;
}

/** Requests about data that the desk is to be notified of: no name, no text. */
export interface DeskNotice {
  readonly to: string;
  readonly lines: readonly { readonly number: string; readonly kind: RequestKind; readonly dueAt: number; readonly late: boolean }[];
}

/** An alarm about a member of staff. */
export interface AlarmNotice {
  readonly to: string;
  readonly kind: DeskAlarm;
  readonly member: string;
  /** The number of a case, or ''. */
  readonly caseRef: string;
}
