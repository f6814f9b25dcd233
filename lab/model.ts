/**
 * `npm run model -w lab`: accounts go through steps in any order over HTTP, on both databases; their invariants are
 * checked after each step.
 *   npm run model -w lab                      2000 lives of up to 50 steps on SQLite, and as many on PostgreSQL
 *   npm run model -w lab -- 100 1234          100 lives, from the seed that a failure has printed
 *   npm run model -w lab -- 100 1234 sqlite   on one of them: sqlite or postgres
 *   npm run model -w lab -- --thief           an owner and a thief instead (`thief.ts`)
 */
import { existsSync } from 'node:fs';
import { openLifeRig } from '#server/testing/account-life.ts';
import { setup, teardown } from '#server/testing/postgres-global-setup.ts';
import { leadThieves } from './thief.ts';

if (process.argv[2] === '--thief') {
  await leadThieves(process.argv.slice(3));
  // A worker of the application may wait for its next minute.
  process.exit();
}

const runs = Number(process.argv[2] ?? 2000);
const seed = process.argv[3] === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(process.argv[3]);
const engines = ['sqlite', 'postgres'].filter((engine) => engine === (process.argv[4] ?? engine));
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed) || engines.length === 0) {
  throw new Error('npm run model -w lab -- [lives] [seed] [sqlite | postgres]: whole numbers');
}

const maxSteps = 50;
const livesPerServer = 50;

// Survival of a crash has its own tests: here the disk would only cost time.
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
for (const engine of engines) {
  process.env['TEST_DATABASE'] = engine;
  if (engine === 'postgres') await setup();
  try {
    await lead(engine);
  } finally {
    if (engine === 'postgres') await teardown();
  }
}

async function lead(engine: string): Promise<void> {
  console.log(`${engine}: ${runs} lives of up to ${maxSteps} steps, seed ${seed}`);
  const started = performance.now();
  let steps = 0;
  for (let done = 0; done < runs; done += livesPerServer) {
    // A fresh database from time to time, so that earlier lives do not slow later ones.
    const rig = await openLifeRig();
    try {
      await rig.lead(Math.min(livesPerServer, runs - done), { maxSteps, seed: seed + done });
    } finally {
      await rig.close();
    }
    steps += rig.steps();
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${engine}: ${Math.min(done + livesPerServer, runs)} lives, ${steps} steps passed in ${seconds} s`);
  }
}
