import { minute, type Clock } from '#server/platform/clock.ts';
import { clearFailures, readFailures, recordFailure, type BlockSchedule } from '#server/platform/failures/failures.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';

export type Channel = 'sms' | 'email';

/** A message that did not leave, or about which nobody answered, for a reason that every other message of its channel would meet too. */
export class ChannelFailure extends Error {
  constructor(options: ErrorOptions) {
    super(options.cause instanceof Error ? options.cause.message : 'no provider takes messages', options);
    this.name = 'ChannelFailure';
  }
}

/**
 * What all instances know of channels that nobody is served by: then whoever asks for a code is told so at once (ADR 10).
 *
 * Only messages count that leave whether or not there is an account: otherwise an outage that begins, or ends, with one request would tell
 * who has one.
 */
export interface Outages {
  /** Counts a failed try; enough of them without a success in between are an outage. */
  failed(channel: Channel): Promise<void>;
  /** A message was taken: there is no outage any more. */
  taken(channel: Channel): Promise<void>;
  /** Whether codes of this channel are refused now. */
  isOut(channel: Channel): Promise<boolean>;
}

/**
 * Tries in a row. One message makes three within twelve seconds; its later tries end the outage as soon as one goes well. The minute
 * begins anew with every further failure; after it messages are tried again.
 */
const schedule: BlockSchedule = [[3, minute]];
const windowMs = 10 * minute;

export function createOutages({ db, clock }: { readonly db: Db; readonly clock: Clock }): Outages {
  const keyOf = (channel: Channel): string => `outage:${channel}`;
  return {
    async failed(channel) {
      await recordFailure(db, { key: keyOf(channel), at: clock.now(), windowMs, schedule });
    },
    async taken(channel) {
      // Read first: nearly always there is nothing to forget, and a read costs less than a write.
      if ((await readFailures(db, keyOf(channel))) !== undefined) await clearFailures(db, keyOf(channel));
    },
    async isOut(channel) {
      const failures = await readFailures(db, keyOf(channel));
      return failures !== undefined && failures.blockedUntil > clock.now();
    },
  };
}
