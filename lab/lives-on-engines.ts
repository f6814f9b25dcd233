import { existsSync } from 'node:fs';
import { setup, teardown } from '#server/testing/server/postgres-global-setup.ts';

interface Lives {
  /** The script of this workspace. */
  readonly script: string;
  /** How many, unless the command says so. */
  readonly usual: number;
  readonly maxSteps: number;
}

/** A few lives, from their own seed, on one fresh server. */
export interface Batch {
  readonly count: number;
  readonly seed: number;
  readonly maxSteps: number;
}

/** A fresh database from time to time, so that earlier lives do not slow later ones. */
const livesPerServer = 50;

/**
 * Leads lives on each database, in batches: `[lives] [seed] [sqlite | postgres] [from]` of the command line. Each batch has
 * its own seed, so that a run that was stopped after `from` lives continues there, and the lives of both add up. `lead` returns
 * what it has done so far, in words.
 */
export async function leadOnEngines({ script, usual, maxSteps }: Lives, lead: (batch: Batch) => Promise<string>): Promise<void> {
  const lives = Number(process.argv[2] ?? usual);
  const seed = process.argv[3] === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(process.argv[3]);
  const engines = ['sqlite', 'postgres'].filter((engine) => engine === (process.argv[4] ?? engine));
  const from = Number(process.argv[5] ?? 0);
  if (!Number.isInteger(lives) || lives < 1 || !Number.isInteger(seed) || engines.length === 0 || from % livesPerServer !== 0) {
    throw new Error(
      `npm run ${script} -w lab -- [lives] [seed] [sqlite | postgres] [from]: whole numbers, from a multiple of ${livesPerServer}`,
    );
  }
  // Survival of a crash has its own tests: here the disk would only cost time.
  if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
  for (const engine of engines) {
    process.env['TEST_DATABASE'] = engine;
    if (engine === 'postgres') await setup();
    try {
      console.log(`${engine}: ${lives} lives of up to ${maxSteps} steps, seed ${seed}, from ${from}`);
      const started = performance.now();
      for (let done = from; done < lives; done += livesPerServer) {
        const soFar = await lead({ count: Math.min(livesPerServer, lives - done), seed: seed + done, maxSteps });
        const seconds = Math.round((performance.now() - started) / 1000);
        const counted = Math.min(done + livesPerServer, lives);
        console.log(`${engine}: ${counted} lives, ${soFar} in ${seconds} s; from there: ${lives} ${seed} ${engine} ${counted}`);
      }
    } finally {
      if (engine === 'postgres') await teardown();
    }
  }
}
