import { newAuthenticator, type Authenticator } from '#server/testing/authenticator.ts';
import { connectHttp, expectOk } from '#server/testing/http-client.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { cpuMilliseconds } from './process.ts';
import { percentile, type Row } from './report.ts';

const rounds = 3;
const people = 4;
const times = 100;
/** A boundary of the histogram. */
const aimMs = 5;

/** What each sign-in has cost, in milliseconds. */
interface Costs {
  /** From the request to the answer. */
  readonly latencies: readonly number[];
  /** Of a processor, all threads of the server; what follows an answer counts for the next. */
  readonly cpu: readonly number[];
}

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
  const cpu: number[] = [];
  let used = cpuMilliseconds(server.pid);
  for (const send of sends) {
    const started = performance.now();
    await send();
    latencies.push(performance.now() - started);
    const now = cpuMilliseconds(server.pid);
    cpu.push(now - used);
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

/**
 * The cost of a sign-in by passkey, from the request to the answer: for the person, and on the server by the histogram of
 * its metrics, which the load on the other core cannot slow.
 */
export async function measurePasskeySignIn(server: ServerProcess, metricsPort: number): Promise<readonly Row[]> {
  const passkeys: Authenticator[] = [];
  for (let n = 0; n < people; n += 1) passkeys.push(await addPasskey(server));
  // Most of the compiler's work is done after a thousand sign-ins.
  for (let round = 0; round < rounds; round += 1) await signInSome(server, passkeys);
  const before = await answeredBy(metricsPort);
  const spent: Costs[] = [];
  for (let round = 0; round < rounds; round += 1) spent.push(await signInSome(server, passkeys));
  const after = await answeredBy(metricsPort);
  const latencies = spent.flatMap((round) => round.latencies);
  const cpu = spent.flatMap((round) => round.cpu);
  return [
    {
      name: 'sign-in by passkey: CPU p99',
      value: percentile(cpu, 0.99),
      unit: 'ms',
      aim: { atMost: aimMs },
      note: `all threads; p50 ${percentile(cpu, 0.5).toFixed(1)} ms, mean ${(cpu.reduce((sum, each) => sum + each, 0) / cpu.length).toFixed(1)} ms`,
    },
    {
      name: `sign-in by passkey: within ${aimMs} ms on the server`,
      value: (100 * (after.soon - before.soon)) / (after.all - before.all),
      unit: '%',
      aim: { atLeast: 99 },
      note: `${after.all - before.all} answers`,
    },
    { name: 'sign-in by passkey: p50', value: percentile(latencies, 0.5), unit: 'ms', note: `one at a time, ${latencies.length} of them` },
    { name: 'sign-in by passkey: p99', value: percentile(latencies, 0.99), unit: 'ms' },
  ];
}
