import { Refusal } from '#server/platform/refusal.ts';

/** Work that is too heavy to do all at once. */
export interface WorkQueue {
  /** @throws {Refusal} unavailable, when as many are waiting as may wait */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface WorkQueueLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Runs at most `running` pieces of work at a time, in the order of asking; `waiting` more may wait. */
export function createWorkQueue(limits: WorkQueueLimits): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < limits.running) {
        running += 1;
      } else if (waiting.length < limits.waiting) {
        // Whoever ends hands its place on: it is never free in between.
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
