import { blankRow } from '#server/platform/db/table.ts';
import type { BlankAccount } from './accounts.guarded.ts';
import { accounts } from './accounts.table.ts';

/**
 * The row of an account of which nothing is known: what every account begins with, and what the purge leaves of it. The type asks for every
 * column, so that none can be declared to stay.
 */
export const emptyAccount: BlankAccount = blankRow(accounts);
