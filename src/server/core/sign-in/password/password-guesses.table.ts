import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Wrong passwords at sign-in, counted over months (`password-guesses.ts`). */
export interface PasswordGuessesTable {
  /** The account's id, also with a browser that it knows; a legacy account; or the keyed hash of a name that nobody has. */
  holder: string;
  kind: 'account' | 'legacy' | 'nobody';
  account_id: string | null;
  /** Since the last right password. */
  in_a_row: Guarded<number>;
  /** In the period that began at `period_at`. */
  in_period: Guarded<number>;
  period_at: Guarded<number>;
  /** The moment from which the password is not looked at; null while it is. */
  paused_at: Guarded<number | null>;
  last_at: Guarded<number>;
  /** Guesses of the day that began at `day_at`: right passwords do not matter. */
  in_day: Guarded<number>;
  day_at: Guarded<number>;
}

export const passwordGuesses = table<PasswordGuessesTable>()({
  name: 'password_guesses',
  key: ['holder'],
  sweep: [
    { past: ['last_at'], graceMs: day, where: { kind: ['nobody'] }, every: 'hour' },
    { past: ['last_at'], graceMs: 400 * day, every: 'hour' },
  ],
  erase: { rows: 'go', of: 'account_id', others: 'because they are counts of names without an account, and of legacy accounts' },
  restore: 'keep, because a pause that is too long passes',
  merge: 'keep',
  data: { topic: 'security', basis: 'security', until: 'swept', since: 'last_at' },
  columns: {
    holder: isInternal,
    kind: isBookkeeping,
    account_id: isInternal,
    in_a_row: 'in the export as wrongPasswords, a number',
    in_period: 'in the export as wrongPasswords, a number',
    period_at: 'derived from wrongPasswords',
    paused_at: 'in the export as wrongPasswords, a time',
    last_at: 'in the export as wrongPasswords, a time',
    in_day: 'in the export as wrongPasswords, a number',
    day_at: 'derived from wrongPasswords',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    password_guesses: PasswordGuessesTable;
  }
}
