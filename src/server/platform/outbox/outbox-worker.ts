import { second, type Clock } from '#server/platform/clock.ts';
import { codeIsOver, leaseOutbox, refuseCode, retryOutbox, type OutboxRow } from '#server/platform/db/consumption.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { MailSender } from '#server/platform/mail/mail.ts';
import type { SmsSender } from '#server/platform/sms/sms.ts';
import { ChannelFailure, createOutages } from './outages.ts';
import type { OutboxEntry, OutboxQueue } from './outbox-queue.ts';
import { Undeliverable } from './undeliverable.ts';

/** Sends what the outbox holds: each message at least once, and twice only when a process dies between sending and noting it. */
export interface OutboxWorker {
  /** Looks for messages from time to time, for those of a process that died. */
  start(): void;
  /** Looks in a moment: call it right after the commit. Does not wait. */
  poke(): void;
  /** Resolves when nothing is due any more, failed messages apart: they wait for their next turn. */
  drain(): Promise<void>;
  /** Lets the messages under way finish and takes no more. */
  close(): Promise<void>;
}

export interface OutboxWorkerOptions {
  readonly db: Db;
  readonly queue: OutboxQueue;
  readonly clock: Clock;
  readonly mail: MailSender;
  /** Undefined where no SMS are sent. */
  readonly sms: SmsSender | undefined;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** Longer than a sender's own time-outs together: who holds a lease is still at it. */
const leaseMs = 60 * second;

/** How often the outbox is looked at without a poke. */
const pollMs = 2 * second;

/**
 * A look after a poke begins when the answer of the request that poked has left. A message that is thrown away is dealt with otherwise
 * than one that is sent, and neither may show in the time of that answer: it would tell who has an account.
 */
const pokeMs = 25;

/** How many messages one look takes; they are sent at the same time. */
const batch = 16;

/** Waits before the second, third … try; then the last one again until the message expires. A code lives ten minutes. */
const retryMs = [2 * second, 10 * second, 30 * second, 60 * second];

/** So many tries has a code whose holder can be told that none of them went well (the third comes after twelve seconds). */
const triesBeforeTelling = 3;

export function createOutboxWorker({ db, queue, clock, mail, sms, log }: OutboxWorkerOptions): OutboxWorker {
  const outages = createOutages({ db, clock });
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let poked: NodeJS.Timeout | undefined;

  async function send(row: OutboxRow): Promise<void> {
    const { id, channel, attempts } = row;
    try {
      // The person may have asked for another code since the last try: the old one would only mislead them.
      if (attempts === 1 || !(await codeIsOver(db, id))) await handOver(row);
    } catch (error) {
      log.warn({ err: error, outboxId: id, channel, attempts }, 'a message could not be sent');
      if (!(await isGivenUp(row, error))) {
        const wait = retryMs[Math.min(attempts, retryMs.length) - 1] ?? second;
        await retryOutbox(db, { id, leasedUntil: row.leased_until, notBefore: clock.now() + wait });
        return;
      }
    }
    await queue.remove(id);
  }

  async function handOver(row: OutboxRow): Promise<void> {
    const entry = queue.open(row.sealed);
    if (entry.discard) return;
    try {
      await note(entry, (await give(entry.message, row.id)) === 'taken' ? 'taken' : 'failed');
    } catch (error) {
      if (error instanceof ChannelFailure) await note(entry, 'failed');
      throw error;
    }
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
      await refuseCode(db, { id, failure: error.failure, at: clock.now() });
      return true;
    }
    return attempts >= triesBeforeTelling && (await refuseCode(db, { id, failure: 'notTaken', at: clock.now() }));
  }

  function goesOn(): boolean {
    return again && !closed;
  }

  async function work(): Promise<void> {
    try {
      do {
        again = false;
        const rows = await leaseOutbox(db, { at: clock.now(), leaseMs, limit: batch });
        await Promise.all(rows.map(send));
        if (rows.length > 0) again = true;
      } while (goesOn());
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read');
    } finally {
      // Together with the last look at `again`: a poke falls either into this run or into the next.
      running = undefined;
    }
  }

  /** One run at a time: a poke during a run makes it look once more. */
  function run(): Promise<void> {
    again = true;
    running ??= work();
    return running;
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
      if (!closed) await run();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(poked);
      await running;
      await Promise.all([mail.close(), sms?.close()]);
    },
  };
}
