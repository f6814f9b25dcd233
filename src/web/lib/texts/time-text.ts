import type { Language } from '#contract/vocabulary/languages.ts';
import { translate } from './i18n.tsx';
import { dateText, relativeDayText } from './intl.ts';

/** A time of the server (ISO 8601), or milliseconds since the epoch. */
type Time = string | number;

/** A day: "Nov 2, 2025". */
export function dayText(time: Time): string {
  return dateText(new Date(time), 'day');
}

/** A day near today, where the year is clear: "Nov 2". */
export function dayOfYearText(time: Time): string {
  return dateText(new Date(time), 'dayOfYear');
}

/** A day with its time: "Nov 2, 2025, 1:40 PM". */
export function momentText(time: Time, language?: Language): string {
  return dateText(new Date(time), 'moment', language && { language });
}

/** A calendar day without time zone, `2025-11-02`: "Nov 2, 2025". */
export function calendarDayText(day: string, language?: Language): string {
  return dateText(new Date(`${day}T00:00:00Z`), 'day', { ...(language && { language }), timeZone: 'UTC' });
}

/** The time of the last use, in words: "today, 9:12 AM", "Nov 16", "Nov 2, 2024". In the browser's time zone. */
export function lastSeenText(time: string, now: number = Date.now()): string {
  const [at, today] = [new Date(time), new Date(now)];
  // The server's clock may be a little ahead.
  const days = Math.min(0, daysBetween(today, at));
  if (days >= -1) return translate('time.atDay', { day: relativeDayText(days), time: dateText(at, 'time') });
  return at.getFullYear() === today.getFullYear() ? dayOfYearText(time) : dayText(time);
}

/** A day as a heading over its events: "today", "yesterday", "Nov 16", "Nov 2, 2024". In the browser's time zone. */
export function dayHeading(time: string, now: number = Date.now()): string {
  const [at, today] = [new Date(time), new Date(now)];
  const days = Math.min(0, daysBetween(today, at));
  if (days >= -1) return relativeDayText(days);
  return at.getFullYear() === today.getFullYear() ? dayOfYearText(time) : dayText(time);
}

/** The time of a day: "9:12 AM". */
export function timeText(time: string): string {
  return dateText(new Date(time), 'time');
}

/** Calendar days between two dates; a day of 23 or 25 hours counts as one. */
function daysBetween(from: Date, to: Date): number {
  const [first, last] = [from, to].map((date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
  return ((last ?? 0) - (first ?? 0)) / 86_400_000;
}
