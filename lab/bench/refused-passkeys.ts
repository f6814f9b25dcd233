import { connectHttp, type HttpClient } from '#server/testing/http-client.ts';
import { changedAssertions, malformedAssertions, malformedAttestations, oddAssertions } from '#server/testing/refused-ceremonies.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import type { TestAnswer } from '#server/testing/test-browser.ts';
import { answeringMs, costsOf, type Costs } from './costs.ts';
import { authenticatorOf, beginPasskey, beginRegistration, personWithPasskey } from './passkey-people.ts';
import { median, percentile, type Row } from './report.ts';

const usual = { rounds: 3, times: 100 };
const shown = 6;
const aimMs = 20;
const refusals = [400, 413, 3025, 3026];

/** One wrong ceremony, which may be sent as often as one likes: what is refused spends nothing. */
interface Wrong {
  readonly name: string;
  readonly send: () => Promise<void>;
}

/**
 * How long each kind of wrong ceremony waits for its refusal, one after the other, as the sender sees it. Shown are those
 * that took longest. Those that need time to pass are in the tests alone.
 */
export async function measureRefusedPasskeys(server: ServerProcess, { rounds, times } = usual): Promise<readonly Row[]> {
  const kinds = await wrongCeremonies(server);
  const plain: Costs[] = [];
  const took = new Map<string, Costs[]>(kinds.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, send } of kinds) {
      const costs = await costsOf(
        server,
        Array.from({ length: times }, () => send),
      );
      // The compiler's work is in the first round.
      if (round > 0) took.get(name)?.push(costs);
    }
    const ask = async () => void (await connectHttp(server.origin).raw({ method: 'GET', path: '/healthz' }));
    plain.push(
      await costsOf(
        server,
        Array.from({ length: times }, () => ask),
      ),
    );
  }
  const waited = (costs: readonly Costs[], share: number) => median(costs.map(({ latencies }) => percentile(latencies, share)));
  const all = Array.from(took, ([name, costs]) => ({
    name,
    p50: waited(costs, 0.5),
    p99: waited(costs, 0.99),
    cpu: answeringMs(costs, 0.99),
  }));
  const [slowest] = all.toSorted((a, b) => b.p50 - a.p50);
  return [
    {
      name: `wrong passkeys, ${kinds.length} kinds: highest p50`,
      value: slowest?.p50 ?? Number.NaN,
      unit: 'ms',
      aim: { atMost: aimMs },
      note: `${slowest?.name ?? ''}; the plainest request ${waited(plain, 0.5).toFixed(2)}, p99 ${waited(plain, 0.99).toFixed(2)} ms`,
    },
    ...all
      .toSorted((a, b) => b.p99 - a.p99)
      .slice(0, shown)
      .map(({ name, p50, p99, cpu }, at) => ({
        name: `wrong passkeys: p99, ${at + 1}. of the kinds`,
        value: p99,
        unit: 'ms',
        aim: { atMost: aimMs },
        note: `${name}; p50 ${p50.toFixed(2)} ms; CPU p99 ${cpu.toFixed(1)} ms; ${times} each, medians of ${rounds}`,
      })),
    {
      name: 'wrong passkeys: highest CPU p99',
      value: Math.max(...all.map(({ cpu }) => cpu)),
      unit: 'ms',
      aim: { atMost: aimMs },
      note: `${all.toSorted((a, b) => b.cpu - a.cpu)[0]?.name ?? ''}; the plainest request ${answeringMs(plain, 0.99).toFixed(1)} ms`,
    },
  ];
}

async function wrongCeremonies(server: ServerProcess): Promise<readonly Wrong[]> {
  const { authenticator, browser: signedIn, password } = await personWithPasskey(server);
  const browser = connectHttp(server.origin);
  const asked = await beginPasskey(browser);
  const own = authenticator.assert(asked);
  const wrong = (name: string, credential: unknown, from: HttpClient = browser): Wrong => ({
    name,
    send: async () => refused(name, await from.post('/login/passkey', { credential })),
  });
  const long = 'A'.repeat(1_000_000);
  const other = connectHttp(server.origin);
  const proof = await beginPasskey(signedIn, { purpose: 'proof', action: 'changeRegion' });
  const kinds = [
    ...oddAssertions.map(([name, oddity]) => wrong(name, authenticator.assert(asked, oddity))),
    ...changedAssertions.map(([part, change]) => wrong(`one bit changed: ${part}`, change(own))),
    ...malformedAssertions.map(([name, change]) => wrong(`with ${name}`, change(own))),
    wrong('in another browser', own, other),
    wrong('with the challenge of a proof', authenticator.assert(proof)),
    wrong('with an id of a megabyte', { ...own, id: long, rawId: long }),
    wrong('with an id of 2,000', { ...own, id: long.slice(0, 2000), rawId: long.slice(0, 2000) }),
  ];
  return [...kinds, await usedBefore(server), ...(await suspects(server)), ...(await registrations())];

  async function registrations(): Promise<readonly Wrong[]> {
    const created = authenticatorOf(server).register(await beginRegistration(signedIn, password));
    return malformedAttestations.map(([what, attestationObject]) => {
      const name = `an attestation ${what}`;
      const credential = { ...created, response: { ...created.response, attestationObject } };
      return { name, send: async () => refused(name, await signedIn.post('/passkey/register/finish', { credential })) };
    });
  }
}

async function usedBefore(server: ServerProcess): Promise<Wrong> {
  const { authenticator } = await personWithPasskey(server);
  const browser = connectHttp(server.origin);
  const credential = authenticator.assert(await beginPasskey(browser));
  const name = 'used before';
  await browser.post('/login/passkey', { credential });
  return { name, send: async () => refused(name, await browser.post('/login/passkey', { credential })) };
}

/** A passkey of which a copy may exist, or that has changed its kind: the first of these marks it. */
async function suspects(server: ServerProcess): Promise<readonly Wrong[]> {
  const found: Wrong[] = [];
  for (const [name, synced, oddity] of [
    ['with an equal counter', false, { counter: 5 }],
    ['with a lower counter', false, { counter: 4 }],
    ['from bound to synced', false, { flags: 0x1d, counter: 9 }],
    ['from synced to bound', true, { flags: 0x05, counter: 9 }],
  ] as const) {
    const { authenticator } = await personWithPasskey(server, { synced });
    const first = connectHttp(server.origin);
    await first.post('/login/passkey', { credential: authenticator.assert(await beginPasskey(first), { counter: 5 }) });
    const browser = connectHttp(server.origin);
    const credential = authenticator.assert(await beginPasskey(browser), oddity);
    found.push({ name, send: async () => refused(name, await browser.post('/login/passkey', { credential })) });
  }
  return found;
}

function refused(name: string, answer: TestAnswer): void {
  if (!refusals.includes(answer.code)) throw new Error(`a passkey ${name} was answered ${answer.code} ${answer.msg}`);
}
