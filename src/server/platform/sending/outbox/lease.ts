import { second, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { renewOutbox, type OutboxRow } from './outbox.guarded.ts';

/** How soon another process takes over the messages of a dead one. A live process renews its leases. */
export const leaseMs = 60 * second;
const renewMs = leaseMs / 3;

/** The hold on a message in transit. */
export interface Lease {
  /** Stops the renewal; returns the end of the lease (milliseconds since the epoch). */
  end(): Promise<number>;
}

export interface HoldLeaseDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** Renews the lease of a message in transit, so that no other worker sends it too. */
export function holdLease({ db, clock, log }: HoldLeaseDeps, { id, leased_until: leased }: OutboxRow): Lease {
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
