/**
 * `npm run model -w lab`: accounts go through steps in any order over HTTP, on both databases; their invariants are
 * checked after each step.
 *   npm run model -w lab                      2000 lives of up to 50 steps on SQLite, and as many on PostgreSQL
 *   npm run model -w lab -- 100 1234          100 lives, from the seed that a failure has printed
 *   npm run model -w lab -- 100 1234 sqlite   on one of them: sqlite or postgres
 *   npm run model -w lab -- --thief           an owner and a thief instead (`thief.ts`)
 *   npm run model -w lab -- --game            positions of the game over HTTP (`game.ts`)
 *   npm run model -w lab -- --judges          the server's tests on both databases, each long judge in its whole form
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openLifeRig } from '#server/testing/lives/account-life.ts';
import { leadOnEngines, type Batch } from './lives-on-engines.ts';
import { playOverHttp } from './game.ts';
import { leadThieves } from './thief.ts';

if (process.argv[2] === '--thief') {
  await leadThieves(process.argv.slice(3));
  // A worker of the application may wait for its next minute.
  process.exit();
}

if (process.argv[2] === '--game') {
  await playOverHttp(process.argv.slice(3));
  process.exit();
}

if (process.argv[2] === '--judges') {
  const { status } = spawnSync(process.execPath, ['tools/test.ts', 'server', 'server-postgres', ...process.argv.slice(3)], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, JUDGES: 'whole' },
  });
  process.exit(status ?? 1);
}

let steps = 0;
await leadOnEngines({ script: 'model', usual: 2000, maxSteps: 50 }, lead);

async function lead({ count, seed, maxSteps }: Batch): Promise<string> {
  const rig = await openLifeRig();
  try {
    await rig.lead(count, { maxSteps, seed });
  } finally {
    await rig.close();
  }
  steps += rig.steps();
  return `${steps} steps passed`;
}
