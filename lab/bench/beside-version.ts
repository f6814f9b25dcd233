import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindLoad, serverCpu, startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';
import { connectHttp } from '#server/testing/http-client.ts';
import { bareHash, startBareServer } from './bare.ts';
import { connections, urlOf } from './load.ts';
import { populate, type Population } from './populate.ts';
import { median } from './report.ts';
import { accountNumbers } from './read-account.ts';
import { saturate } from './saturate.ts';
import { cost, warmSeconds } from './sign-in.ts';
import { prepareSignIns, type SignInLoad, type SignInRun } from './sign-in-load.ts';

const env = { RATE_FACTOR: '10000', CAPTCHA_ROUNDS: '2000' };
const readLoad = { connections, amount: 20_000 } as const;

/** Name of a figure → its value in each round. */
type Figures = Map<string, number[]>;

/**
 * This version beside another one of git, in turns, each over a database of its own: start, rate of account reads and cost of a
 * sign-in, each relative to the bare server or hash of the same round. A figure is worse only if its medians differ by
 * more than the spread of both.
 */
export async function measureBesideVersion(
  checkOut: (root: string) => Promise<{ readonly name: string; readonly root: string }>,
  rounds: number,
): Promise<void> {
  bindLoad();
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-beside-'));
  try {
    const former = await checkOut(join(folder, 'former'));
    // Its pages are part of its start.
    execFileSync(process.execPath, [join(former.root, 'tools/build-web.ts')], { cwd: former.root, stdio: 'ignore' });
    // A version does not open the database of a later one.
    const own = await populated({ dataDir: mkdtempSync(join(folder, 'data-')) });
    const versions = [
      { name: former.name, ...(await populated({ dataDir: mkdtempSync(join(folder, 'data-')), root: former.root })) },
      { name: 'this version', ...own },
    ];
    const { dataDir } = own;
    const figures = new Map(versions.map(({ name }) => [name, new Map() as Figures]));
    for (let round = -1; round < rounds; round += 1) {
      const bare = { start: await bareStart(dataDir), read: await bareRead(dataDir, own.population), hash: bareHash() };
      for (const { name, ...version } of round % 2 === 0 ? versions : versions.toReversed()) {
        const measured = await measure(version, bare);
        // The first round only fills the caches.
        if (round >= 0) note(figures.get(name), measured);
      }
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
    print(figures);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bare {
  readonly start: number;
  readonly read: number;
  readonly hash: number;
}

async function measure({ dataDir, root, population, password }: Populated, bare: Bare): Promise<Readonly<Record<string, number>>> {
  const options = { dataDir, env, cpu: serverCpu, ...(root === undefined ? {} : { root }) };
  const starts: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const server = await startServerProcess(options);
    starts.push(server.startedInMs);
    await server.stop();
  }
  const { read, encrypted } = await withServer(options, async (server) => ({
    read: await readRate(server, population),
    encrypted: await signInCost(server, await prepareSignIns(server, { phones: population.phones, password })),
  }));
  // A folder takes one server at a time.
  const plain = await withServer({ ...options, env: { ...env, ENCRYPTION: 'off' } }, async (server) =>
    signInCost(server, await prepareSignIns(server, { phones: population.phones, password })),
  );
  const start = median(starts);
  return {
    'start, ms': start,
    'start to bare, ×': start / bare.start,
    'reads, 1/s': read,
    'reads to bare, ×': read / bare.read,
    'sign-in, ms': encrypted.milliseconds,
    'sign-ins, 1/s': encrypted.perSecond,
    'sign-in to bare hash, ×': encrypted.milliseconds / bare.hash,
    'plain sign-in to bare hash, ×': plain.milliseconds / bare.hash,
  };
}

async function withServer<T>(
  options: Parameters<typeof startServerProcess>[0],
  measureAt: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await startServerProcess(options);
  try {
    return await measureAt(server);
  } finally {
    await server.stop();
  }
}

/** The compiler goes on for a thousand sign-ins: after four seconds a longer way in would look slower than it stays. */
async function signInCost(server: ServerProcess, signIns: SignInLoad): Promise<SignInRun & { readonly milliseconds: number }> {
  await signIns.run(5 * warmSeconds);
  return cost({ server, signIns }, 8);
}

async function readRate(server: ServerProcess, { sessions }: Population): Promise<number> {
  const target = {
    pid: server.pid,
    url: urlOf(server),
    paths: ['/api/account/metainfo'],
    headers: sessions.map((token) => `cookie: sid=${token}\r\n`),
  };
  await saturate(target, readLoad);
  return median(
    [await saturate(target, readLoad), await saturate(target, readLoad), await saturate(target, readLoad)].map((run) => run.perSecond),
  );
}

async function bareRead(dataDir: string, { sessions }: Population): Promise<number> {
  const path = join(dataDir, 'cedar.db');
  await using server = await startBareServer('bare-read', { path: '', args: [path] });
  const target = { ...server, paths: accountNumbers(path, sessions.length).map((number) => `/account/${number}`), headers: [] };
  await saturate(target, readLoad);
  return median(
    [await saturate(target, readLoad), await saturate(target, readLoad), await saturate(target, readLoad)].map((run) => run.perSecond),
  );
}

async function bareStart(dataDir: string): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const started = performance.now();
    await using bare = await startBareServer('bare-start', { path: '/account/0', args: [join(dataDir, 'cedar.db')] });
    await (await fetch(bare.url)).arrayBuffer();
    took.push(performance.now() - started);
  }
  return median(took);
}

interface Version {
  readonly dataDir: string;
  /** Undefined for this version. */
  readonly root?: string;
}

interface Populated extends Version {
  readonly population: Population;
  readonly password: string;
}

/** A database that the version has made itself. */
async function populated({ dataDir, root }: Version): Promise<Populated> {
  const at = { dataDir, ...(root === undefined ? {} : { root }) };
  const server = await startServerProcess({ ...at, env });
  const { phone, password } = await connectHttp(server.origin).register();
  await server.stop();
  return { ...at, population: populate({ dataDir, phone, accounts: 20_000, sessions: 10_000 }), password };
}

function note(figures: Figures | undefined, measured: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(measured)) figures?.set(name, [...(figures.get(name) ?? []), value]);
}

function print(figures: ReadonlyMap<string, Figures>): void {
  for (const [version, of] of figures) {
    console.log(version);
    for (const [name, values] of of) {
      const sorted = values.toSorted((a, b) => a - b).map((value) => value.toFixed(value >= 100 ? 0 : 2));
      console.log(`  ${name.padEnd(34)} median ${median(values).toFixed(2).padStart(8)}   ${sorted.join(' ')}`);
    }
  }
}
