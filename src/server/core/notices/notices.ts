import type { DeskAlarm } from '#contract/vocabulary/desk-alarms.ts';
import type { Contact } from '#server/core/accounts/contact.ts';
import { limits } from '#contract/limits.ts';
import { noticeRows } from '#contract/vocabulary/notice-kinds.ts';
import type { CodeScene } from '#contract/vocabulary/code-scenes.ts';
import { defaultLanguage, type InEveryLanguage, type Language } from '#contract/vocabulary/languages.ts';
import type { RequestKind } from '#contract/vocabulary/rights-requests.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { catalogues } from '#messages/catalogues.ts';
import { formatDate } from '#messages/date-text.ts';
import { fill } from '#messages/fill.ts';
import type { AppEvent, ChangeEvent, ChangeLink, MailText } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { WayId } from '#server/core/ways/way.ts';
import { day, minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database.ts';
import type { MailContent } from '#server/platform/mail/mail.ts';
import { newId } from '#server/platform/ids.ts';
import type { Lane } from '#server/platform/outbox/lane.ts';
import type { OutboxMessage, OutboxQueue } from '#server/platform/outbox/outbox-queue.ts';
import type { OutboxWorker } from '#server/platform/outbox/outbox-worker.ts';
import type { Doer, EventFacts, FreezeLinks } from './freeze-links.ts';
import type { Gather, GatheredNotice } from './gather-notices.ts';
import { readNoticeSettings } from './notice-settings.ts';
import { referenceOf } from './reference.ts';

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
  readonly link?: MailLink;
}

/** A link in a message: a URL of this site and its lifetime. */
export interface MailLink {
  readonly href: string;
  readonly hours: number;
}

/** The request that caused a message: it goes out in its language (ADR 55). Jobs have the account's. */
export type Cause = Pick<Visit, 'clientIp' | 'lang'> & Doer;

export interface ChangeNotice {
  readonly account: Pick<Account, 'id' | 'number' | 'region'>;
  readonly event: ChangeEvent;
  readonly to: Contact;
  readonly language: Language;
  /** `target`: the masked phone or email of the event, or the app's name for a device. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Without one the message has a link that freezes the account. */
  readonly link?: MailLink;
  /** The purpose of a link that does not undo the change. */
  readonly linkKind?: Exclude<ChangeLink, 'freeze'>;
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
interface LinkedNotice extends Pick<ChangeNotice, 'account' | 'event' | 'to' | 'language' | 'values' | 'from'> {
  readonly link: MailLink;
  readonly linkKind: ChangeLink;
}

/** Notices that one reader gets together. */
export interface Digest {
  readonly account: Pick<Account, 'id' | 'number' | 'region'>;
  /** The oldest first. */
  readonly told: readonly [GatheredNotice, ...GatheredNotice[]];
  /** Events that the message counts without naming them. */
  readonly counted: number;
}

export interface AppNotice {
  readonly account: Pick<Account, 'id' | 'emailShown' | 'language' | 'region'>;
  readonly event: AppEvent;
  /** The app's name in the language of the reader. */
  readonly app: InEveryLanguage;
  readonly values?: Readonly<Record<string, string>>;
  /** `{date}`, in milliseconds. */
  readonly date?: number;
  /** True for a message that must not be delivered: an answer takes as long without a reader. */
  readonly discard?: boolean;
}

/** Requests about data that the desk is to hear of: no name, no text. */
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

/** All messages to people. Sent right after the commit. */
export interface Notices {
  /** Puts a one-time code in the outbox, in the caller's transaction. */
  sendCode(notice: CodeNotice): Promise<void>;
  /** Puts the welcome mail in the outbox, in the caller's transaction; nothing for an account without an email. */
  sendWelcome(account: Account): Promise<void>;
  /**
   * Tells the owner about a changed credential or contact: time, place and advice; in the caller's transaction. In a flood
   * it waits for a digest, unless it has a link of its own.
   */
  sendChange(notice: ChangeNotice): Promise<void>;
  /** What waited for one reader, as one message with one link, in the caller's transaction. */
  sendDigest(digest: Digest): Promise<void>;
  /** Who hears of an event: for an alarm every phone and email, otherwise those by which the account wants to hear. */
  readersOf(account: Pick<Account, 'id' | 'phone' | 'emailShown'>, event: ChangeEvent): Promise<readonly Contact[]>;
  /** Puts a message in the outbox again, with a reference of its own, in the caller's transaction; returns its id. */
  sendAgain(again: { readonly message: OutboxMessage; readonly about: string; readonly expiresAt: number }): Promise<string>;
  /** What a message says has happened, in a few words. `target` is masked. */
  titleOf(event: ChangeEvent, of: { readonly language: Language; readonly target: string }): string;
  /** Mails what happened to an app, in the caller's transaction; nothing to an account without an email. */
  sendApp(notice: AppNotice): Promise<void>;
  /** Mails the desk that answers requests about data, in the caller's transaction. */
  sendDesk(notice: DeskNotice): Promise<void>;
  /** Mails a lead or an auditor of the desk, in the caller's transaction. */
  sendAlarm(notice: AlarmNotice): Promise<void>;
}

/** More than five: messages have texts, links, a time, an address of the site and a place in the queue. */
export interface NoticesOptions {
  readonly db: Db;
  readonly queue: OutboxQueue;
  readonly worker: Pick<OutboxWorker, 'poke'>;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly freezeLinks: FreezeLinks;
  readonly gather: Gather;
  /** False when no SMS can be sent; then notices go by mail alone. */
  readonly smsIsAvailable?: boolean;
  readonly supportEmail: string;
  readonly brand: { readonly id: InEveryLanguage };
}

interface MailFilling {
  readonly values: Readonly<Record<string, string | number>>;
  readonly link: MailLink | undefined;
}

/** Time limit for sending a notice that is not urgent. */
const noticeLifeMs = 3 * day;

/** Events that a digest names; older ones are counted. */
const namedInDigest = 20;

/**
 * Strangers cause it, once a day at most. It leaves at once and is kept nowhere, so that an address without an account
 * costs the same.
 */
function isLimited(event: ChangeEvent): boolean {
  return event === 'recoveryBegun';
}

/** Every phone and email of an account: all of them hear of a change of credentials. */
export function contactsOf({ phone, emailShown }: Pick<Account, 'phone' | 'emailShown'>): readonly Contact[] {
  return [
    ...(emailShown === null ? [] : [{ channel: 'email', address: emailShown } as const]),
    ...(phone === null ? [] : [{ channel: 'sms', address: phone } as const]),
  ];
}

/** Fills in the texts of messages. */
function createMessages({ clock, publicUrl, supportEmail, brand }: Pick<NoticesOptions, 'clock' | 'publicUrl' | 'supportEmail' | 'brand'>) {
  const domain = new URL(publicUrl).hostname;

  function mailContent(text: MailText, language: Language, { values, link }: MailFilling): MailContent {
    const all = { brand: brand.id[language], supportEmail, ...values, ...link };
    const place = link && text.link;
    return {
      brand: brand.id[language],
      subject: fill(text.subject, all),
      heading: fill(text.heading, all),
      paragraphs: text.paragraphs.map((paragraph) => fill(paragraph, all)),
      ...(link && place ? { action: { sentence: fill(place.paragraph, all), label: fill(place.label, all), href: link.href } } : {}),
      footer: fill(text.footer, all),
    };
  }

  function changeMessage({ account, event, to, language, values, link, linkKind, from }: LinkedNotice): OutboxMessage {
    const all = {
      number: account.number,
      time: timeText(clock.now(), { region: account.region, language }),
      place: shortIp(from),
      ...values,
    };
    const { mail, changeSms } = catalogues[language];
    const rest = { to: to.address, scene: event, language };
    if (to.channel === 'email') {
      const text = { ...mail.changes[event], link: mail.changeLinks[linkKind] };
      return { channel: 'email', ...rest, content: mailContent(text, language, { values: all, link }) };
    }
    const text = changeSms.changes[event] + changeSms.links[linkKind];
    const filling = { brand: brand.id[language], supportEmail, ...all, ...link };
    return { channel: 'sms', ...rest, text: fill(text, filling), values: textsOf(filling) };
  }

  function digestMessage({
    account,
    to,
    language,
    events,
    counted,
    link,
    linkKind,
  }: Omit<LinkedNotice, 'event' | 'from'> & { readonly events: readonly EventFacts[]; readonly counted: number }): OutboxMessage {
    const { digest } = catalogues[language].mail;
    const timeOf = (at: number) => timeText(at, { region: account.region, language });
    const lines = events
      .slice(-namedInDigest)
      .map(({ event, target, at, place }) => fill(digest.line, { what: titleOf(event, { language, target }), time: timeOf(at), place }));
    const unnamed = events.length - lines.length + counted;
    const last = events.at(-1);
    const values = {
      n: events.length + counted,
      what: last === undefined ? '' : titleOf(last.event, { language, target: last.target }),
      ...(last && { time: timeOf(last.at) }),
    };
    const message = changeMessage({ account, event: 'digest', to, language, from: '', values, link, linkKind });
    if (message.channel === 'sms') return message;
    const [intro = '', ...rest] = message.content.paragraphs;
    const more = unnamed > 0 ? [fill(digest.more, { n: unnamed })] : [];
    return { ...message, content: { ...message.content, paragraphs: [intro, ...lines, ...more, ...rest] } };
  }

  function titleOf(event: ChangeEvent, { language, target }: { readonly language: Language; readonly target: string }): string {
    return fill(catalogues[language].mail.changes[event].subject, { brand: brand.id[language], target });
  }

  function codeMessage({ scene, channel, to, code, language, link }: CodeNotice): OutboxMessage {
    const minutes = limits.codeLifeMs / minute;
    if (channel === 'sms') {
      const filling = { brand: brand.id[language], code, minutes, domain };
      return { channel, to, scene, language, text: fill(catalogues[language].sms[scene], filling), code, values: textsOf(filling) };
    }
    const content = mailContent(catalogues[language].mail.code[scene], language, { values: { minutes }, link });
    return { channel, to, scene, language, content: { ...content, code } };
  }

  function welcomeMessage(to: string, { language, nickname, number }: Account): OutboxMessage {
    const content = mailContent(catalogues[language].mail.accountCreated, language, { values: { nickname, number }, link: undefined });
    return { channel: 'email', to, scene: 'welcome', language, content };
  }

  function appMessage(to: string, { account: { language, region }, event, app, date, values = {} }: AppNotice): OutboxMessage {
    const byThen =
      date === undefined ? {} : { date: formatDate(date, 'day', { language, timeZone: region === 'CN' ? 'Asia/Shanghai' : 'UTC' }) };
    const all = { app: app[language], time: timeText(clock.now(), { region, language }), ...byThen, ...values };
    const content = mailContent(catalogues[language].mail.apps[event], language, { values: all, link: undefined });
    return { channel: 'email', to, scene: event, language, content };
  }

  function deskMessage({ to, lines }: DeskNotice): OutboxMessage {
    const language = defaultLanguage;
    const { desk } = catalogues[language].mail;
    const content = mailContent(desk.text, language, { values: { n: lines.length }, link: undefined });
    const shown = lines.map(({ number, kind, dueAt, late }) =>
      fill(late ? desk.late : desk.line, { number, kind: desk.kinds[kind], date: formatDate(dueAt, 'day', { language, timeZone: 'UTC' }) }),
    );
    return { channel: 'email', to, scene: 'desk', language, content: { ...content, paragraphs: [...shown, ...content.paragraphs] } };
  }

  function alarmMessage({ to, kind, member, caseRef }: AlarmNotice): OutboxMessage {
    const language = defaultLanguage;
    const { alarm } = catalogues[language].mail;
    const values = { member, kind: alarm.kinds[kind], case: caseRef === '' ? '–' : caseRef };
    return { channel: 'email', to, scene: 'alarm', language, content: mailContent(alarm.text, language, { values, link: undefined }) };
  }

  return { codeMessage, changeMessage, digestMessage, titleOf, welcomeMessage, appMessage, deskMessage, alarmMessage };
}

export function createNotices({ db, queue, worker, clock, freezeLinks, gather, smsIsAvailable = true, ...rest }: NoticesOptions): Notices {
  const { codeMessage, changeMessage, digestMessage, titleOf, welcomeMessage, appMessage, deskMessage, alarmMessage } = createMessages({
    clock,
    ...rest,
  });

  async function put(entry: Parameters<OutboxQueue['put']>[0]): Promise<void> {
    const id = entry.id ?? newId();
    await queue.put({ ...entry, id, message: withReference(entry.message, id) });
    db.afterCommit(() => worker.poke());
  }

  async function putNotice(account: Pick<Account, 'id'>, message: OutboxMessage, discard = false): Promise<void> {
    await put({ message, lane: 'notice', discard, about: account.id, expiresAt: clock.now() + noticeLifeMs });
  }

  /** One link answers for all that its message names. */
  async function linkOf(
    { id: accountId }: Pick<Account, 'id'>,
    to: Contact,
    events: readonly [EventFacts, ...EventFacts[]],
  ): Promise<Pick<LinkedNotice, 'link' | 'linkKind'>> {
    const link = await freezeLinks.make({ accountId, to, events });
    return { link, linkKind: link.isPlain ? 'freezePage' : 'freeze' };
  }

  async function sendActing(notice: ChangeNotice): Promise<void> {
    const { account, event, to, language, by = {}, ways = [], from, values = {}, discard } = notice;
    const told = { accountId: account.id, event, by, ways, place: shortIp(from), target: String(values['target'] ?? '') };
    const facts = await freezeLinks.factsOf(told);
    if (discard !== true && !isLimited(event) && (await gather(account.id, { to, language, facts, values }))) return;
    await putNotice(account, changeMessage({ ...notice, ...(await linkOf(account, to, [facts])) }), discard);
  }

  return {
    async sendCode(notice) {
      const { id, lane, discard, showsOutage, about, expiresAt } = notice;
      await put({ id, message: codeMessage(notice), lane, discard, showsOutage, about, expiresAt });
    },

    async sendWelcome(account) {
      if (account.emailShown === null) return;
      const message = welcomeMessage(account.emailShown, account);
      await put({ message, lane: 'notice', discard: false, about: account.id, expiresAt: clock.now() + noticeLifeMs });
    },

    async sendChange(notice) {
      if (notice.to.channel === 'sms' && !smsIsAvailable) return;
      const { account, link, linkKind = 'undo', discard } = notice;
      if (link === undefined) await sendActing(notice);
      else await putNotice(account, changeMessage({ ...notice, link, linkKind }), discard);
    },

    async sendDigest({ account, told, counted }) {
      const [{ to, language, facts, values }, ...others] = told;
      const linked = await linkOf(account, to, [facts, ...others.map((each) => each.facts)]);
      const last = told.at(-1)?.language ?? language;
      const time = timeText(facts.at, { region: account.region, language });
      const message =
        others.length === 0 && counted === 0
          ? changeMessage({ account, event: facts.event, to, language, from: '', values: { time, place: facts.place, ...values }, ...linked })
          : digestMessage({ account, to, language: last, events: told.map((each) => each.facts), counted, ...linked });
      await putNotice(account, message);
    },

    async readersOf(account, event) {
      const all = contactsOf(account).filter(({ channel }) => channel === 'email' || smsIsAvailable);
      const { weight, group } = noticeRows[event];
      if (weight === 'alarm') return all;
      const chosen = (await readNoticeSettings(db, account.id)).groups[group];
      const readers = all.filter(({ channel }) => (channel === 'email' ? chosen.mail : chosen.sms));
      return readers.length > 0 ? readers : all.slice(0, 1);
    },

    async sendAgain({ message, about, expiresAt }) {
      const id = newId();
      await put({ id, message, lane: 'notice', discard: false, about, expiresAt });
      return id;
    },

    titleOf,

    async sendApp(notice) {
      const { account, discard = false } = notice;
      if (account.emailShown === null) return;
      const message = appMessage(account.emailShown, notice);
      await put({ message, lane: 'notice', discard, about: account.id, expiresAt: clock.now() + noticeLifeMs });
    },

    async sendDesk(notice) {
      await put({ message: deskMessage(notice), lane: 'notice', discard: false, expiresAt: clock.now() + noticeLifeMs });
    },

    async sendAlarm(notice) {
      await put({ message: alarmMessage(notice), lane: 'notice', discard: false, expiresAt: clock.now() + noticeLifeMs });
    },
  };
}

/** Codes whose reader may have no account yet in which the message could be listed. */
const unlisted: readonly string[] = ['register', 'upgrade'] satisfies readonly CodeScene[];

/** A mail with its reference, which the account's list of messages shows. SMS have no room for one. */
function withReference(message: OutboxMessage, id: string): OutboxMessage {
  if (message.channel === 'sms' || unlisted.includes(message.scene)) return message;
  const reference = fill(catalogues[message.language].mail.listed.reference, { ref: referenceOf(id) });
  return { ...message, content: { ...message.content, reference } };
}

interface Reader {
  readonly region: RegionOrNone;
  readonly language: Language;
}

/**
 * A moment in the reader's language with its zone, "Jan 5, 2026, 4:00 PM (UTC+8)": local time in Mainland China; UTC
 * elsewhere, because the time zone is unknown.
 */
export function timeText(at: number, { region, language }: Reader): string {
  const [timeZone, zone] = region === 'CN' ? ['Asia/Shanghai', 'UTC+8'] : ['UTC', 'UTC'];
  return `${formatDate(at, 'moment', { language, timeZone })} (${zone})`;
}

/** The half of an IP that identifies a network but no household: `203.0.*.*`, `2001:db8:*`. */
export function shortIp(address: string): string {
  return address.includes(':') ? `${address.split(':').slice(0, 2).join(':')}:*` : address.replace(/\.\d+\.\d+$/, '.*.*');
}

function textsOf(values: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
