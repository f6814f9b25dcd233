import type { Database } from '#server/core/database/db.ts';
import { prepared } from '#server/platform/db/guarded-writes.ts';

interface Attempts {
  readonly id: string;
  readonly account_id: string;
  readonly at: number;
  readonly event: string;
}

/** Counts attempts in one row, whose moment is that of the last. */
export const countAttempt = prepared<Database, { [Column in keyof Attempts]: Attempts[Column] }, unknown>((q, param) =>
  q
    .insertInto('activity')
    .values({
      id: param('id'),
      account_id: param('account_id'),
      at: param('at'),
      event: param('event'),
      browser: '',
      os: '',
      known_browser: '',
      count: 1,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ count: eb('activity.count', '+', 1), at: param('at') }))),
);
