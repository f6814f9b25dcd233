import { cpuSeconds } from './process.ts';

/** The server's cost for pieces of work, and the duration of each. */
export interface Spent {
  readonly amount: number;
  /** The server's processor time for one piece of work. */
  readonly cpuMs: number;
  readonly latenciesMs: readonly number[];
}

/** Each worker works `times` times in sequence; all workers run at once. */
export async function repeat(pid: number, workers: readonly (() => Promise<void>)[], times: number): Promise<Spent> {
  const latenciesMs: number[] = [];
  const before = cpuSeconds(pid);
  await Promise.all(
    workers.map(async (work) => {
      for (let n = 0; n < times; n += 1) {
        const started = performance.now();
        await work();
        latenciesMs.push(performance.now() - started);
      }
    }),
  );
  const amount = latenciesMs.length;
  return { amount, cpuMs: ((cpuSeconds(pid) - before) * 1000) / amount, latenciesMs };
}
