/**
 * `npm run looks -w lab`: how soon the person reads of a look, at another instance than the member's, over PostgreSQL: from
 * the member's press to an answer of *Messages and access* that has it. Exits with 1 when it exceeds its goal.
 *   npm run looks -w lab               200 looks
 *   npm run looks -w lab -- 1000       so many
 */
import { tmpdir } from 'node:os';
import { enter, newMember } from '#server/testing/desk.ts';
import { signUp } from '#server/testing/people.ts';
import { startPostgres, teardown } from '#server/testing/postgres-global-setup.ts';
import { buildTestApp } from '#server/testing/test-app.ts';
import { movedTo, startSecondInstance } from '#server/testing/two-instances.ts';

/** Milliseconds. */
const goals = { p50: 1000, max: 60_000 } as const;
/** Of a member in a day. */
const looksOfMember = 100;

const looks = Number(process.argv[2] ?? 200);
if (!(Number.isInteger(looks) && looks > 0)) throw new Error('npm run looks -w lab -- [looks]');

await startPostgres(tmpdir());
process.env['TEST_DATABASE'] = 'postgres';
const app = await buildTestApp({ desk: true, settings: { LOG_LEVEL: 'warn' }, config: { rateFactor: 1_000_000 } });
const other = await startSecondInstance(app);
const times: number[] = [];
try {
  let desk = await enter(app, await newMember(app, 'lead'));
  for (let count = 0; count < looks; count += 1) {
    if (count % looksOfMember === looksOfMember - 1) desk = await enter(app, await newMember(app, 'lead'));
    const { contact, browser } = await signUp(app);
    const there = movedTo(other, browser);
    const read = async () => (await there.get<{ items: readonly { event: string }[] }>('/account/access')).data.items;
    if ((await read()).length > 0) throw new Error('nobody has looked yet');
    const start = performance.now();
    const { code, text } = await desk.post('/person/find', { text: contact, reason: 'asked', caseRef: 'CS-4711' });
    if (code !== 200) throw new Error(text);
    while ((await read())[0]?.event !== 'operator.looked')
      if (performance.now() - start > goals.max) throw new Error('the look is not there after a minute');
    times.push(performance.now() - start);
  }
} finally {
  await other.close();
  await app.close();
  await teardown();
}

const sorted = times.toSorted((a, b) => a - b);
const [p50 = 0, p99 = 0, max = 0] = [sorted[Math.floor(sorted.length / 2)], sorted[Math.floor(sorted.length * 0.99)], sorted.at(-1)];
console.log(`${looks} looks: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`);
process.exit(p50 <= goals.p50 && max <= goals.max ? 0 : 1);
