import { cpuSeconds } from './process.ts';

/** What pieces of work cost the server and how long each took. */
export interface Spent {
  readonly amount: number;
  /** Processor time of the server for one. */
  readonly cpuMs: number;
  readonly latenciesMs: readonly number[];
}

/** Each worker works so many times, one after the other; all workers at once. */
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
