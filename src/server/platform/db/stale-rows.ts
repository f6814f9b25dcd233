import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeleteResult } from 'kysely';
import { type Clock, day, minute } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Db } from './db.ts';

/** How long a row stays after it has lost its meaning, so that a clock which steps back brings nothing to life again. */
const graceMs = day;
/**
 * The same for rows that live for minutes and that strangers make: their number is bounded, and so is what of them
 * stands. A clock that steps back by more is another's matter (`kept-time.ts`).
 */
export const shortGraceMs = 5 * minute;
/** What the OpenID provider keeps for minutes. */
const shortLived = ['Interaction', 'DeviceCode', 'AuthorizationCode', 'AccessToken'] as const;
/** Short-lived rows are removed every minute, all others every hour. */
const minutesBetween = 60;
/** Expired sessions are told from unknown ones (2000 instead of 401) for this many days, unless the operator chose otherwise. */
const expiredSessionDays = 30;
const batchRows = 500;

/** What an operator may set. */
export interface RowRetention {
  /** How long a session's row stays after it ran out. */
  readonly sessionDays?: number;
}

/**
 * Removes, in small batches, what has had its time: codes, proofs, links, tickets, merges, reservations, resting names,
 * failures, sessions, and what the OpenID provider kept, and the short-lived. Returns how many rows went.
 */
export async function removeStaleRows(db: Db, at: number, { sessionDays = expiredSessionDays }: RowRetention = {}): Promise<number> {
  const before = at - graceMs;
  const removed = await removeAll([
    async () =>
      db
        .q()
        .deleteFrom('codes')
        .where('id', 'in', (eb) => eb.selectFrom('codes').select('id').where('expires_at', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('proofs')
        .where('id', 'in', (eb) => eb.selectFrom('proofs').select('id').where('expires_at', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('links')
        .where('id', 'in', (eb) => eb.selectFrom('links').select('id').where('expires_at', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('page_tickets')
        .where('id', 'in', (eb) => eb.selectFrom('page_tickets').select('id').where('expires_at', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('resting_names')
        .where('name_hash', 'in', (eb) =>
          eb.selectFrom('resting_names').select('name_hash').where('rests_until', '<=', at).limit(batchRows),
        )
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('upgrade_tickets')
        .where('id', 'in', (eb) => eb.selectFrom('upgrade_tickets').select('id').where('expires_at', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('legacy_merges')
        .where('id', 'in', (eb) => eb.selectFrom('legacy_merges').select('id').where('undo_until', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('reserved_identifiers')
        .where((eb) =>
          eb(
            eb.refTuple('kind', 'value'),
            'in',
            eb
              .selectFrom('reserved_identifiers')
              .select(['kind', 'value'])
              .where('reserved_until', '<=', before)
              .limit(batchRows)
              .$asTuple('kind', 'value'),
          ),
        )
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('failures')
        .where('key', 'in', (eb) =>
          eb.selectFrom('failures').select('key').where('first_at', '<=', before).where('blocked_until', '<=', before).limit(batchRows),
        )
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('openid_records')
        .where((eb) =>
          eb(
            eb.refTuple('model', 'id'),
            'in',
            eb
              .selectFrom('openid_records')
              .select(['model', 'id'])
              .where('expires_at', '<=', at - shortGraceMs)
              .where((own) => own.or([own('model', 'in', shortLived), own('expires_at', '<=', before)]))
              .limit(batchRows)
              .$asTuple('model', 'id'),
          ),
        )
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('devices')
        .where('id', 'in', (eb) => eb.selectFrom('devices').select('id').where('ended_at', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('sessions')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('sessions')
            .select('id')
            .where('expires_at', '<=', at - sessionDays * day)
            .limit(batchRows),
        )
        .executeTakeFirstOrThrow(),
  ]);
  await eraseTombstones(db, before);
  return removed + (await removeShortLivedRows(db, at));
}

/**
 * Removes, in small batches, what lives for minutes and anybody can make: requests of apps and codes of devices without
 * a person, states of platforms and who came back from them, marks of what was used once. Returns how many rows went.
 */
export async function removeShortLivedRows(db: Db, at: number): Promise<number> {
  const before = at - shortGraceMs;
  return removeAll([
    async () =>
      db
        .q()
        .deleteFrom('claims')
        .where((eb) =>
          eb(
            eb.refTuple('kind', 'id'),
            'in',
            eb.selectFrom('claims').select(['kind', 'id']).where('expires_at', '<=', before).limit(batchRows).$asTuple('kind', 'id'),
          ),
        )
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('social_states')
        .where('id', 'in', (eb) => eb.selectFrom('social_states').select('id').where('expires_at', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('pending_identities')
        .where('id', 'in', (eb) => eb.selectFrom('pending_identities').select('id').where('expires_at', '<=', before).limit(batchRows))
        .executeTakeFirstOrThrow(),
    async () =>
      db
        .q()
        .deleteFrom('openid_records')
        .where((eb) =>
          eb(
            eb.refTuple('model', 'id'),
            'in',
            eb
              .selectFrom('openid_records')
              .select(['model', 'id'])
              .where('source', 'is not', null)
              .where('expires_at', '<=', before)
              .limit(batchRows)
              .$asTuple('model', 'id'),
          ),
        )
        .executeTakeFirstOrThrow(),
  ]);
}

async function removeAll(batches: readonly (() => Promise<DeleteResult>)[]): Promise<number> {
  let removed = 0;
  for (const removeBatch of batches) {
    let batch;
    do {
      batch = Number((await removeBatch()).numDeletedRows);
      removed += batch;
      await nextTurn();
    } while (batch === batchRows);
  }
  return removed;
}

/** What a merged legacy account was is needed for as long as the merge can be taken back; that it was merged is kept. */
async function eraseTombstones(db: Db, before: number): Promise<void> {
  await db
    .q()
    .updateTable('legacy_accounts')
    .set({ content_hash: '', sealed: '', sealed_password: null, phone_hash: null, email_hash: null, username_hash: null })
    .where('state', '=', 'merged')
    .where('sealed', '<>', '')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('legacy_merges').select('id').whereRef('legacy_id', '=', 'legacy_accounts.id'))))
    .where('settled_at', '<=', before)
    .execute();
}

/** Removes stale rows every hour, and short-lived ones every minute. */
export function staleRowJob({ db, clock, retention }: { readonly db: Db; readonly clock: Clock; readonly retention: RowRetention }): Job {
  let minutes = 0;
  return {
    everyMs: minute,
    failure: 'removing stale rows failed',
    run() {
      minutes += 1;
      const at = clock.now();
      return minutes % minutesBetween === 0 ? removeStaleRows(db, at, retention) : removeShortLivedRows(db, at);
    },
  };
}
