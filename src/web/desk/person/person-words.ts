import type { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import { incidentStates } from '#contract/protection/freeze/incidents.words.ts';
import { requestKinds, requestStates } from '#contract/vocabulary/rights-requests.ts';
import { staffReasons } from '#contract/vocabulary/staff-reasons.ts';
import type { Filling } from '#messages/fill.ts';
import { countryText, dateText } from '#web/lib/texts/intl.ts';
import {
  circleCheck,
  clock,
  eye,
  keyRound,
  laptop,
  layoutGrid,
  link,
  lock,
  mail,
  mapPin,
  monitor,
  scrollText,
  shieldCheck,
  smartphone,
  user,
  fingerprintPattern,
} from '#web/ui/marks/icons.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { t, type DeskKey } from '#web/desk/texts.ts';

type Line = DeskData<typeof deskPersonEndpoints.deskCard>['lines'][number];

const kindKeys: Readonly<Record<string, DeskKey>> = {
  active: 'dk.s.active',
  locked: 'dk.s.locked',
  frozen: 'dk.s.frozen',
  note: 'dk.note',
  deleting: 'dk.s.deleting',
  purged: 'dk.s.purged',
  number: 'dk.l.number',
  region: 'dk.l.region',
  twoStep: 'dk.l.twoStep',
  noTwoStep: 'dk.l.noTwoStep',
  claim: 'dk.l.claim',
  phone: 'dk.l.phone',
  email: 'dk.l.email',
  username: 'dk.l.username',
  password: 'dk.l.password',
  noPassword: 'dk.l.noPassword',
  passkey: 'dk.l.passkey',
  totp: 'dk.l.totp',
  recoveryCodes: 'dk.l.recoveryCodes',
  social: 'dk.l.social',
  session: 'dk.l.session',
  device: 'dk.l.device',
  sms: 'dk.l.sms',
  app: 'dk.l.app',
  incident: 'dk.s.frozen',
  request: 'dk.l.request',
  look: 'dk.l.look',
};

/** Kind of a line. */
export function kindText({ kind, value, note }: Line): string {
  const key = Object.hasOwn(kindKeys, kind) ? kindKeys[kind] : undefined;
  if (key !== undefined) return t(key);
  const about = platformText(note);
  return eventText(kind, { count: value || 1, app: about, platform: about });
}

/** Event in an account: in words for staff where those to the owner say “you”. */
export function eventText(event: string, filling: Filling): string {
  const own = `dk.e.${event}`;
  const said = t(own as DeskKey, filling);
  return said === own ? t(`ac.e.${event}` as DeskKey, filling) : said;
}

/** First text of a line. */
export function valueText({ kind, title, value, note, at }: Line): string {
  if (kind === 'note') return value;
  if (kind === 'request') return t(`dk.rq.kind.${requestKinds.find((each) => each === value) ?? 'other'}`);
  if (kind === 'incident') return t(`dk.l.incident.${incidentStates.find((each) => each === note) ?? 'frozen'}`);
  if (kind === 'social') return platformText(title);
  if (kind === 'region') return regionText(value);
  if (title !== '') return title;
  if (kind in kindKeys || value === '') return value || (at !== null && kind === 'password' ? t('dk.l.set') : '');
  return '';
}

/** Second text of a line: dates, states, references. */
export function noteText(line: Line): string {
  return notesOf(line)
    .filter((part) => part !== '')
    .join(' · ');
}

function notesOf(line: Line): readonly string[] {
  const { kind, title, value, note, at, until } = line;
  const moment = at === null ? '' : dateText(new Date(at), 'moment');
  const since = at === null ? '' : t('dk.l.since', { date: dateText(new Date(at), 'day') });
  const untilMoment = until === null ? '' : dateText(new Date(until), 'moment');
  if (isSent(line)) {
    const [state = '', reference = ''] = note.split(' ');
    return [value, t(`dk.m.${state as 'sent'}`), reference, moment];
  }
  if (kind === 'note') return [title, note, moment];
  if (kind === 'look') return [value, reasonText(note), moment];
  if (kind === 'incident') return [title, moment, until === null ? '' : t('dk.l.ended', { date: untilMoment })];
  if (kind === 'request') {
    const state = requestStates.find((each) => each === note) ?? 'received';
    const isOpen = state === 'received' || state === 'waiting';
    return [title, t(`dk.rq.state.${state}`), isOpen && until !== null ? t('dk.due', { date: dateText(new Date(until), 'day') }) : moment];
  }
  const isSeen = kind === 'session' || kind === 'device' || kind === 'app';
  return [
    isSeen && title !== '' ? value : '',
    note === 'unproven' ? t('dk.l.unproven') : '',
    kind in kindKeys ? since : moment,
    until === null ? '' : t(isSeen ? 'dk.l.seen' : 'dk.l.until', { date: untilMoment }),
  ];
}

function isSent({ kind, title }: Line): boolean {
  return kind === 'sms' || (kind === 'email' && title !== '');
}

/** One of the list, or the words of a command. */
export function reasonText(reason: string): string {
  const known = staffReasons.find((each) => each === reason);
  return known === undefined ? reason : t(`dk.r.${known}`);
}

const platformKeys: Readonly<Record<string, DeskKey>> = { wechat: 'dk.pf.wechat', weibo: 'dk.pf.weibo', qq: 'dk.pf.qq' };

/** A social platform in words; the name of an app stays as it is. */
function platformText(name: string): string {
  const key = Object.hasOwn(platformKeys, name) ? platformKeys[name] : undefined;
  return key === undefined ? name : t(key);
}

function regionText(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryText(code) ?? code) : code;
}

const icons: Readonly<Record<string, string>> = {
  active: circleCheck,
  locked: lock,
  frozen: lock,
  deleting: clock,
  twoStep: shieldCheck,
  noTwoStep: shieldCheck,
  claim: clock,
  region: mapPin,
  phone: smartphone,
  sms: smartphone,
  email: mail,
  password: lock,
  noPassword: lock,
  passkey: fingerprintPattern,
  totp: keyRound,
  recoveryCodes: keyRound,
  social: link,
  session: monitor,
  device: laptop,
  app: layoutGrid,
  incident: lock,
  request: scrollText,
  look: eye,
};

/** The picture before a line. */
export function iconOf({ kind }: Line): string {
  return (Object.hasOwn(icons, kind) ? icons[kind] : undefined) ?? user;
}

/** Lines without an id are the only ones of their kind. */
export function withId(line: Line): Line {
  return line.id === '' ? { ...line, id: line.kind } : line;
}
