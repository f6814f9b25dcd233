import { FairLine, stopping, type RefusedWork } from './fair-line.ts';
import type { Source } from './fair-queue.ts';

/** Runs a few pieces of work at once; all others wait in a fair line (ADR 42). */
export class FairTurns {
  readonly #line: FairLine<() => void>;
  #free: number;
  #closed = false;

  constructor(limits: { readonly running: number; readonly waiting: number; readonly reasons: Readonly<Record<RefusedWork, string>> }) {
    this.#free = limits.running;
    this.#line = new FairLine({ bound: limits.waiting, reasons: limits.reasons });
  }

  /** The number of waiting pieces. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Refusals since the start, by reason. */
  get refused(): Readonly<Record<RefusedWork, number>> {
    return this.#line.refused;
  }

  /** @throws {Refusal} unavailable, when too many wait or it took too long */
  async run<T>(source: Source, work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw stopping();
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve, refuse) => this.#line.add(resolve, { source, refuse }));
    try {
      return await work();
    } finally {
      // Work that ends passes its place on: the place is never free in between.
      const next = this.#line.next();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  close(): void {
    this.#closed = true;
    this.#line.close();
  }
}
