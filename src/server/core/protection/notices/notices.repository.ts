import type { NoticeKind, NoticeWeight } from '#contract/protection/notices/notice-kinds.words.ts';
import type { Db } from '#server/core/database/db.ts';
import { day, hour } from '#server/platform/clock.ts';
import type { FloodCounts, NewNotice, PastNotice } from './floods.ts';

/** The notices of an account in the last day, and those that still wait; the oldest first. */
export async function pastNotices(db: Db, { accountId, now }: { readonly accountId: string; readonly now: number }): Promise<PastNotice[]> {
  const rows = await db
    .q()
    .selectFrom('notices')
    .select(['id', 'contact', 'channel', 'kind', 'weight', 'state', 'at', 'due_at'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('at', '>', now - day), eb('state', '=', 'waiting')]))
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ due_at: dueAt, ...row }) => ({ ...row, dueAt }));
}

interface CountParams extends Record<string, string | number> {
  readonly account: string;
  readonly contact: string;
  readonly kind: NoticeKind;
  readonly weight: NoticeWeight;
  readonly channel: PastNotice['channel'];
  readonly now: number;
  readonly hourAgo: number;
  readonly dayAgo: number;
}

interface PastOf {
  readonly accountId: string;
  readonly next: NewNotice;
  readonly now: number;
}

/** Counts what the notices of the last day say about one more: one row, however long the flood is. */
export function createFloodCounts(db: Db): (of: PastOf) => Promise<FloodCounts> {
  const counts = db.prepare<CountParams, FloodCounts>((q, param) =>
    q
      .selectFrom('notices')
      .select((eb) => {
        const isOwn = eb('contact', '=', param('contact'));
        const isAlone = eb.and([isOwn, eb('kind', '=', param('kind')), eb('state', '=', 'sent'), eb('at', '>', param('hourAgo'))]);
        const isMessage = eb.and([
          eb('weight', '=', param('weight')),
          eb('channel', '=', param('channel')),
          eb('state', 'in', ['sent', 'digest']),
          eb('at', '>', param('dayAgo')),
        ]);
        const isDigest = eb.and([isOwn, eb('state', '=', 'waiting'), eb('due_at', '>', param('now'))]);
        return [
          eb.fn.count(eb.case().when(isAlone).then(1).end()).as('alone'),
          eb.fn.min(eb.case().when(isAlone).then(eb.ref('at')).end()).as('firstAlone'),
          eb.fn.count(eb.case().when(isMessage).then(1).end()).as('messages'),
          eb.fn.min(eb.case().when(isDigest).then(eb.ref('due_at')).end()).as('nextDigest'),
          eb.fn.count(eb.case().when('state', '<>', 'digest').then(1).end()).as('kept'),
        ];
      })
      .where('account_id', '=', param('account'))
      .where((eb) => eb.or([eb('at', '>', param('dayAgo')), eb('state', '=', 'waiting')])),
  );
  return async ({ accountId: account, next: { contact, kind, weight, channel }, now }) => {
    const [row] = await counts({ account, contact, kind, weight, channel, now, hourAgo: now - hour, dayAgo: now - day });
    if (row === undefined) throw new Error('a count is a row');
    return row;
  };
}

/** A reader whose digest is due; undefined without one. */
export async function nextReader(db: Db, now: number): Promise<{ readonly accountId: string; readonly contact: string } | undefined> {
  const row = await db
    .q()
    .selectFrom('notices')
    .select(['account_id', 'contact'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && { accountId: row.account_id, contact: row.contact };
}
