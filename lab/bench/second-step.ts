import { setTimeout as delay } from 'node:timers/promises';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { fromBase32 } from '#server/testing/people/base32.ts';
import { connectHttp, expectOk, type HttpClient } from '#server/testing/server/http-client.ts';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { answeringMs, costsOf, type Costs } from './costs.ts';
import { beginPasskey, personWithPasskey, type PasskeyPerson } from './passkey-people.ts';
import { bareHash } from './bare.ts';
import { percentile, type Row } from './report.ts';

const usual = { people: 24, rounds: 3 };
/** With each way, of a person in a round: an app has one code at a time, and a sheet has ten. */
const uses = { passkey: 4, recovery: 3, totp: 1 } as const;

interface ProtectedPerson extends PasskeyPerson {
  readonly secret: Uint8Array;
  /** The time step whose code was used last. */
  lastStep: number;
  readonly codes: readonly string[];
}

/** The second step of a sign-in by each way: its call alone, after a first step by password that is not counted. */
export async function measureSecondStep(server: ServerProcess, { people, rounds } = usual): Promise<readonly Row[]> {
  const all: ProtectedPerson[] = [];
  for (let n = 0; n < people; n += 1) all.push(await protectedPerson(server));
  const rows: Row[] = [];
  for (const method of ['passkey', 'recovery', 'totp'] as const) {
    const spent: Costs[] = [];
    for (let round = 0; round < rounds; round += 1) spent.push(await costsOf(server, await secondSteps(server, all, { method, round })));
    const latencies = spent.flatMap((each) => each.latencies);
    const ms = (share: number) => answeringMs(spent, share).toFixed(1);
    rows.push({
      name: `second step by ${method}: CPU p50`,
      value: answeringMs(spent, 0.5),
      unit: 'ms',
      note: `p99 ${ms(0.99)} ms of CPU; answered in ${percentile(latencies, 0.5).toFixed(1)}, p99 ${percentile(latencies, 0.99).toFixed(1)} ms; ${latencies.length} of them; bare argon2id ${bareHash().toFixed(1)} ms`,
    });
  }
  return rows;
}

async function secondSteps(
  server: ServerProcess,
  all: readonly ProtectedPerson[],
  { method, round }: { readonly method: keyof typeof uses; readonly round: number },
): Promise<readonly (() => Promise<void>)[]> {
  const sends: (() => Promise<void>)[] = [];
  for (const person of all) {
    for (let n = 0; n < uses[method]; n += 1) {
      const browser = connectHttp(server.origin);
      const { code, data } = await browser.post<{ ticket: string }>('/login/password', {
        account: person.phone,
        password: person.password,
      });
      if (code !== 3011) throw new Error(`the first step was answered ${code}`);
      const body = { ticket: data.ticket, method, ...(await shown(browser, data.ticket, n)) };
      sends.push(async () => void expectOk(await browser.post('/login/second', body)));
      async function shown(from: HttpClient, ticket: string, at: number) {
        if (method === 'passkey')
          return { credential: person.authenticator.assert(await beginPasskey(from, { purpose: 'second', ticket })) };
        if (method === 'recovery') return { code: person.codes[round * uses.recovery + at] };
        return { code: await nextCode(person) };
      }
    }
  }
  return sends;
}

async function protectedPerson(server: ServerProcess): Promise<ProtectedPerson> {
  const person = await personWithPasskey(server);
  const { browser, password } = person;
  expectOk(await browser.post('/account/auth', { method: 'password', password, action: 'enableTwoStep' }));
  await browser.get('/key');
  const { id, secret: text } = expectOk(await browser.post<{ id: string; secret: string }>('/totp/begin', {}));
  const secret = fromBase32(text);
  const lastStep = totpStep(Date.now()) - 1;
  expectOk(await browser.post('/totp/finish', { id, code: totpCode(secret, lastStep) }));
  const { codes } = expectOk(await browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {}));
  expectOk(await browser.post('/two-step/enable', { codes: 'saved' }));
  return { ...person, secret, lastStep, codes };
}

/** A code is good once, from one step before its time to one after. */
async function nextCode(person: ProtectedPerson): Promise<string> {
  person.lastStep = Math.max(person.lastStep + 1, totpStep(Date.now()) - 1);
  while (person.lastStep > totpStep(Date.now()) + 1) await delay(500);
  return totpCode(person.secret, person.lastStep);
}
