/**
 * `npm run stories -w lab`: the thieves of twelve stories (`src/server/testing/stories`) come to an end, and then use all
 * that they had and made, again and again, while owners are in. SQLite; with TEST_DATABASE=postgres and TEST_POSTGRES_URL two instances. Exits
 * with 1 when one use served a thief, or an owner is out.
 *   npm run stories -w lab             ten thousand uses
 *   npm run stories -w lab -- 500      so many
 */
import { existsSync } from 'node:fs';
import { accomplices } from '#server/testing/stories/accomplices.ts';
import { openStage } from '#server/testing/stories/open-stage.ts';
import { thieves } from '#server/testing/stories/thieves.ts';

const goal = Number(process.argv[2] ?? 10_000);
if (!Number.isInteger(goal) || goal < 1) throw new Error('npm run stories -w lab -- [uses, at least 1]');

if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
const stage = await openStage();
let [uses, served, out] = [0, 0, 0];
try {
  const stories = Object.entries({ ...thieves, ...accomplices });
  for (const [index, [name, story]] of stories.entries()) {
    const { owner, thief } = await story(stage);
    const before = uses;
    const due = Math.ceil((goal * (index + 1)) / stories.length);
    while (uses < due) {
      for (const servesAgain of thief) {
        uses += 1;
        if (await servesAgain()) {
          served += 1;
          console.log(`${name}: a use served the thief`);
        }
      }
    }
    if ((await owner.get('/account/metainfo')).code !== 200) out += 1;
    console.log(`${name.padEnd(52)} ${uses - before} uses`);
  }
} finally {
  await stage.close();
}
console.log(`${uses} uses, ${served} served a thief, ${out} owners out.`);
process.exitCode = served + out === 0 ? 0 : 1;
