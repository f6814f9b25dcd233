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
  const insertRow = db.prepare<Parameters<OutboxRows['insert']>[0], unknown>((q, param) =>
    q.insertInto('outbox').values({
      id: param('id'),
      channel: param('channel'),
      sealed: param('sealed'),
      lane: param('lane'),
      created_at: param('at'),
      not_before: param('at'),
      expires_at: param('expiresAt'),
      attempts: 0,
      leased_until: 0,
    }),
  );
  const removeRow = db.prepare<{ id: string }, unknown>((q, param) => q.deleteFrom('outbox').where('id', '=', param('id')));
  return {
    async insert(row) {
      await insertRow(row);
    },
    all: () => db.q().selectFrom('outbox').select(['id', 'sealed']).execute(),
    async remove(id) {
      await removeRow({ id });
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
