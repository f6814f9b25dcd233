import { second } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { mailsAtATime } from '#server/platform/sending/mail/mail.ts';
import { smsAtATime } from '#server/platform/sending/sms/sms.ts';
import { createDelivery, type CodeCounts, type DeliveryOptions, type TryCounts } from './delivery.ts';
import type { OutboxRow } from './outbox.guarded.ts';
import { createSender } from './sender.ts';

/**
 * Sends the messages of the outbox: each at least once, and twice only when a process dies between sending and
 * recording. Mail and SMS have separate places for messages in transit, so that a slow channel does not delay the
 * other. A message takes from the budget of its lane just before it leaves, once for all tries; a dying process can add
 * one more at most.
 */
export interface OutboxWorker {
  /** Looks for messages periodically, for those of a dead process. */
  readonly job: Job;
  /** Looks for messages shortly. Does not wait. */
  poke(): void;
  /** Resolves when nothing is due, except failed messages, which wait for their retry. */
  drain(): Promise<void>;
  codes(): CodeCounts;
  tries(): TryCounts;
  /** Lets the messages in transit finish and takes no more. */
  close(): Promise<void>;
}

export type OutboxWorkerOptions = DeliveryOptions;

/** How often the outbox is checked without a poke. */
const pollMs = 2 * second;

/**
 * The delay after a poke, so that the poking request has been answered. A discarded message takes another path than a
 * sent one, and the difference must not show in the response time: it would reveal accounts.
 */
const pokeMs = 25;

export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { queue, clock, mail, sms, log } = options;
  const delivery = createDelivery(options);
  const deliver = (row: OutboxRow): Promise<void> => delivery.deliver(row);
  const senders = [
    createSender(options, { channel: 'email', places: mailsAtATime, deliver }),
    createSender(options, { channel: 'sms', places: smsAtATime, deliver }),
  ];
  let closed = false;
  let poked: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    await Promise.all(senders.map((sender) => sender.run()));
  }

  async function poll(): Promise<void> {
    if (closed) return;
    const expired = await queue.removeExpired(clock.now());
    if (expired > 0) log.error({ expired }, 'messages have expired unsent');
    await run();
  }

  return {
    job: {
      everyMs: pollMs,
      removes: {
        rows: 'because their message was sent or expired',
        held: 'go, because they are of an address, and the account keeps the list',
      },
      failure: 'the outbox could not be read',
      run: poll,
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
    codes: () => delivery.codes(),
    tries: () => delivery.tries(),
    async close() {
      closed = true;
      clearTimeout(poked);
      for (const sender of senders) sender.close();
      await Promise.all(senders.map((sender) => sender.settle()));
      await Promise.all([mail.close(), sms?.close()]);
    },
  };
}
