/**
 * `npm run torture`: whether what was promised holds while things fail. Each round prints what was promised, what was seen, and what a run with
 * the protection taken out saw; ends with 1 when a promise was broken or such a run did not fail. The rounds up to `failover` take some ten
 * minutes; how long `revocation` takes depends most on the machine.
 *   npm run torture -- power-cut --seed 7 --cuts 500     a round alone; the seed that a failure has printed
 *   npm run torture -- kill --writes 100000              until so many writes on each database were acknowledged
 *   npm run torture -- revocation --revocations 500      fewer than 10,000
 *   npm run torture -- upgrade --from v1.2               another version than that of the last commit
 */
import { parseArgs } from 'node:util';
import { clock } from './torture/clock.ts';
import { diskFull } from './torture/disk-full.ts';
import { failover } from './torture/failover.ts';
import { kill } from './torture/kill.ts';
import { powerCut } from './torture/power-cut.ts';
import { providers } from './torture/providers.ts';
import { redis } from './torture/redis.ts';
import { revocation } from './torture/revocation.ts';
import { Missing, type Finding, type Round } from './torture/round.ts';
import { slowClients } from './torture/slow-clients.ts';
import { slowDisk } from './torture/slow-disk.ts';
import { upgrade } from './torture/upgrade.ts';

const rounds: Readonly<Record<string, Round>> = {
  'power-cut': powerCut,
  kill,
  'disk-full': diskFull,
  'slow-disk': slowDisk,
  failover,
  'slow-clients': slowClients,
  revocation,
  redis,
  providers,
  clock,
  upgrade,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    cuts: { type: 'string', default: '100' },
    writes: { type: 'string', default: '0' },
    revocations: { type: 'string', default: '10000' },
    from: { type: 'string', default: 'HEAD' },
  },
});
const numbers = {
  seed: Number(values.seed ?? Math.trunc(Math.random() * 2 ** 31)),
  cuts: Number(values.cuts),
  writes: Number(values.writes),
  revocations: Number(values.revocations),
};
const options = { ...numbers, from: values.from };
if (!Object.values(numbers).every(Number.isSafeInteger) || !positionals.every((name) => name in rounds)) {
  const words = Object.keys(numbers).map((name) => `[--${name} N]`);
  throw new Error(`npm run torture -- [${Object.keys(rounds).join(' | ')}] ${words.join(' ')} [--from COMMIT]: whole numbers`);
}

console.log(`seed ${options.seed}`);
for (const [name, round] of Object.entries(rounds)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const started = performance.now();
  try {
    console.log(`\n${name}`);
    for await (const finding of round(options)) print(finding);
    console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s`);
  } catch (error) {
    if (error instanceof Missing) console.log(`  not run: ${error.message}`);
    else {
      console.log('  BROKEN', error);
      process.exitCode = 1;
    }
  }
}

function print({ promise, seen, isKept, control }: Finding): void {
  console.log(`  promised  ${promise}`);
  console.log(`  ${isKept ? 'seen    ' : 'BROKEN  '}  ${seen}`);
  if (control !== undefined) console.log(`  ${control.hasFailed ? 'control ' : 'BLIND   '}  ${control.seen}`);
  if (!isKept || control?.hasFailed === false) process.exitCode = 1;
}
