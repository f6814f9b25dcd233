import { currentLanguage, translate } from './i18n.tsx';
import { htmlLang } from './language.ts';

/** A day in words: "Nov 2, 2025". `time` is in the server's format (ISO 8601). */
export function dayText(time: string): string {
  return new Intl.DateTimeFormat(htmlLang(currentLanguage()), { dateStyle: 'medium' }).format(new Date(time));
}

/** The time of the last use, in words: "today, 09:12", "Nov 16", "Nov 2, 2024". In the browser's time zone. */
export function lastSeenText(time: string, now: number = Date.now()): string {
  const locale = htmlLang(currentLanguage());
  const [at, today] = [new Date(time), new Date(now)];
  // The server's clock may be a little ahead.
  const days = Math.min(0, daysBetween(today, at));
  if (days >= -1) {
    const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
    return translate('time.atDay', { day, time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at) });
  }
  if (at.getFullYear() !== today.getFullYear()) return dayText(time);
  return new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }).format(at);
}

/** Calendar days between two dates; a day of 23 or 25 hours counts as one. */
function daysBetween(from: Date, to: Date): number {
  const [first, last] = [from, to].map((date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
  return ((last ?? 0) - (first ?? 0)) / 86_400_000;
}
