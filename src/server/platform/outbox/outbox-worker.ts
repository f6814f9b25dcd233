import { minute, second, type Clock } from '#server/platform/clock.ts';
import { leaseOutbox, noteCounted, renewOutbox, retryOutbox, type OutboxRow } from './outbox.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { mailsAtATime, type MailSender } from '#server/platform/mail/mail.ts';
import { smsAtATime, type SmsSender } from '#server/platform/sms/sms.ts';
import { LaneFull, type Lanes } from './lanes.ts';
import { ChannelFailure, createOutages, type Channel } from './outages.ts';
import type { OutboxEntry, OutboxQueue } from './outbox-queue.ts';
import { Undeliverable, type DeliveryFailure } from './undeliverable.ts';

/**
 * Sends what the outbox holds: each message at least once, and twice only when a process dies between sending and noting it. Mail and SMS
 * leave side by side, each with so many messages under way: what is slow holds its own places and nothing else. What leaves takes from the
 * budget of its lane just before, once however often it is tried; where a process dies in between, once more at most.
 */
export interface OutboxWorker {
  /** Looks for messages from time to time, for those of a process that died. */
  start(): void;
  /** Looks in a moment: call it right after the commit. Does not wait. */
  poke(): void;
  /** Resolves when nothing is due any more, failed messages apart: they wait for their next turn. */
  drain(): Promise<void>;
  /** What became of codes at this instance since the start: left, and thrown away because they were for nobody. */
  codes(): Readonly<Record<'sent' | 'discarded', Readonly<Record<Channel, number>>>>;
  /** Lets the messages under way finish and takes no more. */
  close(): Promise<void>;
}

/** The hold on a message while it is under way. */
interface Lease {
  /** Renews it no longer; tells until when it was held (milliseconds since the epoch). */
  end(): Promise<number>;
}

/** What a message is for, of which the outbox itself knows nothing. */
export interface MessagePurpose {
  /** Whether nobody can use any more what the message brings. */
  isOver(id: string): Promise<boolean>;
  /** Tells its holder that the message did not leave; false where they must not learn it. */
  refuse(refused: { readonly id: string; readonly failure: DeliveryFailure; readonly at: number }): Promise<boolean>;
}

export interface OutboxWorkerOptions {
  readonly db: Db;
  readonly queue: OutboxQueue;
  readonly clock: Clock;
  readonly lanes: Lanes;
  readonly mail: MailSender;
  /** Undefined where no SMS are sent. */
  readonly sms: SmsSender | undefined;
  readonly purpose: MessagePurpose;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** How soon another process takes over what one that died was sending. Whoever lives renews it. */
const leaseMs = 60 * second;
const renewMs = leaseMs / 3;

/** Far longer than any sender takes by itself: what is still under way then has its place taken away, and its lease runs out. */
const sendMs = 5 * minute;

/** How often the outbox is looked at without a poke. */
const pollMs = 2 * second;

/**
 * A look after a poke begins when the answer of the request that poked has left. A message that is thrown away is dealt with otherwise
 * than one that is sent, and neither may show in the time of that answer: it would tell who has an account.
 */
const pokeMs = 25;

/** Waits before the second, third … try; then the last one again until the message expires. A code lives ten minutes. */
const retryMs = [2 * second, 10 * second, 30 * second, 60 * second];

/** So many tries has a code whose holder can be told that none of them went well (the third comes after twelve seconds). */
const triesBeforeTelling = 3;

export function createOutboxWorker({ db, queue, clock, lanes, mail, sms, purpose, log }: OutboxWorkerOptions): OutboxWorker {
  const outages = createOutages({ db, clock });
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let poked: NodeJS.Timeout | undefined;
  const senders = [createSender('email', mailsAtATime), createSender('sms', smsAtATime)];
  const codes = { sent: { sms: 0, email: 0 }, discarded: { sms: 0, email: 0 } };

  async function send(row: OutboxRow, lease: Lease): Promise<void> {
    const { id, channel, attempts } = row;
    try {
      // The person may have asked for another code since the last try: the old one would only mislead them.
      if (attempts === 1 || !(await purpose.isOver(id))) await handOver(row);
    } catch (error) {
      log.warn({ err: error, outboxId: id, channel, attempts }, 'a message could not be sent');
      if (!(await isGivenUp(row, error))) {
        const wait = retryMs[Math.min(attempts, retryMs.length) - 1] ?? second;
        await retryOutbox(db, { id, leasedUntil: await lease.end(), notBefore: clock.now() + wait });
        return;
      }
    }
    await queue.remove(id);
  }

  /** Renews the lease of a message under way, so that nobody else sends it too. */
  function holdLease({ id, leased_until: leased }: OutboxRow): Lease {
    let leasedUntil = leased;
    let renewing = Promise.resolve();
    async function renew(): Promise<void> {
      const until = clock.now() + leaseMs;
      try {
        if (await renewOutbox(db, { id, leasedUntil, until })) leasedUntil = until;
      } catch (error) {
        log.warn({ err: error, outboxId: id }, 'a lease could not be renewed');
      }
    }
    const renewal = setInterval(() => {
      renewing = renewing.then(renew);
    }, renewMs).unref();
    return {
      async end() {
        clearInterval(renewal);
        await renewing;
        return leasedUntil;
      },
    };
  }

  async function handOver(row: OutboxRow): Promise<void> {
    const entry = queue.open(row.sealed);
    if (entry.discard) {
      codes.discarded[row.channel] += 1;
      return;
    }
    await takePlace(row);
    try {
      await note(entry, (await give(entry.message, row.id)) === 'taken' ? 'taken' : 'failed');
      if (row.lane !== 'notice') codes.sent[row.channel] += 1;
    } catch (error) {
      if (error instanceof ChannelFailure) await note(entry, 'failed');
      throw error;
    }
  }

  /** A message without a lane was counted by the version before, when it was made. */
  async function takePlace({ id, channel, lane, counted_at: countedAt }: OutboxRow): Promise<void> {
    if (lane === null || countedAt !== null) return;
    if (!(await lanes.take(channel, lane))) throw new LaneFull(lane);
    await noteCounted(db, { id, at: clock.now() });
  }

  /** Never throws: a message that has left would leave again. */
  async function note({ message, showsOutage }: OutboxEntry, outcome: 'taken' | 'failed'): Promise<void> {
    if (!showsOutage) return;
    try {
      await outages[outcome](message.channel);
    } catch (error) {
      log.error({ err: error }, 'what became of a message could not be noted');
    }
  }

  async function give(message: OutboxEntry['message'], id: string): Promise<'taken' | 'uncertain'> {
    if (message.channel === 'sms') {
      if (!sms) throw new Error('no SMS adapter is configured');
      return sms.send(message, id);
    }
    await mail.send(message, id);
    return 'taken';
  }

  /** Whether a message that failed is not tried again. Whoever waits for a code is told, where that tells nothing about accounts. */
  async function isGivenUp({ id, attempts }: OutboxRow, error: unknown): Promise<boolean> {
    if (error instanceof Undeliverable) {
      await purpose.refuse({ id, failure: error.failure, at: clock.now() });
      return true;
    }
    const failure = error instanceof LaneFull ? 'tooMany' : 'notTaken';
    return attempts >= triesBeforeTelling && (await purpose.refuse({ id, failure, at: clock.now() }));
  }

  /** The messages of one channel, at most `places` of them under way. */
  function createSender(channel: OutboxRow['channel'], places: number) {
    const underWay = new Set<Promise<void>>();
    let looking: Promise<void> | undefined;
    let again = false;

    async function look(): Promise<void> {
      if (mayTake()) looking ??= fill();
      await looking;
    }

    function mayTake(): boolean {
      return again && !closed && underWay.size < places;
    }

    async function fill(): Promise<void> {
      try {
        while (mayTake()) {
          again = false;
          const limit = places - underWay.size;
          const rows = await leaseOutbox(db, { channel, at: clock.now(), leaseMs, limit });
          for (const row of rows) begin(row);
          // As many as there was room for: there may be more.
          if (rows.length === limit) again = true;
        }
      } catch (error) {
        log.error({ err: error }, 'the outbox could not be read');
      } finally {
        // Together with the last look at `again`: a poke falls either into this run or into the next.
        looking = undefined;
      }
    }

    function begin(row: OutboxRow): void {
      const sending = withinTime(row).finally(() => {
        underWay.delete(sending);
        if (again) void look();
      });
      underWay.add(sending);
    }

    return {
      /** Takes what is due, as far as there is room; the rest follows as places become free. */
      run() {
        again = true;
        return look();
      },
      /** Resolves when nothing is under way and nothing more is being taken. */
      async settle() {
        await looking;
        while (underWay.size > 0) {
          await Promise.race(underWay);
          await looking;
        }
      },
    };
  }

  /** Resolves when the message has been dealt with, or has held its place for too long. Never rejects. */
  async function withinTime(row: OutboxRow): Promise<void> {
    const lease = holdLease(row);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(() => {
      log.error({ outboxId: row.id, channel: row.channel }, 'a message is under way for too long: its place goes to another');
      resolve();
    }, sendMs).unref();
    const sent = send(row, lease).catch((error: unknown) => log.error({ err: error, outboxId: row.id }, 'the outbox could not be written'));
    await Promise.race([sent, late]);
    clearTimeout(limit);
    await lease.end();
  }

  async function run(): Promise<void> {
    await Promise.all(senders.map((sender) => sender.run()));
  }

  async function poll(): Promise<void> {
    const expired = await queue.removeExpired(clock.now());
    if (expired > 0) log.error({ expired }, 'messages have expired unsent');
    await run();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      poll()
        .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'))
        .finally(() => {
          if (!closed) schedule();
        });
    }, pollMs);
    timer.unref();
  }

  return {
    start() {
      if (!timer && !closed) schedule();
    },
    poke() {
      if (closed) return;
      poked ??= setTimeout(() => {
        poked = undefined;
        void run();
      }, pokeMs).unref();
    },
    async drain() {
      if (closed) return;
      await run();
      await Promise.all(senders.map((sender) => sender.settle()));
    },
    codes: () => codes,
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(poked);
      await Promise.all(senders.map((sender) => sender.settle()));
      await Promise.all([mail.close(), sms?.close()]);
    },
  };
}
