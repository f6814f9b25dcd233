import type { Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { formatDate } from '#messages/date-text.ts';
import { hour, minute } from '#server/platform/clock.ts';

export interface Reader {
  readonly region: RegionOrNone;
  readonly language: Language;
  /** Milliseconds: a year is named if it is another one. */
  readonly now: number;
}

/** Dates nearer than this carry their time. */
const nearMs = 48 * hour;

/**
 * A moment in the reader's language, "Jan 5, 4:00 PM": local time in Mainland China; elsewhere UTC, named, because the time
 * zone is unknown.
 */
export function timeText(at: number, { region, language, now }: Reader): string {
  const timeZone = zoneOf(region);
  const isThisYear = yearIn(timeZone, at) === yearIn(timeZone, now);
  const name = `${language} ${timeZone} ${isThisYear}`;
  const minutes = Math.floor(at / minute);
  const last = lastMoments.get(name);
  const text = last?.minutes === minutes ? last.text : formatDate(at, isThisYear ? 'momentOfYear' : 'moment', { language, timeZone });
  lastMoments.set(name, { minutes, text });
  return region === 'CN' ? text : `${text} (UTC)`;
}

/** The day of something that is announced, "Jan 20"; with its time if it is near. */
export function dayText(at: number, reader: Reader): string {
  const { region, language, now } = reader;
  if (at > now && at < now + nearMs) return timeText(at, reader);
  const timeZone = zoneOf(region);
  return formatDate(at, yearIn(timeZone, at) === yearIn(timeZone, now) ? 'dayOfYear' : 'day', { language, timeZone });
}

function zoneOf(region: RegionOrNone): 'Asia/Shanghai' | 'UTC' {
  return region === 'CN' ? 'Asia/Shanghai' : 'UTC';
}

function yearIn(timeZone: 'Asia/Shanghai' | 'UTC', at: number): number {
  return new Date(at + (timeZone === 'UTC' ? 0 : 8 * hour)).getUTCFullYear();
}

/** The latest of each language and zone: most messages of a minute name it, and a date costs more than the rest of a message. */
const lastMoments = new Map<string, { readonly minutes: number; readonly text: string }>();
