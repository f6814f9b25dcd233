import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { UpgradeTicketsTable } from './upgrade-tickets.table.ts';

export type UpgradeTicketRow = Selectable<UpgradeTicketsTable>;

/** The SQL on `upgrade_tickets`. Spending is in `upgrade-tickets.guarded.ts`. */
export async function insertUpgradeTicket(db: Db, ticket: Omit<UpgradeTicketRow, 'used_at'>): Promise<void> {
  await db
    .q()
    .insertInto('upgrade_tickets')
    .values({ ...ticket, used_at: null })
    .execute();
}

/** Live tickets of this holder in the list. */
export async function findUpgradeTickets(
  db: Db,
  { ids, holder, at }: { readonly ids: readonly string[]; readonly holder: string; readonly at: number },
): Promise<readonly UpgradeTicketRow[]> {
  if (ids.length === 0) return [];
  return db
    .q()
    .selectFrom('upgrade_tickets')
    .selectAll()
    .where('id', 'in', ids)
    .where('holder', '=', holder)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
}
