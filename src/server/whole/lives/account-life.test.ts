import { expect, it } from 'vitest';
import { openLifeRig } from '#server/testing/lives/account-life.ts';

/** `npm run model -w lab` runs it for longer. */
it('keeps the invariants of an account through a random sequence of actions', { timeout: 120_000 }, async () => {
  const rig = await openLifeRig();
  try {
    await rig.lead(8, { maxSteps: 25 });
    expect(rig.steps()).toBeGreaterThan(0);
  } finally {
    await rig.close();
  }
});
