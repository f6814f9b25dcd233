import type { Db } from '#server/platform/db/db.ts';
import type { Lane } from './lane.ts';

/** The SQL on `outbox`. Leasing and giving back are in `outbox.guarded.ts`. */
export interface OutboxRows {
  insert(row: {
    readonly id: string;
    readonly channel: 'sms' | 'email';
    readonly sealed: string;
    readonly lane: Lane;
    readonly at: number;
    readonly expiresAt: number;
  }): Promise<void>;
  all(): Promise<readonly { readonly id: string; readonly sealed: string }[]>;
  remove(id: string): Promise<void>;
  /** Returns the number of removed messages. */
  removeExpired(at: number): Promise<number>;
  /** The number of unsent messages, and the creation of the oldest (milliseconds since the epoch). */
  backlog(): Promise<{ readonly count: number; readonly oldestAt: number | undefined }>;
}

export function createOutboxRows(db: Db): OutboxRows {
  return {
    async insert({ id, channel, sealed, lane, at, expiresAt }) {
      const row = { id, channel, sealed, lane, created_at: at, not_before: at, expires_at: expiresAt, attempts: 0, leased_until: 0 };
      await db.q().insertInto('outbox').values(row).execute();
    },
    all: () => db.q().selectFrom('outbox').select(['id', 'sealed']).execute(),
    async remove(id) {
      await db.q().deleteFrom('outbox').where('id', '=', id).execute();
    },
    async removeExpired(at) {
      const { numDeletedRows } = await db.q().deleteFrom('outbox').where('expires_at', '<=', at).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async backlog() {
      const row = await db
        .q()
        .selectFrom('outbox')
        .select((q) => [q.fn.countAll().as('count'), q.fn.min('created_at').as('oldest')])
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), oldestAt: row.oldest ?? undefined };
    },
  };
}
