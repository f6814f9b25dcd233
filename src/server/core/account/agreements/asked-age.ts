import { limits } from '#contract/limits.ts';
import type { AgeBand } from '#contract/vocabulary/children.ts';
import type { TermsState } from '#contract/account/agreements/consents.words.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { day } from '#server/platform/clock.ts';

/** The parts of an account that the question about its age needs. Times are milliseconds. */
export interface AskedAccount {
  readonly region: RegionOrNone;
  readonly createdAt: number;
  /** Birthday of the profile, YYYY-MM-DD. */
  readonly birthday: string | null;
  readonly age: { readonly band: AgeBand | ''; readonly remindAt: number | null };
}

/** The question about the age, for accounts that have come without it. They answer where changed agreements are answered. */
export interface AgeQuestions {
  /** Until when it may be put off; undefined for an account that is not asked. */
  untilFor(account: AskedAccount, at: number): number | undefined;
}

export function askedState(until: number | undefined, { age: { remindAt } }: AskedAccount, at: number): TermsState {
  if (until === undefined) return 'none';
  if (at >= until) return 'held';
  return remindAt !== null && at < remindAt ? 'none' : 'ask';
}

/** When a postponement of this moment ends: that of the present one, if there is one. */
export function nextAgeReminder(
  { age: { remindAt } }: Pick<AskedAccount, 'age'>,
  { at, until }: { readonly at: number; readonly until: number },
): number {
  return remindAt !== null && at < remindAt ? remindAt : Math.min(at + limits.termsReminderDays[0] * day, until);
}
