import { limits } from '#contract/limits.ts';
import { defaultLanguage, type InEveryLanguage, type Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { catalogues } from '#messages/catalogues.ts';
import { formatDate } from '#messages/date-text.ts';
import { fill } from '#messages/fill.ts';
import { strangersTexts, type ChangeEvent, type MailText } from '#messages/mail-texts.ts';
import { nameInMessage } from '#contract/rules/clean-text.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { minute, type WallClock } from '#server/platform/clock.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import type { MailContent } from '#server/platform/sending/mail/mail.ts';
import type { OutboxMessage } from '#server/platform/sending/outbox/outbox-queue.ts';
import type { EventFacts } from './freeze-links.ts';
import { supportLink, type MailLink } from '#server/core/sign-in/links/mail-link.ts';
import { firstOneSms } from './one-sms.ts';
import type { AlarmNotice, AppNotice, CodeNotice, DeskNotice, LinkedNotice } from './told.ts';

interface MailFilling {
  readonly values: Readonly<Record<string, string | number>>;
  readonly link: MailLink | undefined;
}

interface MessagesOptions {
  readonly wall: WallClock;
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly brand: { readonly id: InEveryLanguage };
}

/** Of the account its number and region are told. */
type ChangeNotice = Omit<LinkedNotice, 'account'> & { readonly account: Pick<Account, 'number' | 'region'> };

/** Events that a digest names; older ones are counted. */
const namedInDigest = 20;

/** Addresses of links, and what texts say of them. */
function addresses({ publicUrl, supportEmail }: Pick<MessagesOptions, 'publicUrl' | 'supportEmail'>) {
  const addressOf = (link: MailLink) => (link === supportLink ? `mailto:${supportEmail}` : new URL(link.path, publicUrl).href);
  return { addressOf, filled: (link: MailLink | undefined) => link && { href: addressOf(link), hours: link.hours } };
}

function alarmOf({ to, kind, member, caseRef }: AlarmNotice, fillIn: (values: MailFilling['values']) => MailContent): OutboxMessage {
  const { alarm } = catalogues[defaultLanguage].mail;
  const values = { member, kind: alarm.kinds[kind], case: caseRef === '' ? '–' : caseRef };
  return { channel: 'email', to, scene: 'alarm', language: defaultLanguage, content: fillIn(values) };
}

/** Fills in the texts of messages. */
export function createMessages({ wall, publicUrl, supportEmail, brand }: MessagesOptions) {
  const domain = new URL(publicUrl).hostname;

  const { addressOf, filled } = addresses({ publicUrl, supportEmail });

  function mailContent(text: MailText, language: Language, { values, link }: MailFilling): MailContent {
    const all = { brand: brand.id[language], supportEmail, ...asShown(values), ...filled(link) };
    const ours = Object.fromEntries(Object.entries(all).filter(([name]) => !isStrangers(name)));
    const place = link && text.link;
    return {
      brand: brand.id[language],
      subject: fill(text.subject, ours),
      heading: fill(text.heading, all),
      paragraphs: text.paragraphs.map((paragraph) => fill(paragraph, all)),
      ...(link && place ? { action: { sentence: fill(place.paragraph, all), label: fill(place.label, all), href: addressOf(link) } } : {}),
      footer: fill(text.footer, all),
    };
  }

  function changeMessage({ account, event, to, language, values, link, linkKind, from }: ChangeNotice): OutboxMessage {
    const all = {
      number: account.number,
      time: timeText(wall.wall(), { region: account.region, language }),
      place: maskIp(from),
      ...values,
    };
    const { mail, changeSms } = catalogues[language];
    const rest = { to: to.address, scene: event, language };
    if (to.channel === 'email') {
      const text = { ...mail.changes[event], link: mail.changeLinks[linkKind] };
      return { channel: 'email', ...rest, content: mailContent(text, language, { values: all, link }) };
    }
    const text = changeSms.changes[event] + changeSms.links[linkKind];
    const filling = { brand: brand.id[language], supportEmail, ...asShown(all), ...filled(link) };
    return { channel: 'sms', ...rest, text: fill(text, filling), values: textsOf(filling) };
  }

  function titleOf(event: ChangeEvent, { language, target }: { readonly language: Language; readonly target: string }): string {
    return fill(catalogues[language].mail.changes[event].heading, { brand: brand.id[language], target, name: nameInMessage(target) });
  }

  function codeMessage({ scene, channel, to, code, language, link }: CodeNotice): OutboxMessage {
    const minutes = limits.codeLifeMs / minute;
    if (channel === 'sms') {
      const filling = { brand: brand.id[language], code, minutes, domain };
      const text = codeText(catalogues[language].sms[scene], filling);
      return { channel, to, scene, language, text, code, values: textsOf(filling) };
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
    const all = { app: app[language], time: timeText(wall.wall(), { region, language }), ...byThen, ...values };
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

  const alarmMessage = (notice: AlarmNotice): OutboxMessage =>
    alarmOf(notice, (values) => mailContent(catalogues[defaultLanguage].mail.alarm.text, defaultLanguage, { values, link: undefined }));

  return { codeMessage, changeMessage, titleOf, welcomeMessage, appMessage, deskMessage, alarmMessage };
}

/** A long host leaves no room for how long a code is valid. */
function codeText(whole: string, filling: MailFilling['values']): string {
  return firstOneSms([fill(whole, filling), fill(whole.replace(/[^，。.]*\{minutes\}[^，。.]*[，.]/, ''), filling)]);
}

/** A message that names several events, with one link. */
export function digestMessage(
  { changeMessage, titleOf }: Pick<ReturnType<typeof createMessages>, 'changeMessage' | 'titleOf'>,
  {
    account,
    to,
    language,
    events,
    counted,
    link,
    linkKind,
  }: Omit<LinkedNotice, 'event' | 'from'> & { readonly events: readonly EventFacts[]; readonly counted: number },
): OutboxMessage {
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

function isStrangers(name: string): boolean {
  return (strangersTexts as readonly string[]).includes(name);
}

/** Names that a stranger may have chosen, as a message shows them. */
function asShown(values: MailFilling['values']): MailFilling['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isStrangers(name) ? nameInMessage(String(value)) : value]),
  );
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
  const name = `${language} ${timeZone}`;
  const minutes = Math.floor(at / minute);
  const last = lastMoments.get(name);
  const text = last?.minutes === minutes ? last.text : formatDate(at, 'moment', { language, timeZone });
  lastMoments.set(name, { minutes, text });
  return `${text} (${zone})`;
}

/** The latest of each language and zone: most messages of a minute name it, and a date costs more than the rest of a message. */
const lastMoments = new Map<string, { readonly minutes: number; readonly text: string }>();

function textsOf(values: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
