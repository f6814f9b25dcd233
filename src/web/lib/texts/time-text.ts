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
  const [at, day] = [new Date(time), lastDayText(time, now)];
  return daysBetween(new Date(now), at) >= -1 ? translate('time.atDay', { day, time: dateText(at, 'time') }) : day;
}

/** A day, with the year if it is not this one: "Nov 2", "Nov 2, 2024". */
export function shortDayText(time: Time, now: number = Date.now()): string {
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? dayOfYearText(time) : dayText(time);
}

/** A text as the beginning of a line: "Today, 9:12 AM". */
export function atStart(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const soonMs = 48 * 3_600_000;

/** A deadline: with its time if it is less than 48 hours away, and with the year if it is not this one. */
export function dueText(time: string, now: number = Date.now()): string {
  const at = new Date(time);
  const day = shortDayText(time, now);
  return at.getTime() - now < soonMs ? translate('time.atDay', { day, time: dateText(at, 'time') }) : day;
}

/** A day as a heading over its events: "Today", "Yesterday", "Nov 16", "Nov 2, 2024". In the browser's time zone. */
export function dayHeading(time: string, now?: number): string {
  return atStart(lastDayText(time, now));
}

/** The day of the last use, in words: "today", "Nov 16", "Nov 2, 2024". In the browser's time zone. */
export function lastDayText(time: string, now: number = Date.now()): string {
  // The server's clock may be a little ahead.
  const days = Math.min(0, daysBetween(new Date(now), new Date(time)));
  return days >= -1 ? relativeDayText(days) : shortDayText(time, now);
}

/** Whether it was today, in the browser's time zone. */
export function isToday(time: string, now: number = Date.now()): boolean {
  return daysBetween(new Date(now), new Date(time)) >= 0;
}

/** A moment to the second: "Nov 28, 5:26:08 PM". */
export function exactText(time: string): string {
  return dateText(new Date(time), 'exact');
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
