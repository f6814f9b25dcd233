import { minute, second, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/observation/log.ts';
import type { MailSender } from '#server/platform/sending/mail/mail.ts';
import type { SmsSender } from '#server/platform/sending/sms/sms.ts';
import { LaneFull, type Lanes } from './lanes.ts';
import { holdLease, type Lease } from './lease.ts';
import { ChannelFailure, createOutages, type Channel } from './outages.ts';
import type { OutboxEntry, OutboxQueue } from './outbox-queue.ts';
import { noteCounted, retryOutbox, type OutboxRow } from './outbox.guarded.ts';
import { Undeliverable, type DeliveryFailure } from './undeliverable.ts';

/** The purpose of a message, which is unknown to the outbox. */
export interface MessagePurpose {
  /** Whether the content of the message has become useless. */
  isOver(id: string): Promise<boolean>;
  /** Records for the recipient that the message did not leave; false if they must not learn it. */
  refuse(refused: { readonly id: string; readonly failure: DeliveryFailure; readonly at: number }): Promise<boolean>;
  /** Records for the recipient that several tries have failed and more follow, if they may learn it. */
  late(message: { readonly id: string; readonly at: number }): Promise<void>;
  /** A late message has left after all. */
  cameLate(id: string): Promise<void>;
  /** A message with a recipient is about to leave: it leaves only after this. Also before each later try. */
  leaving(message: { readonly id: string; readonly expiresAt: number }, entry: OutboxEntry): Promise<void>;
  /** Records the outcome of a try. */
  became(id: string, state: 'sent' | 'held' | 'failed'): Promise<void>;
}

export interface DeliveryOptions {
  readonly db: Db;
  readonly queue: OutboxQueue;
  readonly clock: Clock;
  readonly lanes: Lanes;
  readonly mail: MailSender;
  /** Undefined without an SMS provider. */
  readonly sms: SmsSender | undefined;
  readonly purpose: MessagePurpose;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** Codes at this instance since the start: sent, and discarded because they have no recipient. */
export type CodeCounts = Readonly<Record<'sent' | 'discarded', Readonly<Record<Channel, number>>>>;

/** Tries at this instance since the start, of all messages; refused recipients are no failures. */
export type TryCounts = Readonly<Record<'taken' | 'failed', Readonly<Record<Channel, number>>>>;

/** Delivers one message. */
export interface Delivery {
  /** Resolves when the message is done, or has held its place for too long. Never rejects. */
  deliver(row: OutboxRow): Promise<void>;
  codes(): CodeCounts;
  tries(): TryCounts;
}

/** Far longer than any sender takes: a message still in transit then loses its place, and its lease expires. */
const sendMs = 5 * minute;

/** Waits before the second, third … try; the last one repeats until the message expires. A code lives ten minutes. */
const retryMs = [2 * second, 10 * second, 30 * second, 60 * second];

/** Failed tries of a code before its requester may be told (the third comes after twelve seconds). */
const triesBeforeTelling = 3;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { db, queue, clock, purpose, log } = options;
  const { handOver, codes, tries } = createHandOver(options);

  async function send(row: OutboxRow, lease: Lease): Promise<void> {
    const { id, channel, attempts } = row;
    try {
      // The person may have requested another code since the last try: the old one would only mislead them.
      if (attempts === 1 || !(await purpose.isOver(id))) await handOver(row);
    } catch (error) {
      log.warn({ err: error, outboxId: id, channel, attempts }, 'a message could not be sent');
      const isOver = await isGivenUp(row, error);
      if (error instanceof LaneFull) await purpose.became(id, 'held');
      else if (isOver) await purpose.became(id, 'failed');
      if (!isOver) {
        const wait = retryMs[Math.min(attempts, retryMs.length) - 1] ?? second;
        await retryOutbox(db, { id, leasedUntil: await lease.end(), notBefore: clock.now() + wait });
        return;
      }
    }
    await queue.remove(id);
  }

  /**
   * Whether to stop retrying a failed message. The requester of a code is told if that reveals nothing about accounts. A
   * server that takes no mail of strangers at first (greylisting, RFC 6647) takes it minutes later.
   */
  async function isGivenUp({ id, attempts }: OutboxRow, error: unknown): Promise<boolean> {
    const at = clock.now();
    if (error instanceof Undeliverable) {
      await purpose.refuse({ id, failure: error.failure, at });
      return true;
    }
    if (attempts < triesBeforeTelling) return false;
    if (error instanceof LaneFull) return purpose.refuse({ id, failure: 'tooMany', at });
    await purpose.late({ id, at });
    return false;
  }

  return {
    async deliver(row) {
      const lease = holdLease({ db, clock, log }, row);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(() => {
        log.error({ outboxId: row.id, channel: row.channel }, 'a message is in transit for too long and loses its place');
        resolve();
      }, sendMs).unref();
      const sent = send(row, lease).catch((error: unknown) =>
        log.error({ err: error, outboxId: row.id }, 'the outbox could not be written'),
      );
      await Promise.race([sent, late]);
      clearTimeout(limit);
      await lease.end();
    },
    codes: () => codes,
    tries: () => tries,
  };
}

/** Hands a leased message to its provider, and counts it. */
function createHandOver({ db, queue, clock, lanes, mail, sms, purpose, log }: DeliveryOptions) {
  const outages = createOutages({ db, clock });
  const codes = { sent: { sms: 0, email: 0 }, discarded: { sms: 0, email: 0 } };
  const tries = { taken: { sms: 0, email: 0 }, failed: { sms: 0, email: 0 } };

  async function handOver(row: OutboxRow): Promise<void> {
    const entry = queue.open(row.sealed);
    if (entry.discard) {
      codes.discarded[row.channel] += 1;
      return;
    }
    await purpose.leaving({ id: row.id, expiresAt: row.expires_at }, entry);
    await takePlace(row);
    try {
      const outcome = await give(entry.message, row.id);
      tries[outcome === 'taken' ? 'taken' : 'failed'][row.channel] += 1;
      await left(row);
      await note(entry, outcome === 'taken' ? 'taken' : 'failed');
      if (row.lane !== 'notice') codes.sent[row.channel] += 1;
    } catch (error) {
      if (!(error instanceof Undeliverable)) tries.failed[row.channel] += 1;
      if (error instanceof ChannelFailure) await note(entry, 'failed');
      throw error;
    }
  }

  /** Once for all tries. */
  async function takePlace({ id, channel, lane, counted_at: countedAt }: OutboxRow): Promise<void> {
    if (countedAt !== null) return;
    if (!(await lanes.take(channel, lane))) throw new LaneFull(lane);
    await noteCounted(db, { id, at: clock.now() });
  }

  /** Never throws: the message has left and must not be sent again. */
  async function note({ message, showsOutage }: OutboxEntry, outcome: 'taken' | 'failed'): Promise<void> {
    if (!showsOutage) return;
    try {
      await outages[outcome](message.channel);
    } catch (error) {
      log.error({ err: error }, 'the outcome of a message could not be recorded');
    }
  }

  /** Never throws, for the same reason. */
  async function left({ id, attempts }: OutboxRow): Promise<void> {
    try {
      if (attempts > triesBeforeTelling) await purpose.cameLate(id);
      await purpose.became(id, 'sent');
    } catch (error) {
      log.error({ err: error }, 'a sent message could not be recorded');
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

  return { handOver, codes, tries };
}
