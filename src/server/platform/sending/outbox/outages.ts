import { minute, type Clock } from '#server/platform/clock.ts';
import { clearFailures, readFailures, recordFailure, type BlockSchedule } from '#server/platform/limits/failures/failures.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';

export type Channel = 'sms' | 'email';

/** A message failed, or got no answer, for a reason that affects every message of its channel. */
export class ChannelFailure extends Error {
  constructor(options: ErrorOptions) {
    super(options.cause instanceof Error ? options.cause.message : 'no provider takes messages', options);
    this.name = 'ChannelFailure';
  }
}

/**
 * The common knowledge of all instances about channels without a working provider: requests for codes are then refused
 * at once (ADR 10). Counts only messages that are sent with or without an account: otherwise an outage that begins or
 * ends with one request would reveal an account.
 */
export interface Outages {
  /** Counts a failed try; enough of them without a success in between are an outage. */
  failed(channel: Channel): Promise<void>;
  /** A message was accepted: ends the outage. */
  taken(channel: Channel): Promise<void>;
  /** Whether codes of this channel are refused now. */
  isOut(channel: Channel): Promise<boolean>;
}

/**
 * Consecutive failed tries. One message makes three within twelve seconds; a successful later try ends the outage at
 * once. Every further failure restarts the minute; after it messages are tried again.
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
      // Read first: usually there is nothing to clear, and a read costs less than a write.
      if ((await readFailures(db, keyOf(channel))) !== undefined) await clearFailures(db, keyOf(channel));
    },
    async isOut(channel) {
      const failures = await readFailures(db, keyOf(channel));
      return failures !== undefined && failures.blockedUntil > clock.now();
    },
  };
}
