import { blankRow } from '#server/platform/db/tables/table.ts';
import type { BlankAccount } from './accounts.guarded.ts';
import { accounts } from './accounts.table.ts';

/**
 * Blank account row: the start of every account and its remainder after the purge. The type requires every column, so
 * that no column can be exempted.
 */
export const emptyAccount: BlankAccount = blankRow(accounts);
