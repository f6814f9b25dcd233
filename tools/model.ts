/**
 * `npm run model`: accounts live through steps in any order over HTTP, and their invariants are looked at after each one.
 *   npm run model                  2000 lives of up to 50 steps
 *   npm run model -- 100 1234      100 lives, from the seed that a failure has printed
 */
import fc from 'fast-check';
import { lifeSteps, type LifeModel, type LifeSystem } from '#server/testing/account-life.ts';
import { buildTestApp } from '#server/testing/test-app.ts';

const runs = Number(process.argv[2] ?? 2000);
const seed = process.argv[3] === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(process.argv[3]);
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) throw new Error('npm run model -- [lives] [seed]: whole numbers');

const stepsPerLife = 50;
const livesPerServer = 20;

console.log(`${runs} lives of up to ${stepsPerLife} steps, seed ${seed}`);
for (let done = 0; done < runs; done += livesPerServer) {
  // A fresh database now and then, so that what passed does not slow what comes.
  const app = await buildTestApp({ config: { rateFactor: 1_000_000 } });
  const setup = (): { model: LifeModel; real: LifeSystem } => ({ model: { accounts: [], legacy: [] }, real: { app } });
  try {
    await fc.assert(
      fc.asyncProperty(lifeSteps(stepsPerLife), (steps) => fc.asyncModelRun(setup, steps)),
      { numRuns: Math.min(livesPerServer, runs - done), seed: seed + done, endOnFailure: true },
    );
  } finally {
    await app.close();
  }
  console.log(`${Math.min(done + livesPerServer, runs)} passed`);
}
