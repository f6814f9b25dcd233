import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lifeSteps, type LifeModel, type LifeSystem } from '#server/testing/account-life.ts';
import { buildTestApp } from '#server/testing/test-app.ts';

/** `npm run model` runs it for longer. */
it('an account keeps its invariants in a life of any order', { timeout: 120_000 }, async () => {
  const app = await buildTestApp({ config: { rateFactor: 100_000 } });
  let lives = 0;
  const setup = (): { model: LifeModel; real: LifeSystem } => {
    lives += 1;
    return { model: { accounts: [], legacy: [] }, real: { app } };
  };
  try {
    await fc.assert(
      fc.asyncProperty(lifeSteps(12), (steps) => fc.asyncModelRun(setup, steps)),
      { numRuns: 6, endOnFailure: true },
    );
    expect(lives).toBe(6);
  } finally {
    await app.close();
  }
});
