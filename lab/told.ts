/**
 * `npm run told -w lab`: how soon a freeze is answered, with its notices in the outbox, and how soon an app with a
 * logout address hears of it, on SQLite with syncs. Exits with 1 when one of them exceeds its goal.
 *   npm run told -w lab                100 freezes
 *   npm run told -w lab -- 1000        so many
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildListeningApp } from '#server/testing/listening-app.ts';
import { newRelyingParty, signInTo } from '#server/testing/openid.ts';
import { freshEmail, signUp } from '#server/testing/people.ts';
import { accountIdOf, addEmail } from '#server/testing/proving.ts';

/** Milliseconds at the 99th percentile, and at most. */
const goals = { answered: { p99: 50, max: Infinity }, heard: { p99: 2000, max: 10_000 } } as const;

const freezes = Number(process.argv[2] ?? 100);
if (!(Number.isInteger(freezes) && freezes > 0)) throw new Error('npm run told -w lab -- [freezes]');

const waiting = new Map<string, () => void>();
const receiver = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200).end();
    waiting.get(request.url ?? '')?.();
  });
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const app = await buildListeningApp({ tellsApps: true });
const times: Record<keyof typeof goals, number[]> = { answered: [], heard: [] };
try {
  for (let count = 0; count < freezes; count += 1) await freezeOne(`/${count}`);
} finally {
  receiver.closeAllConnections();
  receiver.close();
  await app.close();
}

async function freezeOne(path: string): Promise<void> {
  const party = await newRelyingParty(app, { backchannelLogoutUri: `${address}${path}` });
  const { browser, contact } = await signUp(app);
  const email = freshEmail();
  await addEmail(app, await accountIdOf(app, contact), email);
  await signInTo(app, browser, { party });
  const heard = new Promise<void>((resolve) => void waiting.set(path, resolve));
  const start = performance.now();
  const { code, text } = await browser.post('/account/freeze', { why: 'unknown' });
  times.answered.push(performance.now() - start);
  if (code !== 200) throw new Error(text);
  await heard;
  times.heard.push(performance.now() - start);
  for (const to of [contact, email]) {
    if (!(await app.outbox(to)).some(({ scene }) => scene === 'frozen')) throw new Error('a phone or an email was not told');
  }
}

for (const [name, goal] of Object.entries(goals)) {
  const all = times[name as keyof typeof goals].toSorted((a, b) => a - b);
  const [p50 = 0, p99 = 0, max = 0] = [all[Math.floor(all.length / 2)], all[Math.floor(all.length * 0.99)], all.at(-1)];
  console.log(`${name.padEnd(9)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`);
  if (p99 > goal.p99 || max > goal.max) process.exitCode = 1;
}
