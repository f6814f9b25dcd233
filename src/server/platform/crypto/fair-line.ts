import { Refusal } from '#server/platform/refusal.ts';
import { FairQueue, type Source } from './fair-queue.ts';

/**
 * Why work was not done: `full`, nobody had more waiting than its own source; `gaveWay`, a quieter source came; `late`, its turn did
 * not come in time.
 */
export type RefusedWork = 'full' | 'gaveWay' | 'late';

const maxWaitMs = 5000;

interface Waiter<T> {
  readonly item: T;
  readonly refuse: (refusal: Refusal) => void;
  timer?: NodeJS.Timeout;
}

/** A fair queue whose waiting ends (ADR 35): by their turn, or by Refusal `unavailable` when too many wait or after five seconds. */
export class FairLine<T> {
  readonly refused: Record<RefusedWork, number> = { full: 0, gaveWay: 0, late: 0 };
  readonly #queue: FairQueue<Waiter<T>>;
  readonly #reasons: Readonly<Record<RefusedWork, string>>;

  /** The reasons are for the log alone: callers are told to come back. */
  constructor({ bound, reasons }: { readonly bound: number; readonly reasons: Readonly<Record<RefusedWork, string>> }) {
    this.#queue = new FairQueue(bound);
    this.#reasons = reasons;
  }

  get length(): number {
    return this.#queue.length;
  }

  /** Lets an item wait for its turn, or refuses one: this one or another. */
  add(item: T, { source, refuse }: { readonly source: Source; readonly refuse: (refusal: Refusal) => void }): void {
    const waiter: Waiter<T> = { item, refuse };
    waiter.timer = setTimeout(() => {
      this.#queue.remove(waiter);
      this.#refuse(waiter, 'late');
    }, maxWaitMs);
    const gone = this.#queue.add(waiter, source);
    if (gone !== undefined) this.#refuse(gone, gone === waiter ? 'full' : 'gaveWay');
  }

  /** Takes out whose turn it is; undefined where nobody waits. */
  next(): T | undefined {
    const waiter = this.#queue.next();
    clearTimeout(waiter?.timer);
    return waiter?.item;
  }

  /** Refuses everybody who waits. */
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

/** For work that a stopping server does not do. */
export function stopping(): Refusal {
  return new Refusal('unavailable', { reason: 'the server is stopping' });
}
