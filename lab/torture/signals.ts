import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { openAdmin } from '#server/admin/admin-command.ts';
import { runOpenid } from '#server/admin/openid.ts';
import { runSignals } from '#server/admin/signals.ts';
import { loadConfig } from '#server/platform/config.ts';
import { sqliteFile } from '#server/platform/db/open-database.ts';
import { connectHttp, type HttpClient, type Registered } from '#server/testing/http-client.ts';
import { connectRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/openid.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';
import { loadEnvironment } from './load.ts';
import type { Finding, TortureOptions } from './round.ts';

const lanes = 6;
const signOuts = { usual: 200, small: 40 };
/** Of a server, from its first answers to its end. */
const lifeMs = 2000;
/** A busy machine is no broken promise. */
const startLimitMs = 120_000;
/** The events of a dead server are free after a minute. */
const patienceMs = 180_000;
const redirectUri = 'https://app.example.com/callback';
const clientId = 'notes';

interface Lane extends Registered {
  client: HttpClient;
}

/** An app's webhook. */
interface Receiver {
  readonly address: string;
  /** The first arrival of each event, and its different bodies, by its id. */
  readonly events: Map<string, { readonly type: string; readonly at: number; readonly bodies: Set<string> }>;
  /** Milliseconds before it answers, so that a kill finds events under way. */
  holdMs: number;
  close(): void;
}

interface Rig {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly receiver: Receiver;
  readonly party: TestRelyingParty;
  readonly people: readonly Lane[];
  server: ServerProcess;
}

/** A webhook hears of every act, under one id, although its server is killed while it tells. */
export async function* signals({ small, kills }: TortureOptions): AsyncGenerator<Finding> {
  const { times, ...seen } = await measure(async (rig) => ({
    times: await timeSignOuts(rig, signOuts[small ? 'small' : 'usual']),
    ...(await killOften(rig, kills)),
  }));
  const control = await measure(async (rig) => {
    inDatabase(rig, (file) =>
      // An event counts as delivered as soon as its delivery begins.
      file.exec(`create trigger done_early after update of leased_until on signals when new.leased_until > 0
        begin update signals set done_at = new.leased_until where id = new.id; end`),
    );
    return killOften(rig, 2);
  });
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN).toFixed(0);
  yield {
    promise: 'SQLite: a receiver hears of every act, under one id however often, although its server is killed while it tells',
    seen:
      `${kills} kills, ${seen.acts} acts (${seen.acknowledged} acknowledged): ${seen.lost} lost, ${seen.invented} invented, ` +
      `${seen.twofold} with two bodies; ${times.length} sign-outs reached the receiver after p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
    isKept: seen.acknowledged > 0 && seen.acts >= seen.acknowledged && seen.lost + seen.invented + seen.twofold === 0,
    control: { seen: `done before the answer: ${control.lost} of ${control.acts} lost`, hasFailed: control.lost > 0 },
  };
}

async function measure<Result>(work: (rig: Rig) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-signals-'));
  const receiver = await startReceiver();
  const servers: { server?: ServerProcess } = {};
  try {
    const { PUBLIC_URL: _, ...common } = loadEnvironment();
    const server = await startServerProcess({ dataDir, env: common, startLimitMs });
    servers.server = server;
    const { origin } = server;
    const people: Lane[] = [];
    for (let n = 0; n < lanes; n += 1) {
      const client = connectHttp(origin);
      people.push({ client, ...(await client.register()) });
    }
    const secret = await registerApp({ NODE_ENV: 'test', DATA_DIR: dataDir, SECRET_KEY: common.SECRET_KEY }, receiver.address);
    const party = await connectRelyingParty(origin, { clientId, secret, redirectUri });
    for (const { client } of people) await signInTo({ config: { publicUrl: origin } }, client, { party });
    const rig: Rig = Object.assign(servers, { dataDir, env: { ...common, PUBLIC_URL: origin }, origin, receiver, party, people, server });
    return await work(rig);
  } finally {
    await servers.server?.kill();
    receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Registers an app of the operator with its webhook. Returns its secret. */
async function registerApp(env: Readonly<Record<string, string>>, address: string): Promise<string> {
  const admin = await openAdmin(loadConfig(env));
  try {
    const words = ['--id', clientId, '--name-en', 'Notes', '--name-zh', '笔记', '--redirect', redirectUri, '--scope', 'openid'];
    const { result } = await runOpenid(admin, ['clients', 'add', ...words, '--scope', 'profile']);
    await runSignals(admin, ['signals', 'add', clientId, '--webhook', address]);
    return result;
  } finally {
    await admin.close();
  }
}

async function startReceiver(): Promise<Receiver> {
  const events: Receiver['events'] = new Map();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => (body += String(bytes)));
    request.on('end', () => {
      const { id, type }: { id: string; type: string } = JSON.parse(body);
      const known = events.get(id) ?? { type, at: performance.now(), bodies: new Set() };
      known.bodies.add(body);
      events.set(id, known);
      setTimeout(() => response.writeHead(204).end(), receiver.holdMs);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const where = server.address();
  const receiver: Receiver = {
    address: `http://127.0.0.1:${typeof where === 'object' ? where?.port : 0}/events`,
    events,
    holdMs: 0,
    close: () => server.close().closeAllConnections(),
  };
  return receiver;
}

/** Milliseconds from each sign-out to its event at the receiver, one after another. */
async function timeSignOuts({ receiver, origin, party, people }: Rig, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const person = people[n % people.length];
    if (person === undefined) break;
    await signInTo({ config: { publicUrl: origin } }, person.client, { party });
    const before = new Set(receiver.events.keys());
    const started = performance.now();
    await person.client.post('/logout', {});
    times.push((await arrival(receiver, before)) - started);
    await person.client.signIn(person);
  }
  return times;
}

async function arrival({ events }: Receiver, before: ReadonlySet<string>): Promise<number> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await delay(1))
    for (const [id, { type, at }] of events) if (!before.has(id) && type === 'session-revoked') return at;
  throw new Error('a sign-out did not reach the receiver');
}

/** Kills the server while everybody signs their other devices out, and looks at what the receiver has in the end. */
async function killOften(rig: Rig, kills: number) {
  const { receiver, people } = rig;
  receiver.holdMs = 60;
  const toldBefore = countTold(rig);
  let acknowledged = 0;
  for (let n = 0; n < kills; n += 1) {
    const life = { isOver: false };
    const working = people.map(async (person) => {
      while (!life.isOver) if (await act(person).catch(() => false)) acknowledged += 1;
    });
    await delay(lifeMs);
    life.isOver = true;
    await rig.server.kill();
    await Promise.all(working);
    rig.server = await startServerProcess({ dataDir: rig.dataDir, env: rig.env, startLimitMs });
    for (const person of people) {
      person.client = connectHttp(rig.server.origin, { publicOrigin: rig.origin });
      await person.client.prepare();
      await person.client.signIn(person);
    }
  }
  await untilNothingWaits(rig);
  return { acknowledged, ...compare(rig, toldBefore) };
}

/** One act of which apps hear: true if it was acknowledged. */
async function act({ client, password }: Lane): Promise<boolean> {
  const proof = await client.post('/account/auth', { method: 'password', password, action: 'endOthers' });
  return proof.code === 200 && (await client.post('/device/unBindOthers', {})).code === 200;
}

async function untilNothingWaits(rig: Rig): Promise<void> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await delay(500)) {
    const waiting = inDatabase(rig, (file) => file.prepare('select count(*) as n from signals where done_at is null').get()?.['n']);
    if (waiting === 0) return;
  }
}

/** Events of ended sessions that were ever written. */
function countTold(rig: Rig): number {
  return inDatabase(rig, (file) => Number(file.prepare("select count(*) as n from signals where event = 'session-revoked'").get()?.['n']));
}

function compare(rig: Rig, toldBefore: number) {
  const { events } = rig.receiver;
  const acts = inDatabase(rig, (file) =>
    Number(file.prepare("select count(*) as n from audit where event = 'sessions.ended'").get()?.['n']),
  );
  const written = inDatabase(rig, (file) =>
    file
      .prepare('select id from signals')
      .all()
      .map((row) => String(row['id'])),
  );
  const told = countTold(rig) - toldBefore;
  return {
    acts,
    lost: written.filter((id) => !events.has(id)).length + Math.max(0, acts - told),
    invented: [...events.keys()].filter((id) => !written.includes(id)).length + Math.max(0, told - acts),
    twofold: [...events.values()].filter(({ bodies }) => bodies.size > 1).length,
  };
}

function inDatabase<Result>({ dataDir }: Pick<Rig, 'dataDir'>, work: (file: DatabaseSync) => Result): Result {
  const file = new DatabaseSync(join(dataDir, sqliteFile));
  try {
    file.exec('pragma busy_timeout = 10000');
    return work(file);
  } finally {
    file.close();
  }
}
