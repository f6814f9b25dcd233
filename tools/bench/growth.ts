import type { ServerProcess } from '#server/testing/server-process.ts';
import type { Population } from './populate.ts';
import { load, readingOf } from './read-account.ts';
import { median, type Row } from './report.ts';
import { cost } from './sign-in.ts';
import { prepareSignIns } from './sign-in-load.ts';

const rounds = 3;

interface Size {
  readonly server: ServerProcess;
  readonly population: Population;
  readonly password: string;
  readonly accounts: number;
}

/** What the same request costs among many accounts, in turns with what it costs among few. */
export async function measureGrowth(few: Size, many: Size): Promise<readonly Row[]> {
  const reads = [readingOf(few.server, few.population), readingOf(many.server, many.population)] as const;
  const signIns = [await signInsOf(few), await signInsOf(many)] as const;
  const costs = { reads: [[], []] as [number[], number[]], signIns: [[], []] as [number[], number[]] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const size of [0, 1] as const) {
      const read = await load(reads[size], 6000);
      const signedIn = await cost(signIns[size], 3);
      // The first round is for the compiler and the caches.
      if (round === 0) continue;
      costs.reads[size].push(read.cpuMicroseconds);
      costs.signIns[size].push(signedIn.milliseconds);
    }
  }
  const row = (name: string, [one, other]: [number[], number[]], unit: string): Row => ({
    name: `${name}: cost at ${many.accounts} accounts to ${few.accounts}`,
    value: median(other) / median(one),
    unit: '×',
    aim: { atMost: 1.3 },
    note: `${median(other).toFixed(1)} ${unit} to ${median(one).toFixed(1)} ${unit}`,
  });
  return [row('read the account', costs.reads, 'µs'), row('sign-in by password', costs.signIns, 'ms')];
}

async function signInsOf({ server, population, password }: Size) {
  // Others than the accounts that have signed in a thousand times for the measurements before.
  return { server, signIns: await prepareSignIns(server, { phones: population.phones.slice(1), password }) };
}
