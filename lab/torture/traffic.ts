import { connectHttp, expectOk, prepareRegistration, type HttpClient, type Registered } from '#server/testing/server/http-client.ts';
import { fetchFrom, type Send } from '#server/testing/server/test-browser.ts';

const people = 4;
const newcomers = 2;
const kinds = ['read', 'change', 'sign-in', 'registration'] as const;
type Kind = (typeof kinds)[number];

/** Activity of people over instances that come and go, behind a balancer that acts like a proxy. */
export interface Traffic {
  /** Failures, each with its phase and kind. */
  readonly failures: readonly string[];
  /** One more instance. */
  add(origin: string): void;
  /** Forgets an instance that has ended: until then it receives requests, as behind a proxy. */
  remove(origin: string): void;
  /** Begins another phase. */
  enter(phase: string): void;
  /** How often the rarest kind was done in this phase. */
  fewest(): number;
  report(): string;
  stop(): Promise<void>;
  /** After the stop: number of people whose last acknowledged change is missing or who are not signed in any more. */
  countLost(): Promise<number>;
}

interface Person extends Registered {
  readonly client: HttpClient;
  changes: number;
}

/** Four people who read, change and sign in, and two who register again and again. */
export async function startTraffic(first: string): Promise<Traffic> {
  const origins = [first];
  const send = balance(origins);
  const connect = (): HttpClient => connectHttp(first, { publicOrigin: 'http://localhost', send });
  const known: Person[] = [];
  for (let n = 0; n < people; n += 1) {
    const client = connect();
    known.push({ ...(await client.register()), client, changes: 0 });
  }
  const phases = [{ name: 'alone', done: new Map<Kind, number>() }];
  const failures: string[] = [];
  const over = new AbortController();

  /** One action; a failure is noted with the phase in which the action began. */
  async function attempt(kind: Kind, work: () => Promise<void>): Promise<void> {
    const phase = phases.at(-1);
    if (phase === undefined) return;
    try {
      await work();
      phase.done.set(kind, (phase.done.get(kind) ?? 0) + 1);
    } catch (error) {
      failures.push(`${phase.name}, ${kind}: ${reasonOf(error)}`);
    }
  }
  async function live(person: Person): Promise<void> {
    while (!over.signal.aborted) {
      await attempt('change', () => change(person));
      await attempt('read', async () => void expectOk(await person.client.get('/account/metainfo')));
      await attempt('sign-in', () => comeAndGo(connect(), person));
    }
  }
  async function arrive(): Promise<void> {
    while (!over.signal.aborted) await attempt('registration', () => registerWhole(connect()));
  }
  const working = [...known.map(live), ...Array.from({ length: newcomers }, arrive)];
  return {
    failures,
    add: (origin) => void origins.push(origin),
    remove: (origin) => void origins.splice(origins.indexOf(origin), 1),
    enter: (name) => void phases.push({ name, done: new Map() }),
    fewest: () => Math.min(...kinds.map((kind) => phases.at(-1)?.done.get(kind) ?? 0)),
    report() {
      const done = phases.map(({ name, done: counts }) => `${name} ${[...counts.values()].reduce((sum, count) => sum + count, 0)}`);
      const some = failures.length === 0 ? '' : `: ${[...new Set(failures)].slice(0, 5).join('; ')}`;
      return `done while the old one was ${done.join(', ')}; ${failures.length} failed${some}`;
    },
    async stop() {
      over.abort();
      await Promise.all(working);
    },
    async countLost() {
      const found = await Promise.all(known.map(({ client }) => client.get<{ signature: string }>('/account/metainfo')));
      return found.filter(({ code, data }, n) => code !== 200 || data.signature !== String(known[n]?.changes)).length;
    },
  };
}

async function change(person: Person): Promise<void> {
  const signature = String(person.changes + 1);
  expectOk(await person.client.post('/userinfo', { signature }));
  person.changes += 1;
}

/** An account keeps only so many sessions. */
async function comeAndGo(client: HttpClient, person: Person): Promise<void> {
  expectOk(await client.signIn(person));
  expectOk(await client.post('/logout', {}));
}

async function registerWhole(client: HttpClient): Promise<void> {
  const { body } = await prepareRegistration(client);
  expectOk(await client.post('/register/phone', body));
}

/**
 * In turns, like nginx by default: a request that no instance has begun goes to the next one, and so does a request
 * that changes nothing when its connection breaks.
 */
function balance(origins: readonly string[]): Send {
  let turn = 0;
  return async (request) => {
    turn += 1;
    const first = turn;
    const now = [...origins];
    for (let tries = 1; ; tries += 1) {
      try {
        return await fetchFrom(now[(first + tries) % now.length] ?? '')(request);
      } catch (error) {
        const mayGoOn = request.method === 'GET' || reasonOf(error).includes('ECONNREFUSED');
        if (!mayGoOn || tries === now.length) throw error;
      }
    }
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${String(error.code)} ` : '';
  return `${code}${error.message}${error.cause === undefined ? '' : `: ${reasonOf(error.cause)}`}`;
}
