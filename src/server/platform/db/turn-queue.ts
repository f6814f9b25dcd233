import { Refusal } from '#server/platform/refusal.ts';

interface Waiter {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Admits one holder at a time, in the order of the requests. */
export class TurnQueue {
  readonly #maxWaitMs: number;
  readonly #waiting = new Set<Waiter>();
  #held = false;

  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** @throws {Refusal} unavailable, when the turn does not come in time */
  async acquire(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        start: resolve,
        timer: setTimeout(() => {
          this.#waiting.delete(waiter);
          reject(new Refusal('unavailable', { retryAfter: 1, reason: 'the database writer was not free in time' }));
        }, this.#maxWaitMs),
      };
      this.#waiting.add(waiter);
    });
  }

  release(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      clearTimeout(next.timer);
      next.start();
      return;
    }
    this.#held = false;
  }
}
