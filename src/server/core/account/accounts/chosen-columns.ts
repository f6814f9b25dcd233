import type { Selectable } from 'kysely';
import type { AccountsTable } from './accounts.table.ts';

/** Columns that a counted or dated choice changes, with the count and the date. */
export const chosenColumns = [
  'nickname_changed_at',
  'username_changes',
  'region',
  'region_changes',
  'language',
  'birthday',
  'age_band',
  'age_remind_at',
  'child_until',
  'guardian_answer',
  'guardian_due_at',
  'guardian_told',
] as const satisfies readonly (keyof AccountsTable)[];

export type ChosenColumns = Pick<Selectable<AccountsTable>, (typeof chosenColumns)[number]>;
