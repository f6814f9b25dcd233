import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectHttp, expectOk, type HttpClient, type Registered } from '#server/testing/server/http-client.ts';

/** The public origin, independent of a server's port. */
const publicOrigin = 'http://localhost';

/** The environment of servers on one database, one after another or side by side. */
export function loadEnvironment(): Readonly<Record<'RATE_FACTOR' | 'SECRET_KEY' | 'ENCRYPTION' | 'PUBLIC_URL', string>> {
  return { RATE_FACTOR: '100000', SECRET_KEY: randomBytes(32).toString('base64'), ENCRYPTION: 'off', PUBLIC_URL: publicOrigin };
}

export function connectLoad(origin: string): HttpClient {
  return connectHttp(origin, { publicOrigin });
}

/** One account that is written repeatedly, each time with the next number, in two fields. */
export interface Writer {
  client: HttpClient;
  /** The last number that was answered with 200, and the last that was sent. */
  acknowledged: number;
  sent: number;
  /** How many numbers were answered with 200. */
  writes: number;
}

export interface Load {
  /** Answers by code. */
  readonly codes: Map<number, number>;
  /** The slowest answer, milliseconds. */
  slowest: number;
  lastAcknowledgedAt: number;
  /** Throws the unexpected answers and errors of the writers. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly writers: readonly Writer[];
  /** Codes beside 200 after which a writer continues. */
  readonly refusals: readonly number[];
  /** Whether a writer ends when no answer comes, because its server was killed. */
  readonly endsWithServer?: boolean;
}

export async function signInWriters(origins: readonly string[], people: readonly Registered[]): Promise<readonly Writer[]> {
  const writers: Writer[] = [];
  for (const [n, person] of people.entries()) {
    const client = connectLoad(origins[n % origins.length] ?? '');
    await client.prepare();
    expectOk(await client.signIn(person));
    writers.push({ client, acknowledged: 0, sent: 0, writes: 0 });
  }
  return writers;
}

/** The same people, still signed in, at another server. */
export function moveWriters(writers: readonly Writer[], origin: string): void {
  for (const writer of writers) {
    const client = connectLoad(origin);
    for (const [name, value] of writer.client.cookies) client.cookies.set(name, value);
    writer.client = client;
  }
}

export function startLoad({ writers, refusals, endsWithServer = false }: LoadOptions): Load {
  const over = new AbortController();
  const load: Load = {
    codes: new Map(),
    slowest: 0,
    lastAcknowledgedAt: 0,
    async stop() {
      over.abort();
      await Promise.all(working);
    },
  };
  async function answered(writer: Writer): Promise<number | undefined> {
    const number = `number ${writer.sent}`;
    try {
      return (await writer.client.post('/userinfo', { signature: number, company: number })).code;
    } catch (error) {
      if (endsWithServer) return undefined;
      throw error;
    }
  }
  async function write(writer: Writer): Promise<void> {
    while (!over.signal.aborted) {
      writer.sent += 1;
      const started = performance.now();
      const code = await answered(writer);
      if (code === undefined) return;
      load.slowest = Math.max(load.slowest, performance.now() - started);
      load.codes.set(code, (load.codes.get(code) ?? 0) + 1);
      if (code === 200) {
        writer.acknowledged = writer.sent;
        writer.writes += 1;
        load.lastAcknowledgedAt = performance.now();
      } else if (!refusals.includes(code)) throw new Error(`a write was answered ${code}`);
      else await delay(20);
    }
  }
  const working = writers.map((writer) => write(writer));
  for (const work of working) work.catch(() => undefined);
  return load;
}

/** Resolves when each of them has received an acknowledgement for a write begun from now on. */
export async function allWrite(writers: readonly Writer[], after: string): Promise<void> {
  const before = writers.map(({ acknowledged }) => acknowledged);
  await until(`all writers after ${after}`, async () => writers.every(({ acknowledged }, n) => acknowledged > (before[n] ?? 0)));
}

/** Faults in the stored data. A write without an answer may have been done, but only completely. */
export async function lookForLosses(writers: readonly Writer[]): Promise<{ readonly lost: number; readonly torn: number }> {
  let lost = 0;
  let torn = 0;
  for (const { client, acknowledged, sent } of writers) {
    const { code, data } = await client.get<{ signature: string; company: string }>('/account/metainfo');
    // A lost session is a greater loss than a lost write.
    const { signature, company } = code === 200 ? data : { signature: '', company: '' };
    const stored = Number(signature.replace('number ', ''));
    if (!(stored >= acknowledged && stored <= sent)) lost += 1;
    if (signature !== company) torn += 1;
  }
  return { lost, torn };
}

export function countWrites(writers: readonly Writer[]): number {
  return writers.reduce((sum, { writes }) => sum + writes, 0);
}

export async function until(what: string, isSo: () => Promise<boolean>, limitMs = 60_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await delay(20);
  }
}
