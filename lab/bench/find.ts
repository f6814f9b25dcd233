import { subscribe } from 'node:diagnostics_channel';
import { tmpdir } from 'node:os';
import { addCrowd, numberPrime } from '#server/testing/crowd.ts';
import { enter, newMember, type DeskBrowser } from '#server/testing/desk.ts';
import { registerClient } from '#server/testing/openid.ts';
import { startPostgres, teardown } from '#server/testing/postgres-global-setup.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import { percentile, type Row } from './report.ts';

/** Milliseconds of a search, at the 99th percentile. */
const aims = { sqlite: 10, postgres: 20 } as const;
const searches = 600;
const warmUp = 400;
/** Of a member in a day (`LIMITS`): each of them searches that often. */
const searchesOfMember = 200;
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
 * desk's browser signs each in the same process.
 */
export async function measureFind(engine: 'sqlite' | 'postgres', accounts: number): Promise<readonly Row[]> {
  if (engine === 'postgres') {
    await startPostgres(tmpdir());
    process.env['TEST_DATABASE'] = 'postgres';
  }
  const app = await buildTestApp({ settings: { DESK: 'on', LOG_LEVEL: 'warn' }, config: { rateFactor: 1_000_000 } });
  try {
    await app.listen();
    const started = performance.now();
    await registerClient(app, { id: appId, subject: 'pairwise' });
    await addCrowd(app, { from: every, to: accounts, every, appId });
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    const rows: Row[] = [];
    for (const kind of kinds) await timesOf(app, kind, { accounts, count: warmUp });
    for (const kind of kinds) {
      const { times, cpuMs } = await timesOf(app, kind, { accounts, count: searches });
      rows.push({
        name: `find by ${kind}, ${accounts} accounts, ${engine}: p99`,
        value: percentile(times, 0.99),
        unit: 'ms',
        aim: { atMost: aims[engine] },
        note: `p50 ${percentile(times, 0.5).toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of a processor; filled in ${minutes} min`,
      });
    }
    return rows;
  } finally {
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

interface Searched {
  /** Of each, in milliseconds. */
  readonly times: readonly number[];
  /** Of a processor for each, the desk's browser included. */
  readonly cpuMs: number;
}

async function timesOf(
  app: TestApp,
  kind: Kind,
  { accounts, count }: { readonly accounts: number; readonly count: number },
): Promise<Searched> {
  const times: number[] = [];
  let cpu = 0;
  for (let member = 0; member < count / searchesOfMember; member += 1) {
    const desk = await enter(app, await newMember(app, 'lead'));
    served.length = 0;
    const before = process.cpuUsage();
    for (let n = 0; n < searchesOfMember; n += 1) await searchOnce(desk, kind, accounts);
    const { user, system } = process.cpuUsage(before);
    cpu += user + system;
    times.push(...served);
  }
  return { times, cpuMs: cpu / 1000 / times.length };
}

async function searchOnce(desk: DeskBrowser, kind: Kind, accounts: number): Promise<void> {
  const text = texts[kind](1 + Math.floor(Math.random() * (accounts - every)) + every);
  const { code, data } = await desk.post<{ kind: string }>('/person/find', { text, reason: 'asked', caseRef: 'CS-4711' });
  if (code !== 200 || data.kind !== (kind === 'nobody' ? '' : kind)) throw new Error(`${text} is ${code} ${data.kind}`);
}
