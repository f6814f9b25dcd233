import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { leaseMs } from './lease.ts';
import { leaseOutbox, type OutboxRow } from './outbox.guarded.ts';

export interface SenderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export interface SenderOptions {
  readonly channel: OutboxRow['channel'];
  /** The maximum number of messages in transit. */
  readonly places: number;
  /** Delivers a message; never rejects. */
  readonly deliver: (row: OutboxRow) => Promise<void>;
}

/** Takes the messages of one channel from the outbox, a limited number at a time. */
export interface Sender {
  /** Takes due messages while there is room; the rest follow as places become free. */
  run(): Promise<void>;
  /** Resolves when no message is in transit or being taken. */
  settle(): Promise<void>;
  /** Takes no more. */
  close(): void;
}

export function createSender({ db, clock, log }: SenderDeps, { channel, places, deliver }: SenderOptions): Sender {
  /** Each message in transit, by its id. */
  const underWay = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let again = false;
  let closed = false;

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
        const rows = await leaseOutbox(db, { channel, at: clock.now(), leaseMs, limit, except: [...underWay.keys()] });
        for (const row of rows) begin(row);
        // A full batch: there may be more.
        if (rows.length === limit) again = true;
      }
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read');
    } finally {
      // In one step with the last check of `again`: a poke belongs either to this run or to the next.
      looking = undefined;
    }
  }

  function begin(row: OutboxRow): void {
    const sending = deliver(row).finally(() => {
      underWay.delete(row.id);
      if (again) void look();
    });
    underWay.set(row.id, sending);
  }

  return {
    run() {
      again = true;
      return look();
    },
    async settle() {
      await looking;
      while (underWay.size > 0) {
        await Promise.race(underWay.values());
        await looking;
      }
    },
    close() {
      closed = true;
    },
  };
}
