import { limits } from '#contract/limits.ts';
import type { Rules } from './rule.ts';

/** Whether a text that begins like `yyyy-mm-dd` is a day of the calendar. */
export function isCalendarDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** An optional date: yyyy-mm-dd, a real day, later than 1800-01-01 (spec 5) and not after today. */
export const birthdayRules: Rules = [
  { name: 'regex', fails: (value) => value !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(value) },
  { name: 'date', fails: (value) => value !== '' && !isCalendarDate(value) },
  { name: 'min', fails: (value) => value !== '' && value <= limits.birthdayAfter },
  { name: 'max', fails: (value, { today }) => today !== undefined && value > today },
];
