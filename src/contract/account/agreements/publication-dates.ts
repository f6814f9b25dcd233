import { limits } from '#contract/limits.ts';
import { isCalendarDate } from '#contract/rules/birthday.ts';
import type { DateFault } from './publication-drafts.words.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const noticeMs = limits.termsNoticeDays * dayMs;

/** The dates that a draft names, as `yyyy-mm-dd`. A day begins at 00:00 UTC; an empty one means the default. */
export interface DraftDays {
  /** People are asked to accept it. */
  readonly asks: boolean;
  readonly effectiveDay: string;
  /** The first day on which people can no longer put it off. */
  readonly laterUntilDay: string;
}

/** Dates of a publication, in milliseconds. */
export interface PublicationDates {
  readonly effectiveAt: number;
  /** Until when people may put it off; null for one that asks nobody. */
  readonly laterUntil: number | null;
}

/** By default people are asked a month after the publication, and may put it off for a month from then on. */
export function datesOf({ asks, effectiveDay, laterUntilDay }: DraftDays, publishedAt: number): PublicationDates {
  const named = startOf(effectiveDay);
  if (!asks) return { effectiveAt: Math.max(named ?? publishedAt, publishedAt), laterUntil: null };
  const effectiveAt = named ?? publishedAt + noticeMs;
  return { effectiveAt, laterUntil: startOf(laterUntilDay) ?? effectiveAt + noticeMs };
}

/** Undefined for an empty day, and for one that the calendar does not have. */
function startOf(dayOfDraft: string): number | undefined {
  return isCalendarDate(dayOfDraft) ? Date.parse(dayOfDraft) : undefined;
}

/** Whether people who are asked have a month before it is in force, and are not held before that. */
export function givesNotice({ effectiveAt, laterUntil }: PublicationDates, publishedAt: number): boolean {
  return laterUntil === null || (effectiveAt >= publishedAt + noticeMs && laterUntil >= effectiveAt);
}

/** The first fault of the dates for a publication at a moment, with the date that is wrong or the earliest one that is not. */
export function dateFaultOf(days: DraftDays, publishAt: number): { readonly fault: DateFault; readonly found: string } | undefined {
  const { asks, effectiveDay, laterUntilDay } = days;
  const unreal = [effectiveDay, laterUntilDay].find((each) => each !== '' && !isCalendarDate(each));
  if (unreal !== undefined) return { fault: 'day', found: unreal };
  if (!asks && laterUntilDay !== '') return { fault: 'unasked', found: laterUntilDay };
  const first = firstDay(asks, publishAt);
  if (effectiveDay !== '' && effectiveDay < first) return { fault: asks ? 'notice' : 'past', found: first };
  const inForce = effectiveDay === '' ? first : effectiveDay;
  return laterUntilDay !== '' && laterUntilDay < inForce ? { fault: 'backward', found: inForce } : undefined;
}

/** The earliest day that a draft may name. An hour is left for a publication that is late. */
function firstDay(asks: boolean, publishAt: number): string {
  return dayText(asks ? publishAt + noticeMs + hourMs + dayMs - 1 : publishAt);
}

/** The day of a moment in UTC, as `yyyy-mm-dd`. */
export function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
