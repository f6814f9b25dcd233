import { day } from '#server/platform/clock.ts';

/** Entries of the calendar of working days: days off, and Saturdays and Sundays that are worked. Days are YYYY-MM-DD. */
export interface Workdays {
  readonly off: ReadonlySet<string>;
  readonly worked: ReadonlySet<string>;
}

/**
 * The beginning in UTC of the last of so many working days after a day; undefined where the calendar names no day of a
 * year on the way: a year without its list is not guessed.
 */
export function workingDaysLater(from: number, count: number, { off, worked }: Workdays): number | undefined {
  const years = new Set([...off, ...worked].map((date) => date.slice(0, 4)));
  let at = from;
  for (let left = count; left > 0;) {
    at += day;
    const date = new Date(at).toISOString().slice(0, 10);
    if (!years.has(date.slice(0, 4))) return undefined;
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
    if (worked.has(date) || (!isWeekend && !off.has(date))) left -= 1;
  }
  return at;
}

/** Whether the calendar names a day of the year of this moment. */
export function knowsYear({ off, worked }: Workdays, at: number): boolean {
  const year = String(new Date(at).getUTCFullYear());
  return [...off, ...worked].some((date) => date.startsWith(year));
}
