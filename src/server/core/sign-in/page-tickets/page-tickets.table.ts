import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Tickets that open the account deletion page, and tickets that allow a deletion there (`core/page-tickets`). */
export interface PageTicketsTable {
  /** SHA-256 of the ticket, base64url. */
  id: string;
  kind: 'open' | 'mailed' | 'page' | 'delete';
  account_id: string;
  /** Epoch of the account when the ticket was made; after a change it is invalid. */
  credential_epoch: number;
  /** For a page: hash of the cookie of the browser that opened it. */
  visitor: string | null;
  /** For a deletion: the session that may redeem it. */
  session_id: Guarded<string | null>;
  created_at: number;
  expires_at: number;
  used_at: Guarded<number | null>;
  /** 1 for a ticket of a sign-in and its page: a withdrawal signs in. 0 for a client's and a mailed one. */
  signs_in: number;
  /** Ids of the ways that the sign-in showed, with a space between them. */
  ways: Guarded<string, string | undefined>;
}

export const pageTickets = table<PageTicketsTable>()({
  name: 'page_tickets',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'page_tickets' },
  restore: 'void',
  merge: 'drop',
  session: { session_id: 'moves' },
  data: { topic: 'short', basis: 'security', until: 'short', since: 'created_at' },
  columns: {
    id: 'derived from tickets',
    kind: 'in the export as tickets',
    account_id: isInternal,
    credential_epoch: isBookkeeping,
    visitor: 'derived from tickets',
    session_id: 'derived from tickets',
    created_at: 'in the export as tickets, a time',
    expires_at: 'derived from tickets',
    used_at: 'in the export as tickets, a time',
    signs_in: 'derived from tickets',
    ways: 'derived from tickets',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    page_tickets: PageTicketsTable;
  }
}
