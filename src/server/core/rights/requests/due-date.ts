import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { day } from '#server/platform/clock.ts';
import { workingDaysLater, type Workdays } from './working-days.ts';

/**
 * Mainland China asks for 15 working days: 15 days of the calendar are never later, and stand where the calendar of
 * working days has no list of a year. The same where no region is known.
 */
const daysInChina = 15;

/** An appeal against an act of staff is answered sooner than most requests, wherever its person lives. */
export function appealDate(receivedAt: number): number {
  return beginOfDay(receivedAt) + daysInChina * day;
}

/**
 * The date by which a request is answered, as its beginning in UTC: in Mainland China after 15 working days; elsewhere after 30
 * days or a month, the earlier of both. A month ends on the day of the same number, or on the last of the month. Counted
 * from the beginning of the day in UTC, it is not late in any time zone.
 */
export function dueDate(receivedAt: number, region: RegionOrNone, workdays?: Workdays): number {
  const from = beginOfDay(receivedAt);
  const worked = region === 'CN' && workdays !== undefined ? workingDaysLater(from, daysInChina, workdays) : undefined;
  if (worked !== undefined) return worked;
  return region === 'CN' || region === '' ? from + daysInChina * day : Math.min(from + 30 * day, monthsLater(from, 1));
}

/** The date after the one extension by two months; undefined where the law knows none. */
export function extendedDate(receivedAt: number, region: RegionOrNone): number | undefined {
  if (region === 'CN' || region === '') return undefined;
  const from = beginOfDay(receivedAt);
  return Math.min(from + 90 * day, monthsLater(from, 3));
}

function beginOfDay(at: number): number {
  return at - (at % day);
}

function monthsLater(from: number, months: number): number {
  const date = new Date(from);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
}

/**
 * How often the desk should have been notified of an open request by now: on arrival, at half-time, three days before the date,
 * on the date, and then daily.
 */
export function deskStep({ received_at, due_at }: { readonly received_at: number; readonly due_at: number }, at: number): number {
  if (at >= due_at) return 4 + Math.floor((at - due_at) / day);
  if (at >= due_at - 3 * day) return 3;
  return at >= received_at + (due_at - received_at) / 2 ? 2 : 1;
}
