/**
 * `npm run relays -w lab`: relays of a scanned code, in drawn orders, by attackers with a picture of the code, with a page
 * that mirrors code and number, and in the network of their victim. No attacker far away may get a session; one nearby
 * that does not show its number gets one in three at most.
 *   npm run relays -w lab                   1,200 relays
 *   npm run relays -w lab -- 3000 --seed 7  more, with the draws of another run
 */
import { parseArgs } from 'node:util';
import { buildTestApp } from '#server/testing/server/test-app.ts';
import { playRelays } from '#server/testing/apps/qr-relays.ts';
import { drawFrom } from './torture/round.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Date.now() % 1e6) } },
});
const app = await buildTestApp({ config: { rateFactor: 10_000 } });
try {
  const tally = await playRelays(app, { count: Number(positionals[0] ?? 1200), draw: drawFrom(Number(values.seed)) });
  for (const [kind, { relays, passed, sessions }] of Object.entries(tally))
    console.log(`${kind.padEnd(7)} ${relays} relays, the number was passed ${passed} times, ${sessions} sessions`);
  const { image, mirror, near } = tally;
  // Three standard deviations above one in three.
  const most = near.relays / 3 + 3 * Math.sqrt((near.relays * 2) / 9);
  const isRight = image.sessions === 0 && mirror.sessions === 0 && mirror.passed > 0 && near.sessions <= most;
  console.log(`seed ${values.seed}: ${isRight ? 'as it should be' : 'FAILED'}`);
  process.exitCode = isRight ? 0 : 1;
} finally {
  await app.close();
}
