import type { Authenticator } from '#server/testing/people/authenticator.ts';
import { connectHttp, expectOk } from '#server/testing/server/http-client.ts';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { answeringMs, costsOf, type Costs } from './costs.ts';
import { addPasskey, beginPasskey } from './passkey-people.ts';
import { percentile, type Row } from './report.ts';

const warmUps = 10;
const rounds = 3;
const people = 4;
const times = 100;
/** A boundary of the histogram. */
const aimMs = 5;

/** Signs people in by passkey, one after the other. The ceremonies are begun before, so only the last call counts. */
async function signInSome(server: ServerProcess, passkeys: readonly Authenticator[]): Promise<Costs> {
  const sends: (() => Promise<void>)[] = [];
  for (let n = 0; n < people * times; n += 1) {
    const browser = connectHttp(server.origin);
    const credential = passkeys[n % people]?.assert(await beginPasskey(browser));
    sends.push(async () => void expectOk(await browser.post('/login/passkey', { credential })));
  }
  return costsOf(server, sends);
}

interface Answered {
  readonly all: number;
  /** Those within the aim. */
  readonly soon: number;
}

/** How many sign-ins by passkey the server has answered since its start, by its own clock. */
async function answeredBy(metricsPort: number): Promise<Answered> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const of = (part: string): number => {
    const line = text
      .split('\n')
      .find((each) => each.startsWith(`http_request_duration_seconds_${part}`) && each.includes('/login/passkey'));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  return { all: of('count'), soon: of(`bucket{le="${aimMs / 1000}"`) };
}

/** How much more of a processor the median sign-in takes for people with thousands of sign-ins than for newcomers. */
async function besideNewcomers(server: ServerProcess, passkeys: readonly Authenticator[]): Promise<number> {
  const median = async (of: readonly Authenticator[]) =>
    percentile(
      (await signInSome(server, of)).cpu.map(({ answering: cpu }) => cpu),
      0.5,
    );
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const newcomers: Authenticator[] = [];
    for (let n = 0; n < people; n += 1) newcomers.push(await addPasskey(server));
    const ofNewcomers = await median(newcomers);
    ratios.push((await median(passkeys)) / ofNewcomers);
  }
  return percentile(ratios, 0.5);
}

/**
 * The cost of a sign-in by passkey, from the request to the answer: for the person, and on the server by the histogram of
 * its metrics, which the load on the other core cannot slow.
 */
export async function measurePasskeySignIn(server: ServerProcess, metricsPort: number): Promise<readonly Row[]> {
  const passkeys: Authenticator[] = [];
  for (let n = 0; n < people; n += 1) passkeys.push(await addPasskey(server));
  // Most of the compiler's work is done after some thousand sign-ins.
  for (let round = 0; round < warmUps; round += 1) await signInSome(server, passkeys);
  const before = await answeredBy(metricsPort);
  const spent: Costs[] = [];
  for (let round = 0; round < rounds; round += 1) spent.push(await signInSome(server, passkeys));
  const after = await answeredBy(metricsPort);
  const past = await besideNewcomers(server, passkeys);
  const latencies = spent.flatMap((round) => round.latencies);
  return [
    {
      name: 'sign-in by passkey: CPU p99',
      value: answeringMs(spent, 0.99),
      unit: 'ms',
      aim: { atMost: aimMs },
      note: `of what answers; p50 ${answeringMs(spent, 0.5).toFixed(1)} ms; of all threads ${answeringMs(spent, 0.5, 'all').toFixed(1)}, p99 ${answeringMs(spent, 0.99, 'all').toFixed(1)} ms`,
    },
    {
      name: `sign-in by passkey: within ${aimMs} ms on the server`,
      value: (100 * (after.soon - before.soon)) / (after.all - before.all),
      unit: '%',
      aim: { atLeast: 99 },
      note: `${after.all - before.all} answers`,
    },
    {
      name: 'sign-in by passkey: after thousands of them',
      value: past,
      unit: '×',
      aim: { atMost: 1.3 },
      note: 'CPU p50 beside that of a newcomer; 20 sessions are the most, so each one ends another',
    },
    { name: 'sign-in by passkey: p50', value: percentile(latencies, 0.5), unit: 'ms', note: `one at a time, ${latencies.length} of them` },
    { name: 'sign-in by passkey: p99', value: percentile(latencies, 0.99), unit: 'ms' },
  ];
}
