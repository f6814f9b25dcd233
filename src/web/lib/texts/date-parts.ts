import { locale } from './intl.ts';

type DatePart = 'year' | 'month' | 'day';

/** Year, month and day in the order of the language. */
export function dateParts(): readonly DatePart[] {
  return partsOfMonth(1).flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}

/** The month of a date: "December", "12". */
export function monthText(month: number): string {
  return partsOfMonth(month).find(({ type }) => type === 'month')?.value ?? String(month);
}

function partsOfMonth(month: number): readonly Intl.DateTimeFormatPart[] {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).formatToParts(Date.UTC(2000, month - 1, 1));
}
