import { newAuthenticator, type Authenticator } from '#server/testing/authenticator.ts';
import { connectHttp, expectOk } from '#server/testing/http-client.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { cpuMilliseconds } from './process.ts';
import { percentile, type Row } from './report.ts';

const warmUps = 10;
const rounds = 3;
const people = 4;
const times = 100;
/** A boundary of the histogram. */
const aimMs = 5;
/** The thread that answers, and those that compute for it. The others collect garbage, compile, or copy the log of the database. */
const answering = ['node-MainThread', 'libuv-worker'] as const;

/** What each sign-in has cost, in milliseconds. */
interface Costs {
  /** From the request to the answer. */
  readonly latencies: readonly number[];
  /** Of a processor; what follows an answer counts for the next. */
  readonly cpu: readonly { readonly answering: number; readonly all: number }[];
}

function cpuNow(pid: number): Costs['cpu'][number] {
  const used = cpuMilliseconds(pid);
  return { answering: sum(answering.map((name) => used.get(name) ?? 0)), all: sum([...used.values()]) };
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** Signs people in by passkey, one after the other. The ceremonies are begun before: the last call counts alone. */
async function signInSome(server: ServerProcess, passkeys: readonly Authenticator[]): Promise<Costs> {
  const sends: (() => Promise<void>)[] = [];
  for (let n = 0; n < people * times; n += 1) {
    const browser = connectHttp(server.origin);
    const begun = expectOk(await browser.post<{ publicKey: { challenge: string } }>('/passkey/begin', { purpose: 'signIn' }));
    const credential = passkeys[n % people]?.assert(begun.publicKey);
    sends.push(async () => void expectOk(await browser.post('/login/passkey', { credential })));
  }
  const latencies: number[] = [];
  const cpu: Costs['cpu'][number][] = [];
  let used = cpuNow(server.pid);
  for (const send of sends) {
    const started = performance.now();
    await send();
    latencies.push(performance.now() - started);
    const now = cpuNow(server.pid);
    cpu.push({ answering: now.answering - used.answering, all: now.all - used.all });
    used = now;
  }
  return { latencies, cpu };
}

async function addPasskey(server: ServerProcess): Promise<Authenticator> {
  const browser = connectHttp(server.origin);
  const { password } = await browser.register();
  expectOk(await browser.post('/account/auth', { method: 'password', password, action: 'addPasskey' }));
  await browser.get('/key');
  const begun = expectOk(
    await browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', { purpose: 'settings' }),
  );
  const authenticator = newAuthenticator({ origin: server.origin, rpId: new URL(server.origin).hostname });
  expectOk(await browser.post('/passkey/register/finish', { credential: authenticator.register(begun.publicKey) }));
  return authenticator;
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
  /** The median of the rounds. */
  const cpu = (of: keyof Costs['cpu'][number], p: number) =>
    percentile(
      spent.map((round) =>
        percentile(
          round.cpu.map((cost) => cost[of]),
          p,
        ),
      ),
      0.5,
    );
  return [
    {
      name: 'sign-in by passkey: CPU p99',
      value: cpu('answering', 0.99),
      unit: 'ms',
      aim: { atMost: aimMs },
      note: `of what answers; p50 ${cpu('answering', 0.5).toFixed(1)} ms; of all threads ${cpu('all', 0.5).toFixed(1)}, p99 ${cpu('all', 0.99).toFixed(1)} ms`,
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
