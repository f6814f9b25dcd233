import { it } from 'vitest';
import { appendFileSync } from 'node:fs';
import { openLifeRig } from '#server/testing/lives/account-life.ts';
it('many', { timeout: 900_000 }, async () => {
  for (let n = 0; n < 25; n += 1) {
    const rig = await openLifeRig();
    try {
      await rig.lead(8, { maxSteps: 25 });
      appendFileSync('/tmp/ops-many.log', `ok ${n} ${rig.steps()}\n`);
    } catch (error) {
      appendFileSync('/tmp/ops-many.log', `FAILED ${n}\n${String(error)}\n${String((error as Error).cause)}\n`);
    } finally {
      await rig.close();
    }
  }
});
