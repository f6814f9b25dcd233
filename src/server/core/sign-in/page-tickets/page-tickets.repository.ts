import { textOfWays, waysIn } from '#server/core/sign-in/ways/assurance-columns.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { Db } from '#server/core/database/db.ts';
import type { PageTicketsTable } from './page-tickets.table.ts';

export type TicketKind = PageTicketsTable['kind'];

export interface TicketRecord {
  readonly id: string;
  readonly kind: TicketKind;
  readonly accountId: string;
  readonly visitor: string | null;
  readonly sessionId: string | null;
  readonly at: number;
  readonly expiresAt: number;
  /** A withdrawal signs in. */
  readonly signsIn: boolean;
  /** Ways that the sign-in showed. */
  readonly ways: readonly WayId[];
}

/** The SQL on `page_tickets`. Spending is in `page-tickets.guarded.ts`. */
export interface PageTicketRows {
  insert(ticket: TicketRecord): Promise<void>;
  /** The live ticket: unspent, not expired, and of the account's current credentials. */
  findLive(ticket: { readonly id: string; readonly kinds: readonly TicketKind[]; readonly at: number }): Promise<TicketRecord | undefined>;
}

export function createPageTicketRows(db: Db): PageTicketRows {
  return {
    async insert({ id, kind, accountId, visitor, sessionId, at, expiresAt, signsIn, ways }) {
      const { credential_epoch } = await db
        .q()
        .selectFrom('accounts')
        .select('credential_epoch')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      await db
        .q()
        .insertInto('page_tickets')
        .values({
          id,
          kind,
          account_id: accountId,
          credential_epoch,
          visitor,
          session_id: sessionId,
          created_at: at,
          expires_at: expiresAt,
          used_at: null,
          signs_in: signsIn ? 1 : 0,
          ways: textOfWays(ways),
        })
        .execute();
    },

    async findLive({ id, kinds, at }) {
      const row = await db
        .q()
        .selectFrom('page_tickets')
        .innerJoin('accounts', 'accounts.id', 'page_tickets.account_id')
        .select([
          'page_tickets.id',
          'page_tickets.kind',
          'page_tickets.account_id',
          'page_tickets.visitor',
          'page_tickets.session_id',
          'page_tickets.created_at',
          'page_tickets.expires_at',
          'page_tickets.signs_in',
          'page_tickets.ways',
        ])
        .where('page_tickets.id', '=', id)
        .where('page_tickets.kind', 'in', kinds)
        .where('page_tickets.used_at', 'is', null)
        .where('page_tickets.expires_at', '>', at)
        .whereRef('page_tickets.credential_epoch', '=', 'accounts.credential_epoch')
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          kind: row.kind,
          accountId: row.account_id,
          visitor: row.visitor,
          sessionId: row.session_id,
          at: row.created_at,
          expiresAt: row.expires_at,
          signsIn: row.signs_in === 1,
          ways: waysIn(row.ways),
        }
      );
    },
  };
}
