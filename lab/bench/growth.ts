import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { checksOf } from './check.ts';
import { load } from './load.ts';
import type { Population } from './populate.ts';
import { readingOf } from './read-account.ts';
import { prepareRefreshes } from './refresh-token.ts';
import { registerSome } from './register.ts';
import { median, type Row } from './report.ts';
import { cost } from './sign-in.ts';
import { prepareSignIns } from './sign-in-load.ts';

const rounds = 3;

/** A running server and its number of accounts. */
export interface Size {
  readonly server: ServerProcess;
  readonly population: Population;
  readonly password: string;
  readonly accounts: number;
}

/** A kind of request at one size. */
interface Work {
  readonly name: string;
  readonly unit: string;
  /**
   * Runs until the compiler has done its work and every row was read once, if the first round is too short for that.
   */
  warm?(): Promise<unknown>;
  /** Processor time of one request. */
  cost(): Promise<number>;
}

/** The cost of the same request among more accounts, alternating with its cost among the fewest, which come first. */
export async function measureGrowth(sizes: readonly Size[]): Promise<readonly Row[]> {
  const works: (readonly Work[])[] = [];
  for (const size of sizes) works.push(await worksOf(size));
  const rows: Row[] = [];
  for (const [kind, { name, unit }] of (works[0] ?? []).entries()) {
    const costs = await inTurns(works.flatMap((ofSize) => ofSize[kind] ?? []));
    const [fewest = Number.NaN, ...more] = costs;
    for (const [n, value] of more.entries()) {
      rows.push({
        name: `${name}: cost at ${sizes[n + 1]?.accounts} accounts to ${sizes[0]?.accounts}`,
        value: value / fewest,
        unit: '×',
        aim: { atMost: 1.3 },
        note: `${value.toFixed(1)} ${unit} to ${fewest.toFixed(1)} ${unit}`,
      });
    }
  }
  return rows;
}

/** The medians, one for each piece of work. */
async function inTurns(works: readonly Work[]): Promise<readonly number[]> {
  const costs = works.map((): number[] => []);
  for (const work of works) await work.warm?.();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, work] of works.entries()) {
      const value = await work.cost();
      // The first round warms up the compiler and the caches.
      if (round > 0) costs[n]?.push(value);
    }
  }
  return costs.map(median);
}

async function worksOf({ server, population, password }: Size): Promise<readonly Work[]> {
  // Not the account that has signed in a thousand times for the earlier measurements.
  const signIns = await prepareSignIns(server, { phones: population.phones.slice(1), password });
  const checks = await checksOf(server, population);
  const refreshes = await prepareRefreshes(server, population);
  const reads = readingOf(server, population);
  return [
    {
      name: 'read the account',
      unit: 'µs',
      warm: () => load(reads, 24_000),
      cost: async () => (await load(reads, 6000)).cpuMicroseconds,
    },
    { name: 'check a phone', unit: 'µs', cost: async () => (await load(checks, 1000)).cpuMicroseconds },
    { name: 'sign-in by password', unit: 'ms', cost: async () => (await cost({ server, signIns }, 3)).milliseconds },
    { name: 'register by phone', unit: 'ms', cost: async () => (await registerSome(server)).cpuMs },
    { name: 'exchange a refresh token', unit: 'ms', cost: async () => (await refreshes.run(50)).cpuMs },
  ];
}
