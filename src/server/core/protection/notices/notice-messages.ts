import { limits } from '#contract/limits.ts';
import { shownMask } from '#contract/masks.ts';
import { nameInMessage } from '#contract/rules/clean-text.ts';
import { defaultLanguage, type InEveryLanguage, type Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { formatDate } from '#messages/date-text.ts';
import { fill, type Filling } from '#messages/fill.ts';
import type { AnswerText, ChangeEvent, ChangeText, MailFact } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { pageLink } from '#server/core/sign-in/links/mail-link.ts';
import { minute, type WallClock } from '#server/platform/clock.ts';
import type { OutboxMessage } from '#server/platform/sending/outbox/outbox-queue.ts';
import type { EventFacts } from './freeze-links.ts';
import { changeSms, codeSms } from './texts/change-sms.ts';
import { asShown, createMailParts } from './texts/mail-parts.ts';
import { dayText, timeText, type Reader } from './texts/message-dates.ts';
import type { AlarmNotice, AppNotice, CodeNotice, DeskNotice, LinkedNotice } from './told.ts';

interface MessagesOptions {
  readonly wall: WallClock;
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly brand: { readonly id: InEveryLanguage };
  /** False where carriers refuse SMS with links. */
  readonly smsLinks?: boolean;
}

/** Text of the message of a code. */
type CodeText = Pick<CodeNotice, 'scene' | 'channel' | 'to' | 'code' | 'language' | 'link'>;

/** Events that a digest names; older ones are counted. */
const namedInDigest = 20;

/** Somebody asked us for it: the question is another one. */
const askedFor: readonly ChangeEvent[] = ['exportAsked', 'exportReady'];

const factNames: readonly MailFact[] = ['device', 'place', 'time', 'way'];

/** Fills in the texts of messages. */
export function createMessages({ wall, publicUrl, supportEmail, brand, smsLinks = true }: MessagesOptions) {
  const domain = new URL(publicUrl).hostname;
  const addressOf = (path: string) => new URL(path, publicUrl).href;

  const { mailContent, withLink, actionOf, lineOf } = createMailParts({ publicUrl, supportEmail, brand });

  function changeMessage({ account: { region, language }, event, to, values = {}, link, linkKind }: LinkedNotice): OutboxMessage {
    const texts = catalogues[language].mail;
    const text: ChangeText = texts.changes[event];
    const all = shownDates(values, { region, language, now: wall.wall() });
    const name = linkKind === 'freeze' && askedFor.includes(event) ? 'asked' : linkKind;
    const answer: AnswerText | undefined = name === 'contact' ? undefined : texts.answers[name];
    const rest = { to: to.address, scene: event, language };
    if (to.channel === 'email') {
      const facts = factsOf(text, all).map((fact) => [texts.facts[fact], String(all[fact])] as const);
      const content = {
        ...mailContent({ title: text.title, heading: text.heading ?? text.title, paragraphs: [text.says] }, language, all),
        ...(facts.length > 0 && { facts }),
        ...(answer !== undefined && name !== 'contact' && { action: actionOf(name, answer, link) }),
        ...lineOf(language, { values, link }),
      };
      return { channel: 'email', ...rest, content };
    }
    const href = addressOf(link.short);
    const filling = { brand: brand.id[language], supportEmail, ...asShown(all), hours: link.hours, href };
    const sms = changeSms({ texts, text, answer, values: filling, href, mayLink: smsLinks });
    return { channel: 'sms', ...rest, text: sms, values: textsOf(filling) };
  }

  function titleOf(event: ChangeEvent, { language, target }: { readonly language: Language; readonly target: string }): string {
    const { title, heading = title }: ChangeText = catalogues[language].mail.changes[event];
    return fill(heading, { target: shownMask(target), name: nameInMessage(target) });
  }

  function codeMessage({ scene, channel, to, code, language, link }: CodeText): OutboxMessage {
    const minutes = limits.codeLifeMs / minute;
    if (channel === 'sms') {
      const filling = { brand: brand.id[language], code, minutes, domain };
      const text = codeSms(catalogues[language].sms[scene], filling);
      return { channel, to, scene, language, text, code, values: textsOf(filling) };
    }
    const text = catalogues[language].mail.code[scene];
    const content = withLink(mailContent(text, language, { minutes }), text, link);
    return { channel, to, scene, language, content: { ...content, code } };
  }

  function welcomeMessage(to: string, { language }: Pick<Account, 'language'>): OutboxMessage {
    const text = catalogues[language].mail.accountCreated;
    const content = withLink(mailContent(text, language, { mail: to }), text, pageLink('/'));
    return { channel: 'email', to, scene: 'welcome', language, content };
  }

  function appMessage(to: string, { account: { language, region }, event, app, date, values = {} }: AppNotice): OutboxMessage {
    const now = wall.wall();
    const all = shownDates({ app: app[language], time: now, ...(date !== undefined && { date }), ...values }, { region, language, now });
    const content = mailContent(catalogues[language].mail.apps[event], language, all);
    return { channel: 'email', to, scene: event, language, content };
  }

  function deskMessage({ to, lines }: DeskNotice): OutboxMessage {
    const language = defaultLanguage;
    const { desk } = catalogues[language].mail;
    const content = mailContent(desk.text, language, { n: lines.length });
    const shown = lines.map(({ number, kind, dueAt, late }) =>
      fill(late ? desk.late : desk.line, { number, kind: desk.kinds[kind], date: formatDate(dueAt, 'day', { language, timeZone: 'UTC' }) }),
    );
    return { channel: 'email', to, scene: 'desk', language, content: { ...content, paragraphs: [...shown, ...content.paragraphs] } };
  }

  function alarmMessage({ to, kind, member, caseRef }: AlarmNotice): OutboxMessage {
    const language = defaultLanguage;
    const { alarm } = catalogues[language].mail;
    const content = mailContent(alarm.text, language, { member, kind: alarm.kinds[kind], case: caseRef === '' ? '–' : caseRef });
    return { channel: 'email', to, scene: 'alarm', language, content };
  }

  return { codeMessage, changeMessage, titleOf, welcomeMessage, appMessage, deskMessage, alarmMessage };
}

/** The facts that a mail lists: all that are known. An announcement of a day says nothing of today. */
function factsOf({ title, says }: ChangeText, values: Filling): readonly MailFact[] {
  const known = (fact: MailFact) => values[fact] !== undefined && values[fact] !== '';
  const hasTime = known('device') || known('place') || !/\{(?:date|n)\}/.test(title + says);
  return factNames.filter((fact) => (fact === 'time' ? hasTime : known(fact)));
}

/** Moments that are numbers, as their reader has them; the time is now where none was given. */
function shownDates(values: Filling, reader: Reader): Filling {
  const given: Filling = { time: reader.now, ...values };
  const textOf = (name: string, value: string | number): string | number => {
    if (typeof value === 'string') return value;
    if (name === 'date') return dayText(value, reader);
    return name === 'time' || name === 'due' ? timeText(value, reader) : value;
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(name, value)]));
}

/** A message that names several events, with one link. */
export function digestMessage(
  { changeMessage, titleOf, now }: Pick<ReturnType<typeof createMessages>, 'changeMessage' | 'titleOf'> & { readonly now: number },
  {
    account,
    to,
    events,
    counted,
    link,
    linkKind,
  }: Omit<LinkedNotice, 'event'> & { readonly events: readonly EventFacts[]; readonly counted: number },
): OutboxMessage {
  const { region, language } = account;
  const { digest } = catalogues[language].mail;
  const timeOf = (at: number) => timeText(at, { region, language, now });
  const lines = events.slice(-namedInDigest).map(({ event, target, at, place, device }) => {
    const line = fill(digest.line, { what: titleOf(event, { language, target }), time: timeOf(at) });
    return [line, device, place].filter((part) => part !== '').join(' · ');
  });
  const unnamed = events.length - lines.length + counted;
  const values = { n: events.length + counted };
  const message = changeMessage({ account, event: 'digest', to, values, link, linkKind });
  if (message.channel === 'sms') return message;
  const [intro = '', ...rest] = message.content.paragraphs;
  const more = unnamed > 0 ? [fill(digest.more, { n: unnamed })] : [];
  return { ...message, content: { ...message.content, paragraphs: [intro, ...lines, ...more, ...rest] } };
}

function textsOf(values: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
