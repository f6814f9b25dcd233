/**
 * `npm run desktop-ends -w lab`: how soon a desktop hears that its sign-in is over. Two instances on one database; each of
 * the desktops, the account service of `examples/desktop` without the bus, waits at one of them, and its person ends it in
 * a browser at either, in a way that is drawn. The time runs from the answer to the browser until the service has dropped
 * everything.
 *   npm run desktop-ends -w lab                            1,000 ends
 *   npm run desktop-ends -w lab -- 200 --seed 7            fewer, with the draws of another run
 *   npm run desktop-ends -w lab -- 200 --seed 7 --from 80  goes on where a run stopped
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Account } from '../examples/desktop/account.ts';
import { copiesIn } from '../examples/desktop/files.ts';
import { systemClock } from '#server/platform/clock.ts';
import { askDeletion } from '#server/testing/deletion.ts';
import { newDesktopClient } from '#server/testing/desktop.ts';
import { buildListeningApp } from '#server/testing/listening-app.ts';
import { consent, open } from '#server/testing/openid.ts';
import { signUp, type Person } from '#server/testing/people.ts';
import { movedTo, startSecondInstance } from '#server/testing/two-instances.ts';
import { drawFrom } from './torture/round.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Date.now() % 1e6) }, from: { type: 'string', default: '0' } },
});
const [count, seed, from] = [Number(positionals[0] ?? 1000), Number(values.seed), Number(values.from)];
const lanes = 12;
const mostMs = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'desktop-ends-'));
const app = await buildListeningApp({ time: { clock: systemClock } });
const second = await startSecondInstance(app, { clock: systemClock });
await newDesktopClient(app, { id: 'cedar-desktop' });

type Way = keyof typeof ways;
/** In a browser: `here` is at the instance of the desktop. */
const ways = {
  removed: async ({ browser, password }: Person) => {
    const { data } = await browser.get<readonly { readonly id: string; readonly kind: string }[]>('/device/list');
    await browser.post('/account/auth', { method: 'password', password, action: 'endOthers' });
    return browser.delete('/device/unBind', { id: data.find(({ kind }) => kind === 'device')?.id });
  },
  'signed out': ({ browser }: Person) => browser.post('/logout', { devices: true }),
  password: ({ browser, password }: Person) =>
    browser.post('/password/update', { oldPassword: password, newPassword: `${password}-27` }),
  deletion: ({ browser }: Person) => askDeletion(browser),
};

interface Heard {
  readonly way: Way;
  readonly there: boolean;
  readonly reason: string;
  readonly ms: number;
}

async function endOne(turn: number): Promise<Heard> {
  const draw = drawFrom(seed * 1_000_003 + turn);
  const way = (Object.keys(ways) as Way[])[Math.floor(draw() * Object.keys(ways).length)] ?? 'removed';
  const there = draw() < 0.5;
  const waitMs = draw() * 1500;
  const person = await signUp(app);
  let secret: string | undefined;
  const account = new Account({
    issuer: app.config.publicUrl,
    clientId: 'cedar-desktop',
    store: { read: async () => secret, write: async (text) => void (secret = text), remove: async () => void (secret = undefined) },
    copies: copiesIn(join(folder, String(turn))),
    settings: false,
    open: (url) => void allow(person, url),
    show: () => undefined,
  });
  await account.signIn('browser');
  // So that the end falls anywhere into the wait of the desktop.
  await pause(waitMs);
  const ended = new Promise<string>((resolve) => void account.once('ended', resolve));
  const answer = await ways[way]({ ...person, browser: there ? movedTo(second, person.browser) : person.browser });
  if (answer.code !== 200) throw new Error(`${way}: ${answer.text}`);
  const acknowledged = performance.now();
  const reason = await Promise.race([ended, pause(60_000, 'never', { ref: false })]);
  if (secret !== undefined || account.state !== 'signed-out') throw new Error(`turn ${turn}: ${way}: the desktop keeps something`);
  return { way, there, reason, ms: performance.now() - acknowledged };
}

async function allow({ browser }: Person, url: string): Promise<void> {
  const stop = await consent(app, browser, await open(app, browser, url), ['openid', 'profile', 'desktop']);
  await fetch(stop.url);
}

const heard: Heard[] = [];
let next = from;
const started = performance.now();
try {
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) {
        const turn = next;
        next += 1;
        heard.push(await endOne(turn));
        if (heard.length % 100 === 0) console.log(`  ${from + heard.length} of ${count}`);
      }
    }),
  );
} finally {
  await second.close();
  await app.close();
  rmSync(folder, { recursive: true });
}

/** Of some ends: how many, and the time of the median, of 99 of 100, and the longest. */
function row(name: string, some: readonly Heard[]): string {
  const sorted = some.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  const reasons = Object.entries(Object.groupBy(some, ({ reason }) => reason)).map(([reason, all]) => `${reason} ${all?.length}`);
  return `${name.padEnd(24)} ${String(some.length).padStart(5)}   p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms   ${reasons.join(', ')}`;
}

for (const way of Object.keys(ways)) {
  for (const there of [false, true])
    console.log(row(`${way}, ${there ? 'other' : 'same'} instance`, heard.filter((one) => one.way === way && one.there === there)));
}
console.log(row('all', heard));
const late = heard.filter(({ ms }) => ms > mostMs);
console.log(
  `${heard.length} ends in ${Math.round((performance.now() - started) / 1000)} s, seed ${seed}: ${late.length} later than ten seconds`,
);
process.exit(late.length === 0 ? 0 : 1);
