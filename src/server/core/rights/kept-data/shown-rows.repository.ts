import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { isHeldQuietly } from '#server/core/account/holds/holds.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { rowsOf } from '#server/platform/db/tables/table-data.ts';
import { isOver, type Retention } from '#server/platform/db/tables/table-lives.ts';

/** Whose rows somebody reads, and when. */
export interface ReadFor {
  readonly accountId: string;
  /** Milliseconds. */
  readonly at: number;
  readonly retention: Retention;
}

export interface ShownRows {
  readonly where: RawBuilder<SqlBool>;
  /** Whether the law forbids to tell of a hold. */
  readonly isQuiet: boolean;
}

/**
 * The condition for the rows that the owner of an account gets to see; undefined for a table that says nothing of people. Under a hold
 * that the owner must not know, rows whose time is over look as if they were gone.
 */
export async function shownRows(db: Db, table: AnyTable, { accountId, at, retention }: ReadFor): Promise<ShownRows | undefined> {
  const own = rowsOf(table, accountId);
  if (own === undefined) return undefined;
  const isQuiet = await isHeldQuietly(db, accountId);
  const over = isQuiet ? isOver(table, { at, retention }) : undefined;
  return { where: over === undefined ? own : sql<SqlBool>`${own} and not ${over}`, isQuiet };
}
