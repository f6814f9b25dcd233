import { Refusal } from '#server/platform/refusal.ts';
import { FairQueue, type Source } from './fair-queue.ts';

/**
 * Why work was refused: `full`, its own source had the longest queue; `gaveWay`, displaced by a quieter source; `late`,
 * its turn did not come in time.
 */
export type RefusedWork = 'full' | 'gaveWay' | 'late';

const maxWaitMs = 5000;

interface Waiter<T> {
  readonly item: T;
  readonly refuse: (refusal: Refusal) => void;
  timer?: NodeJS.Timeout;
}

/**
 * A fair queue with bounded waiting (ADR 42): ends by a turn, or by Refusal `unavailable` when full or after five
 * seconds.
 */
export class FairLine<T> {
  readonly refused: Record<RefusedWork, number> = { full: 0, gaveWay: 0, late: 0 };
  readonly #queue: FairQueue<Waiter<T>>;
  readonly #reasons: Readonly<Record<RefusedWork, string>>;

  /** The reasons are only for the log: callers are told to retry. */
  constructor({ bound, reasons }: { readonly bound: number; readonly reasons: Readonly<Record<RefusedWork, string>> }) {
    this.#queue = new FairQueue(bound);
    this.#reasons = reasons;
  }

  get length(): number {
    return this.#queue.length;
  }

  /** Queues an item, and refuses one if full: this one or another. */
  add(item: T, { source, refuse }: { readonly source: Source; readonly refuse: (refusal: Refusal) => void }): void {
    const waiter: Waiter<T> = { item, refuse };
    waiter.timer = setTimeout(() => {
      this.#queue.remove(waiter);
      this.#refuse(waiter, 'late');
    }, maxWaitMs);
    const gone = this.#queue.add(waiter, source);
    if (gone !== undefined) this.#refuse(gone, gone === waiter ? 'full' : 'gaveWay');
  }

  /** Removes and returns the next item; undefined if empty. */
  next(): T | undefined {
    const waiter = this.#queue.next();
    clearTimeout(waiter?.timer);
    return waiter?.item;
  }

  /** Refuses all waiting items. */
  close(): void {
    for (const { timer, refuse } of this.#queue.clear()) {
      clearTimeout(timer);
      refuse(stopping());
    }
  }

  #refuse({ timer, refuse }: Waiter<T>, why: RefusedWork): void {
    clearTimeout(timer);
    this.refused[why] += 1;
    refuse(new Refusal('unavailable', { retryAfter: 1, reason: this.#reasons[why] }));
  }
}

/** The refusal for work when the server stops. */
export function stopping(): Refusal {
  return new Refusal('unavailable', { reason: 'the server is stopping' });
}
