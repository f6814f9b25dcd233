import { deletionReasons } from '#contract/vocabulary/deletion.ts';
import type { RequestKind, RequestOutcome } from '#contract/vocabulary/rights-requests.ts';
import type { Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { day, minute } from '#server/platform/clock.ts';

/** Why an account goes: the reason that its person chose, or that no guardian agreed. */
export type DeletionCause = (typeof deletionReasons)[number] | 'noConsent';

/**
 * The names of the counters. A name has its parts from the general to the special; a time is a number of whole minutes or
 * days, so that a median can be read from counts.
 */
export type RightsCount =
  | `copies.${'asked' | 'ready' | 'downloaded' | 'failed'}`
  | `copies.minutes.${number}`
  | `deletions.${'asked' | 'done'}.${DeletionCause}`
  | 'deletions.withdrawn'
  | 'receipts.signed'
  | `terms.${'accepted' | 'later' | 'held' | 'left'}`
  | `choices.${'given' | 'withdrawn'}.${Purpose}`
  | `children.${'begun' | 'agreed' | 'refused' | 'withdrawn' | 'grown'}`
  | `requests.opened.${RequestKind}`
  | `requests.answered.${RequestKind}.${RequestOutcome}`
  | `requests.days.${number}`
  | `requests.${'withdrawn' | 'late' | 'extended'}`
  | `staff.${'looks' | 'locks' | 'authorities'}`;

/** Ends of the steps in which the time of a copy is counted: exact where most copies are. */
const minuteSteps = [1, 2, 3, 4, 5, 10, 15, 30, 60, 120, 240, 480, 1440, 4320, 10_080];
/** Requests that take longer count as this many days. */
const mostDays = 400;

/** A copy that took this time, as the smallest step that is not shorter. */
export function minutesOf(ms: number): `copies.minutes.${number}` {
  const minutes = ms / minute;
  return `copies.minutes.${minuteSteps.find((step) => minutes <= step) ?? 43_200}`;
}

/** A request that took this time, in days that have begun. */
export function daysOf(ms: number): `requests.days.${number}` {
  return `requests.days.${Math.min(Math.ceil(ms / day), mostDays)}`;
}

export function causeOf({ age }: Pick<Account, 'age'>, { reason }: { readonly reason: string }): DeletionCause {
  if (age.band === 'child' && age.answer !== 'agreed') return 'noConsent';
  return deletionReasons.find((known) => known === reason) ?? 'other';
}

/** A request that ends at its date or later is late. */
export function lateness({ due_at: dueAt }: { readonly due_at: number }, at: number): readonly RightsCount[] {
  return at >= dueAt ? ['requests.late'] : [];
}
