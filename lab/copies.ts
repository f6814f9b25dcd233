/**
 * `npm run copies -w lab`: accounts lead random lives; each is copied, made again in an empty installation, and copied
 * there: every copied value has to be the same.
 *   npm run copies -w lab                      1000 lives of up to 20 steps on SQLite, and as many on PostgreSQL
 *   npm run copies -w lab -- 100 1234 sqlite   100 lives, from this seed, on one of them
 *   npm run copies -w lab -- 1000 7 sqlite 350 a run that was stopped, from its 351st life
 */
import { isDeepStrictEqual } from 'node:util';
import { openLifeRig } from '#server/testing/lives/account-life.ts';
import { importCopy, inOrder, rowsOfAccount } from '#server/testing/lives/import-copy.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';
import { leadOnEngines, type Batch } from './lives-on-engines.ts';

let accounts = 0;
await leadOnEngines({ script: 'copies', usual: 1000, maxSteps: 20 }, copyLives);

async function copyLives({ count, seed, maxSteps }: Batch): Promise<string> {
  const rig = await openLifeRig();
  const other = await openTestDatabase();
  try {
    await rig.lead(count, { maxSteps, seed });
    const { db } = rig.system.app;
    for (const { id } of await db.q().selectFrom('accounts').select('id').where('state', '!=', 'purged').execute()) {
      const copy = inOrder(await rowsOfAccount(db, id));
      const again = inOrder(await rowsOfAccount(other.db, await importCopy(other.db, copy)));
      if (!isDeepStrictEqual(again, copy)) throw new Error(`seed ${seed}: ${JSON.stringify(copy)} became ${JSON.stringify(again)}`);
      accounts += 1;
    }
  } finally {
    await other.close();
    await rig.close();
  }
  return `${accounts} accounts are the same,`;
}
