/**
 * `npm run copies -w lab`: accounts lead random lives; each is copied, made anew in an empty installation, and copied
 * there: every copied value has to be the same.
 *   npm run copies -w lab                      1000 lives of up to 20 steps on SQLite, and as many on PostgreSQL
 *   npm run copies -w lab -- 100 1234 sqlite   100 lives, from this seed, on one of them
 */
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { openLifeRig } from '#server/testing/account-life.ts';
import { importCopy, inOrder, rowsOfAccount } from '#server/testing/import-copy.ts';
import { setup, teardown } from '#server/testing/postgres-global-setup.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

const lives = Number(process.argv[2] ?? 1000);
const seed = process.argv[3] === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(process.argv[3]);
const engines = ['sqlite', 'postgres'].filter((engine) => engine === (process.argv[4] ?? engine));
if (!Number.isInteger(lives) || lives < 1 || !Number.isInteger(seed) || engines.length === 0) {
  throw new Error('npm run copies -w lab -- [lives] [seed] [sqlite | postgres]: whole numbers');
}

const maxSteps = 20;
const livesPerServer = 50;

// Survival of a crash has its own tests: here the disk would only cost time.
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
for (const engine of engines) {
  process.env['TEST_DATABASE'] = engine;
  if (engine === 'postgres') await setup();
  try {
    await copyLives(engine);
  } finally {
    if (engine === 'postgres') await teardown();
  }
}

async function copyLives(engine: string): Promise<void> {
  console.log(`${engine}: ${lives} lives of up to ${maxSteps} steps, seed ${seed}`);
  const started = performance.now();
  let accounts = 0;
  for (let done = 0; done < lives; done += livesPerServer) {
    const rig = await openLifeRig();
    const other = await openTestDatabase();
    try {
      await rig.lead(Math.min(livesPerServer, lives - done), { maxSteps, seed: seed + done });
      const { db } = rig.system.app;
      for (const { id } of await db.q().selectFrom('accounts').select('id').where('state', '!=', 'purged').execute()) {
        const copy = inOrder(await rowsOfAccount(db, id));
        const again = inOrder(await rowsOfAccount(other.db, await importCopy(other.db, copy)));
        if (!isDeepStrictEqual(again, copy))
          throw new Error(`seed ${seed + done}: ${JSON.stringify(copy)} became ${JSON.stringify(again)}`);
        accounts += 1;
      }
    } finally {
      await other.close();
      await rig.close();
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${engine}: ${Math.min(done + livesPerServer, lives)} lives, ${accounts} accounts are the same, in ${seconds} s`);
  }
}
