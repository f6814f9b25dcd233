import type { Selectable } from 'kysely';
import { notHeld } from '#server/core/account/holds/holds.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { SignalStreamsTable } from './signal-streams.table.ts';
import type { SignalsTable } from './signals.table.ts';
import type { Delivery, Signal, SignalContent, Stream } from './stream.ts';

/** An event before its insert. */
export interface NewSignal {
  readonly id: string;
  readonly streamId: string;
  readonly accountId: string | null;
  readonly event: string;
  readonly content: SignalContent;
  readonly at: number;
  /** When it may go; at once without. */
  readonly notBefore?: number;
  readonly expiresAt: number;
}

/** The SQL on streams and their events. Conditional changes are in `signals.guarded.ts`. */
export interface SignalRows {
  /** Streams of the apps that the account allowed and that were used since; at most `apps` apps. */
  streamsFor(of: { readonly accountId: string; readonly usedSince: number; readonly apps: number }): Promise<readonly Stream[]>;
  streamsOf(clientId: string): Promise<readonly Stream[]>;
  stream(id: string): Promise<Stream | undefined>;
  streams(): Promise<readonly Stream[]>;
  /** The secret of a push or webhook; '' for none. */
  secret(id: string): Promise<string>;
  addStream(stream: Stream & { readonly secret: string }, at: number): Promise<void>;
  changeStream(
    id: string,
    to: { readonly address: string; readonly events: readonly string[]; readonly description: string; readonly secret?: string },
  ): Promise<void>;
  /** With all its events. */
  removeStream(id: string): Promise<void>;
  insert(signal: NewSignal): Promise<void>;
  /** Events that wait in a stream, oldest first. */
  waiting(of: {
    readonly streamId: string;
    readonly at: number;
    readonly limit: number;
    readonly event?: string;
  }): Promise<readonly Signal[]>;
  countWaiting(streamId: string): Promise<number>;
  /** Why the newest event that was not taken failed, in a word; '' if every waiting one is new. */
  lastFailure(streamId: string): Promise<string>;
  /** The newest events of a stream, without their content. */
  newest(of: { readonly streamId: string; readonly at: number; readonly limit: number }): Promise<readonly Delivery[]>;
  /** Drops events of every kind, or of one. */
  dropWaiting(streamId: string, event?: string): Promise<void>;
  /** Removes the oldest events of a stream beyond `most`. Returns their number. */
  dropOldest(of: { readonly streamId: string; readonly most: number; readonly at: number }): Promise<number>;
  /** Streams of push and webhook with due events; a paused one tells only of its pause. */
  dueStreams(of: { readonly at: number; readonly limit: number }): Promise<readonly Stream[]>;
  open(row: Selectable<SignalsTable>): Signal;
  exclude(of: { readonly streamId: string; readonly accountId: string; readonly at: number }): Promise<void>;
  include(of: { readonly streamId: string; readonly accountId: string }): Promise<void>;
  /** Since when each stream leaves this account out. */
  exclusions(accountId: string): Promise<ReadonlyMap<string, number>>;
}

export function createSignalRows({ db, keyring }: { readonly db: Db; readonly keyring: Keyring }): SignalRows {
  const seal = (secret: string) => (secret === '' ? null : keyring.seal('signal-secret', secret));
  const open = (row: Selectable<SignalsTable>): Signal => ({
    id: row.id,
    streamId: row.stream_id,
    event: row.event,
    content: JSON.parse(keyring.open('signal', row.sealed)),
    madeAt: row.made_at,
    tries: row.tries,
    leasedUntil: row.leased_until,
  });
  return {
    ...streamRows(db, keyring, seal),
    ...exclusionRows(db),
    open,
    async insert({ id, streamId, accountId, event, content, at, notBefore = at, expiresAt }) {
      await db
        .q()
        .insertInto('signals')
        .values({
          id,
          stream_id: streamId,
          account_id: accountId,
          event,
          sealed: keyring.seal('signal', JSON.stringify(content)),
          made_at: at,
          not_before: notBefore,
          expires_at: expiresAt,
        })
        .execute();
    },
    async waiting({ streamId, at, limit, event }) {
      const rows = await db
        .q()
        .selectFrom('signals')
        .selectAll()
        .where('stream_id', '=', streamId)
        .where('done_at', 'is', null)
        .where('expires_at', '>', at)
        .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
        .orderBy('made_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(open);
    },
    async countWaiting(streamId) {
      const { count } = await db
        .q()
        .selectFrom('signals')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('stream_id', '=', streamId)
        .where('done_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async lastFailure(streamId) {
      const row = await db
        .q()
        .selectFrom('signals')
        .select('failure')
        .where('stream_id', '=', streamId)
        .where('failure', 'is not', null)
        .orderBy('made_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.failure ?? '';
    },
    async newest({ streamId, at, limit }) {
      return db
        .q()
        .selectFrom('signals')
        .select(['id', 'event', 'made_at as madeAt', 'done_at as doneAt', 'tries', 'failure'])
        .where('stream_id', '=', streamId)
        .where('expires_at', '>', at)
        .orderBy('made_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
    },
    async dropWaiting(streamId, event) {
      const waiting = db.q().deleteFrom('signals').where('stream_id', '=', streamId).where('done_at', 'is', null);
      await (event === undefined ? waiting : waiting.where('event', '=', event)).execute();
    },
    async dropOldest({ streamId, most, at }) {
      const newest = db.q().selectFrom('signals').select('id').where('stream_id', '=', streamId).orderBy('made_at', 'desc').limit(most);
      const { numDeletedRows } = await db
        .q()
        .deleteFrom('signals')
        .where('stream_id', '=', streamId)
        .where('id', 'not in', newest)
        .where(notHeld('signals.account_id', at))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async dueStreams({ at, limit }) {
      const due = db
        .q()
        .selectFrom('signals as s')
        .select('s.stream_id')
        .where('s.done_at', 'is', null)
        .where('s.not_before', '<=', at)
        .where('s.leased_until', '<=', at)
        .where('s.expires_at', '>', at);
      const rows = await db
        .q()
        .selectFrom('signal_streams')
        .selectAll()
        .where('id', 'in', due)
        .where((eb) =>
          eb.or([
            eb('status', '=', 'enabled'),
            eb('status', '=', 'paused')
              .and('id', 'in', due.where('s.event', '=', 'stream-updated'))
              .and('verified_at', 'is not', null),
          ]),
        )
        .where('kind', '!=', 'poll')
        .orderBy('failing_since')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toStream);
    },
  };
}

function streamRows(db: Db, keyring: Keyring, seal: (secret: string) => string | null) {
  const all = () => db.q().selectFrom('signal_streams').selectAll();
  return {
    async streamsFor({ accountId, usedSince, apps }) {
      const clients = db
        .q()
        .selectFrom('openid_consents')
        .select('client_id')
        .where('account_id', '=', accountId)
        .where('last_used_at', '>=', usedSince)
        .orderBy('last_used_at', 'desc')
        .limit(apps);
      return (await all().where('client_id', 'in', clients).where('status', '!=', 'disabled').execute()).map(toStream);
    },
    async streamsOf(clientId) {
      return (await all().where('client_id', '=', clientId).orderBy('created_at').orderBy('id').execute()).map(toStream);
    },
    async stream(id) {
      const row = await all().where('id', '=', id).executeTakeFirst();
      return row && toStream(row);
    },
    streams: async () => (await all().orderBy('client_id').orderBy('id').execute()).map(toStream),
    async secret(id) {
      const row = await all().where('id', '=', id).executeTakeFirst();
      return row === undefined || row.sealed_secret === null ? '' : keyring.open('signal-secret', row.sealed_secret);
    },
    async addStream({ id, clientId, kind, address, events, description, status, secret }, at) {
      await db
        .q()
        .insertInto('signal_streams')
        .values({
          id,
          client_id: clientId,
          kind,
          url: address,
          sealed_secret: seal(secret),
          events: events.join(' '),
          description,
          status,
          reason: '',
          asked_at: null,
          verified_at: null,
          failing_since: null,
          created_at: at,
        })
        .execute();
    },
    async changeStream(id, { address, events, description, secret }) {
      const changes = {
        url: address,
        events: events.join(' '),
        description,
        ...(secret === undefined ? {} : { sealed_secret: seal(secret) }),
      };
      await db.q().updateTable('signal_streams').set(changes).where('id', '=', id).execute();
    },
    async removeStream(id) {
      await db.q().deleteFrom('signals').where('stream_id', '=', id).execute();
      await db.q().deleteFrom('signal_excluded').where('stream_id', '=', id).execute();
      await db.q().deleteFrom('signal_streams').where('id', '=', id).execute();
    },
  } satisfies Partial<SignalRows>;
}

/** Removes the streams of a client with their events, in the caller's transaction. */
export async function removeStreamsOf(db: Db, clientId: string): Promise<void> {
  const ids = db.q().selectFrom('signal_streams').select('id').where('client_id', '=', clientId);
  await db.q().deleteFrom('signals').where('stream_id', 'in', ids).execute();
  await db.q().deleteFrom('signal_excluded').where('stream_id', 'in', ids).execute();
  await db.q().deleteFrom('signal_streams').where('client_id', '=', clientId).execute();
}

function exclusionRows(db: Db) {
  return {
    async exclude({ streamId, accountId, at }) {
      await db
        .q()
        .insertInto('signal_excluded')
        .values({ stream_id: streamId, account_id: accountId, since: at })
        .onConflict((conflict) => conflict.columns(['stream_id', 'account_id']).doNothing())
        .execute();
    },
    async include({ streamId, accountId }) {
      await db.q().deleteFrom('signal_excluded').where('stream_id', '=', streamId).where('account_id', '=', accountId).execute();
    },
    async exclusions(accountId) {
      const rows = await db.q().selectFrom('signal_excluded').select(['stream_id', 'since']).where('account_id', '=', accountId).execute();
      return new Map(rows.map(({ stream_id: streamId, since }) => [streamId, since]));
    },
  } satisfies Partial<SignalRows>;
}

function toStream(row: Selectable<SignalStreamsTable>): Stream {
  return {
    id: row.id,
    clientId: row.client_id,
    kind: row.kind,
    address: row.url,
    events: row.events.split(' ').filter((name) => name !== ''),
    description: row.description,
    status: row.status,
    reason: row.reason,
    verifiedAt: row.verified_at,
    failingSince: row.failing_since,
  };
}
