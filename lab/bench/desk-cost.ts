import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#server/testing/free-port.ts';
import { connectHttp } from '#server/testing/http-client.ts';
import { bindLoad, serverCpu, startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';
import { load, urlOf } from './load.ts';
import { populate } from './populate.ts';
import { cpuMilliseconds } from './process.ts';
import { median, type Row } from './report.ts';
import { cost, warmSeconds } from './sign-in.ts';
import { prepareSignIns, type SignInLoad } from './sign-in-load.ts';

const env = { RATE_FACTOR: '10000', CAPTCHA_ROUNDS: '2000', ENCRYPTION: 'off' };
/** Of a turn: one report of an instance and one writing of the figures at least fall into each. */
const seconds = 10;
/** Percent. */
const most = 1;
const idleSeconds = 60;
const callRounds = 7;
const callsOfRound = 10_000;

interface Measured {
  readonly server: ServerProcess;
  readonly signIns: SignInLoad;
  readonly milliseconds: number[];
  readonly perSecond: number[];
}

/**
 * Sign-ins by password with the desk and its numbers (figures, the report of the instance, metrics) and without, in turns,
 * each over a copy of one database. A second server without them is the control: how far two equal ones differ here.
 */
export async function measureDeskCost(rounds: number): Promise<readonly Row[]> {
  bindLoad();
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-desk-cost-'));
  const measured: Record<'off' | 'control' | 'on', Measured | undefined> = { off: undefined, control: undefined, on: undefined };
  try {
    const dataDir = join(folder, 'data');
    const first = await startServerProcess({ dataDir, env });
    const { phone, password } = await connectHttp(first.origin).register();
    await first.stop();
    const { phones } = populate({ dataDir, phone, accounts: 20_000, sessions: 10_000 });
    for (const name of ['off', 'control', 'on'] as const) {
      // A folder takes one server at a time.
      cpSync(dataDir, join(folder, name), { recursive: true });
      const numbers = name === 'on' ? { DESK: 'on', METRICS_PORT: String(await freePort()) } : {};
      const server = await startServerProcess({ dataDir: join(folder, name), env: { ...env, ...numbers }, cpu: serverCpu });
      const signIns = await prepareSignIns(server, { phones, password });
      // The compiler goes on for a thousand sign-ins.
      await signIns.run(5 * warmSeconds).catch(() => undefined);
      measured[name] = { server, signIns, milliseconds: [], perSecond: [] };
    }
    const all = Object.values(measured).filter((each) => each !== undefined);
    for (let round = 0; round < rounds; round += 1) {
      const turns = round % 2 === 0 ? all : all.toReversed();
      process.stderr.write(`round ${round + 1} of ${rounds}${(await takeTurns(turns)) ? '' : ': refused, the machine is busy'}\n`);
    }
    return [...rowsOf(measured), ...(await measureParts(measured))];
  } finally {
    for (const each of Object.values(measured)) await each?.server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** False for a round in which a server had to refuse: it does not count for any of them. */
async function takeTurns(turns: readonly Measured[]): Promise<boolean> {
  const costs: Awaited<ReturnType<typeof cost>>[] = [];
  for (const each of turns) {
    const spent = await cost(each, seconds).catch(() => undefined);
    if (spent === undefined) return false;
    costs.push(spent);
  }
  for (const [index, { milliseconds, perSecond }] of costs.entries()) {
    turns[index]?.milliseconds.push(milliseconds);
    turns[index]?.perSecond.push(perSecond);
  }
  return true;
}

type Servers = Readonly<Record<'off' | 'control' | 'on', Measured | undefined>>;

/**
 * The same in its parts, which a busy machine disturbs less: what the numbers take of a processor while nobody calls, and
 * what they add to one call, seen on the cheapest one, beside the cost of a sign-in.
 */
async function measureParts({ off, on }: Servers): Promise<readonly Row[]> {
  if (off === undefined || on === undefined) throw new Error('there is no server');
  const pair = [off, on];
  const spent = () => pair.map(({ server }) => [...cpuMilliseconds(server.pid).values()].reduce((sum, each) => sum + each, 0));
  const before = spent();
  await delay(idleSeconds * 1000);
  const [idleOff = 0, idleOn = 0] = spent().map((value, index) => (value - (before[index] ?? 0)) / idleSeconds / 10);
  const calls = new Map(pair.map((each) => [each, [] as number[]]));
  for (let round = -1; round < callRounds; round += 1) {
    for (const each of round % 2 === 0 ? pair : pair.toReversed()) {
      const { pid } = each.server;
      const { cpuMicroseconds } = await load({ pid, url: urlOf(each.server, '/api/config.json'), requests: [] }, callsOfRound);
      if (round >= 0) calls.get(each)?.push(cpuMicroseconds);
    }
  }
  const [callOff, callOn] = [median(calls.get(off) ?? []), median(calls.get(on) ?? [])];
  const signIn = median(off.milliseconds);
  const call = (100 * (callOn - callOff)) / 1000 / signIn;
  return [
    {
      name: 'what desk and metrics take beside sign-ins',
      value: idleOn - idleOff + call,
      unit: '%',
      aim: { atMost: most },
      note: `${(idleOn - idleOff).toFixed(3)} % of a processor, and ${(callOn - callOff).toFixed(1)} µs of a call of ${callOff.toFixed(0)}, beside ${signIn.toFixed(1)} ms`,
    },
  ];
}

function rowsOf({ off, control, on }: Servers): readonly Row[] {
  if (off === undefined || control === undefined || on === undefined) throw new Error('there is no server');
  /** By how many percent more than without, in the median of the rounds. */
  const more = (than: Measured, of: 'milliseconds' | 'perSecond'): number =>
    median(than[of].map((value, round) => 100 * (value / (off[of][round] ?? Number.NaN) - 1)));
  const note = `${median(off.perSecond).toFixed(1)} a second without, ${median(on.perSecond).toFixed(1)} with`;
  const rowOf = (name: string, { of, sign }: { readonly of: 'milliseconds' | 'perSecond'; readonly sign: 1 | -1 }): readonly Row[] => {
    const [value, noise] = [sign * more(on, of), sign * more(control, of)];
    // Where two equal servers differ by more, nothing is shown.
    const isQuiet = Math.abs(noise) <= most / 2;
    return [
      { name, value, unit: '%', ...(isQuiet ? { aim: { atMost: most } } : {}), ...(of === 'perSecond' ? { note } : {}) },
      { name: `${name}, of the control`, value: noise, unit: '%', note: isQuiet ? '' : 'the machine is too busy for an answer' },
    ];
  };
  return [
    ...rowOf('sign-ins with desk and metrics: CPU more', { of: 'milliseconds', sign: 1 }),
    ...rowOf('sign-ins with desk and metrics: fewer a second', { of: 'perSecond', sign: -1 }),
  ];
}
