import { fork, type ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { addCrowd, numberPrime } from '#server/testing/lives/crowd.ts';
import { newMember } from '#server/testing/people/desk.ts';
import { registerClient } from '#server/testing/apps/openid.ts';
import { startPostgres, teardown } from '#server/testing/server/postgres-global-setup.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { Told, Turn } from './find-load.ts';
import { percentile, type Row } from './report.ts';

/** Milliseconds of a search, at the 99th percentile. */
const aims = { sqlite: 10, postgres: 20 } as const;
const rounds = 5;
const warmUps = 3;
/** Each round is a member who searches as often as a member may in a day. */
const searches = 200;
/** One in so many accounts has a username, a device, an app and a mail of the last months. */
const every = 10;

/** Milliseconds from the head of each request to the end of its answer, on the server. */
const served: number[] = [];
const begun = new WeakMap<object, number>();
subscribe('http.server.request.start', (message) => begun.set(requestOf(message), performance.now()));
subscribe('http.server.response.finish', (message) => served.push(performance.now() - (begun.get(requestOf(message)) ?? Number.NaN)));

function requestOf(message: unknown): object {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both messages of Node.js have it
  return (message as { readonly request: object }).request;
}

/**
 * Searches of the desk by each kind of text over HTTP, each for another account, among so many, as the server sees them. The
 * desk's browser is another process.
 */
export async function measureFind(engine: 'sqlite' | 'postgres', accounts: number): Promise<readonly Row[]> {
  if (engine === 'postgres') {
    await startPostgres(tmpdir());
    process.env['TEST_DATABASE'] = 'postgres';
  }
  const app = await buildTestApp({ desk: true, settings: { LOG_LEVEL: 'warn' }, config: { rateFactor: 1_000_000 } });
  const load = fork(new URL('find-load.ts', import.meta.url), { serialization: 'advanced' });
  try {
    await app.listen();
    const members = await newMembers(app, kinds.length * (warmUps + rounds));
    const bench = { app, load, accounts, members };
    const started = performance.now();
    await registerClient(app, { id: appId, subject: 'pairwise' });
    await addCrowd(app, { from: every, to: accounts, every, appId });
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    const rows: Row[] = [];
    for (const kind of kinds) await searchAll(bench, kind, warmUps);
    for (const kind of kinds) {
      const found = await searchAll(bench, kind, rounds);
      const median = (of: (round: Searched) => number) => percentile(found.map(of), 0.5);
      const [p50, cpuMs] = [median(({ times }) => percentile(times, 0.5)), median((round) => round.cpuMs)];
      rows.push({
        name: `find by ${kind}, ${accounts} accounts, ${engine}: p99`,
        value: median(({ times }) => percentile(times, 0.99)),
        unit: 'ms',
        aim: { atMost: aims[engine] },
        note: `median of ${rounds} rounds; p50 ${p50.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of a processor; filled in ${minutes} min`,
      });
    }
    return rows;
  } finally {
    load.kill();
    await app.close();
    if (engine === 'postgres') await teardown();
  }
}

const padded = (n: number, digits: number) => String(n).padStart(digits, '0');
/** Digits alone are a part of Crockford's base 32. */
const referenceOf = (n: number) => `${padded(n, 8).slice(0, 4)}-${padded(n, 8).slice(4)}`;

/** An app with pairwise ids, which the same accounts allow that have a device. */
const appId = 'app-of-many';

const texts = {
  phone: (n: number) => `17${padded(n, 9)}`,
  email: (n: number) => `person-${n}@example.com`,
  username: (n: number) => `person-${n - (n % every)}`,
  number: (n: number) => String(100_000_000_000n + ((BigInt(n) * BigInt(numberPrime)) % 900_000_000_000n)),
  reference: (n: number) => referenceOf(n - (n % every)),
  device: (n: number) => `d${padded(n - (n % every), 21)}`,
  subject: (n: number) => `${appId}:s${padded(n - (n % every), 21)}`,
  nobody: (n: number) => `16${padded(n, 9)}`,
} as const;

type Kind = keyof typeof texts;
const kinds = Object.keys(texts) as readonly Kind[];

interface FindBench {
  readonly app: TestApp;
  readonly load: ChildProcess;
  readonly accounts: number;
  /** Account ids of members, each for one turn. */
  readonly members: string[];
}

/** Before the searches: each reads its code among all messages that the server has sent. */
async function newMembers(app: TestApp, count: number): Promise<string[]> {
  const members: string[] = [];
  while (members.length < count) members.push((await newMember(app, 'lead')).accountId);
  return members;
}

interface Searched {
  /** Of each, in milliseconds. */
  readonly times: readonly number[];
  /** Of a processor for each. */
  readonly cpuMs: number;
}

async function searchAll(bench: FindBench, kind: Kind, turns: number): Promise<readonly Searched[]> {
  const found: Searched[] = [];
  for (let turn = 0; turn < turns; turn += 1) found.push(await searchAsMember(bench, kind));
  return found;
}

async function searchAsMember({ app, load, accounts, members }: FindBench, kind: Kind): Promise<Searched> {
  const accountId = members.pop() ?? '';
  const someone = () => 1 + Math.floor(Math.random() * (accounts - every)) + every;
  const turn: Turn = {
    origin: app.config.publicUrl,
    accountId,
    secretKey: app.config.secretKey,
    now: app.clock.now(),
    texts: Array.from({ length: searches }, () => texts[kind](someone())),
    kind: kind === 'nobody' ? '' : kind,
  };
  load.send(turn);
  await told(load, 'entered');
  served.length = 0;
  const before = process.cpuUsage();
  await told(load, 'done');
  const { user, system } = process.cpuUsage(before);
  return { times: [...served], cpuMs: (user + system) / 1000 / searches };
}

async function told(load: ChildProcess, wanted: Told): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program sends it
  const [answer] = (await once(load, 'message')) as [Told];
  if (answer !== wanted) throw new Error(typeof answer === 'string' ? answer : answer.wrong);
}
