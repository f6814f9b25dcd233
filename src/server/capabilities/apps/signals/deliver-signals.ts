import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { signalLifeMs } from '#server/core/apps/signals/fan-out.ts';
import {
  finishSignal,
  leaseSignals,
  noteStreamTry,
  pauseFailing,
  retrySignal,
  verifyStream,
  type SignalRecord,
} from '#server/core/apps/signals/signals.guarded.ts';
import { tellStatus } from '#server/core/apps/signals/set-status.ts';
import type { SignalRows } from '#server/core/apps/signals/signals.repository.ts';
import type { Signal, Stream } from '#server/core/apps/signals/stream.ts';
import type { Store } from '#server/core/store.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { callOut, NoAnswer, type OutgoingCall } from '#server/platform/outbound/call-out.ts';
import { callPublic, NotPublic } from '#server/platform/outbound/call-public.ts';
import { eventClaims, webhookBody, webhookHeaders } from './signal-forms.ts';

export interface DeliverDeps {
  readonly store: Store;
  readonly journal: Journal;
  readonly apps: Apps;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly rows: SignalRows;
  readonly issuer: string;
  /** Signs the claims of a security event token. */
  readonly sign: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Whether delivered events stay for a replay as long as others. */
  readonly keeps: boolean;
}

/** Events in transit: in all, for one stream, and for all streams that do not answer. */
export const places = { all: 16, stream: 4, failing: 4 } as const;
const tryMs = 10 * second;
const leaseMs = minute;
/** How often events of other processes are looked for: an operator's command wakes no server. */
const pollMs = second / 4;
/** Delays after a failed try; the last one repeats until the event's time is over. */
const waits = [second, 5 * second, 30 * second, 2 * minute, 10 * minute, hour, 3 * hour] as const;
const deliveredLifeMs = day;
const pauseAfterMs = 7 * day;
const mostPerStream = 100_000;
const streamsAtATime = 200;

/**
 * Brings events to the apps: each at least once, under one id. Streams that do not answer share a few places, so that
 * they delay no other stream.
 */
export interface SignalDelivery {
  readonly jobs: readonly Job[];
  /** Looks for events shortly. Does not wait. */
  poke(): void;
  /** Resolves when nothing is due. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export function createSignalDelivery(deps: DeliverDeps): SignalDelivery {
  const { rows, store, journal } = deps;
  const { db, clock } = store;
  const underWay = new Map<Promise<void>, Stream>();
  let looking: Promise<void> | undefined;
  let again = false;
  let closed = false;

  const inTransit = (isOne: (stream: Stream) => boolean): number => [...underWay.values()].filter(isOne).length;

  function roomFor(stream: Stream): number {
    const own = places.stream - inTransit(({ id }) => id === stream.id);
    const all = places.all - underWay.size;
    if (stream.failingSince === null) return Math.min(own, all);
    return Math.min(
      1 - inTransit(({ id }) => id === stream.id),
      places.failing - inTransit(({ failingSince }) => failingSince !== null),
      all,
    );
  }

  async function look(): Promise<void> {
    again = true;
    looking ??= fill().finally(() => {
      looking = undefined;
    });
    await looking;
  }

  function mayTake(): boolean {
    return again && !closed && underWay.size < places.all;
  }

  async function fill(): Promise<void> {
    try {
      while (mayTake()) {
        again = false;
        for (const stream of await rows.dueStreams({ at: clock.now(), limit: streamsAtATime })) await begin(stream);
      }
    } catch (error) {
      journal.log.error({ err: error }, 'signals could not be read');
    }
  }

  async function begin(stream: Stream): Promise<void> {
    const limit = roomFor(stream);
    if (limit <= 0 || closed) return;
    const at = clock.now();
    // Until the address has acknowledged a verification, it gets nothing else; nor while it is paused, but that it is.
    const onlyThis = stream.verifiedAt === null ? { event: 'verification' } : stream.status === 'paused' ? { event: 'stream-updated' } : {};
    for (const row of await leaseSignals(db, { streamId: stream.id, at, until: at + leaseMs, limit, ...onlyThis })) {
      const sending = deliver(deps, stream, row)
        .catch((error: unknown) => journal.log.error({ err: error, signal: row.id }, 'a signal could not be delivered'))
        .finally(() => {
          underWay.delete(sending);
          void look();
        });
      underWay.set(sending, stream);
    }
  }

  async function settle(): Promise<void> {
    await looking;
    while (underWay.size > 0) {
      await Promise.race(underWay.keys());
      await looking;
    }
  }

  return {
    jobs: [
      { everyMs: pollMs, removes: 'nothing', failure: 'signals could not be read', run: look },
      {
        everyMs: hour,
        removes: { rows: 'because their receiver never came for them', held: 'stay' },
        failure: 'streams of signals could not be looked after',
        run: () => careForStreams(deps),
      },
    ],
    poke: () => void look(),
    async drain() {
      await look();
      await settle();
    },
    async close() {
      closed = true;
      await settle();
    },
  };
}

async function deliver(deps: DeliverDeps, stream: Stream, row: SignalRecord): Promise<void> {
  const { store, rows, journal } = deps;
  const { db, clock } = store;
  const signal = rows.open(row);
  const failure = await attempt(deps, stream, signal);
  const at = clock.now();
  if (failure === undefined) {
    await db.tx(async () => {
      const isFirst = await finishSignal(db, { id: signal.id, streamId: stream.id, at, expiresAt: at + keptMs(deps) });
      if (isFirst && signal.event === 'verification') await verifyStream(db, { id: stream.id, at });
      await noteStreamTry(db, { id: stream.id, at, isTaken: true });
    });
    return;
  }
  const wait = waits[Math.min(signal.tries, waits.length) - 1] ?? second;
  journal.log.info({ stream: stream.id, client: stream.clientId, signal: signal.id, failure }, 'a signal was not taken');
  await db.tx(async () => {
    await retrySignal(db, { id: signal.id, leasedUntil: signal.leasedUntil, notBefore: at + wait, failure });
    await noteStreamTry(db, { id: stream.id, at, isTaken: false });
  });
  await pauseIfDead(deps, stream, at);
}

function keptMs({ keeps }: DeliverDeps): number {
  return keeps ? signalLifeMs : deliveredLifeMs;
}

/** Why the receiver did not take an event, in a word; undefined if it did. */
async function attempt(deps: DeliverDeps, stream: Stream, signal: Signal): Promise<string | undefined> {
  const url = URL.parse(stream.address);
  if (url === null) return 'address';
  try {
    const { status } = await callReceiver(deps, stream, url, await messageFor(deps, stream, signal));
    return status >= 200 && status < 300 ? undefined : `status ${status}`;
  } catch (error) {
    if (error instanceof NotPublic) return 'not public';
    if (error instanceof NoAnswer) return error.outcome;
    throw error;
  }
}

async function messageFor({ rows, sign, issuer, store }: DeliverDeps, stream: Stream, signal: Signal): Promise<OutgoingCall> {
  const secret = await rows.secret(stream.id);
  const rest = { method: 'POST', timeoutMs: tryMs, maxBytes: 16 * 1024 } as const;
  if (stream.kind === 'webhook') {
    const body = webhookBody(signal);
    const signed = webhookHeaders({ id: signal.id, body, at: store.clock.now() }, secret.split(' '));
    return { ...rest, body, headers: { 'content-type': 'application/json', ...signed } };
  }
  const headers = { 'content-type': 'application/secevent+jwt', accept: 'application/json' };
  const body = await sign(eventClaims(signal, stream, issuer));
  return { ...rest, body, headers: secret === '' ? headers : { ...headers, authorization: secret } };
}

/** Only apps of the operator may listen inside the house. */
async function callReceiver({ apps: { clients } }: DeliverDeps, { clientId }: Stream, url: URL, call: OutgoingCall) {
  const registered = await clients.findRegistration(clientId);
  return registered?.ownerId === null ? callOut(url, call) : callPublic(url, call);
}

/** Pauses a stream whose address has not answered for long; its developer gets a mail. */
async function pauseIfDead(deps: DeliverDeps, stream: Stream, at: number): Promise<void> {
  const {
    store: { db },
    rows,
    apps: { own },
    identity: { accounts },
    journal,
  } = deps;
  const { id, clientId, address } = stream;
  const isPaused = await db.tx(async () => {
    const isFirst = await pauseFailing(db, { id, since: at - pauseAfterMs, reason: 'the address does not answer' });
    if (isFirst) await tellStatus({ rows, at }, stream, 'paused');
    const app = isFirst ? await own.find(clientId) : undefined;
    const owner = app && (await accounts.findById(app.ownerId));
    if (app === undefined || owner === undefined) return isFirst;
    await journal.notices.sendApp({
      account: owner,
      event: 'signalsPaused',
      app: app.client.name,
      values: { address: new URL(address).host },
    });
    return isFirst;
  });
  if (isPaused)
    journal.log.warn({ stream: id, client: clientId }, 'a stream of signals is paused: its address has not answered for seven days');
}

/** Keeps each stream within its bounds: the oldest events go first. */
async function careForStreams({ store: { clock }, rows, journal: { log } }: DeliverDeps): Promise<void> {
  for (const stream of await rows.streams()) {
    const dropped = await rows.dropOldest({ streamId: stream.id, most: mostPerStream, at: clock.now() });
    if (dropped > 0)
      log.warn({ stream: stream.id, client: stream.clientId, dropped }, 'a stream of signals is full: its oldest events were dropped');
  }
}
