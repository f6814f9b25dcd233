import { Refusal } from '#server/platform/refusal.ts';

/** Limits heavy work. */
export interface WorkQueue {
  /** @throws {Refusal} unavailable, when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface WorkQueueLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Runs at most `running` pieces of work at a time, in the order of the calls; up to `waiting` more may wait. */
export function createWorkQueue(limits: WorkQueueLimits): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < limits.running) {
        running += 1;
      } else if (waiting.length < limits.waiting) {
        // Work that ends passes its place on: the place is never free in between.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        throw new Refusal('unavailable', { retryAfter: 2, reason: 'too much work is waiting' });
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
