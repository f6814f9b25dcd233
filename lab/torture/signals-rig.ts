import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { openAdmin } from '#server/admin/admin-command.ts';
import { runOpenid } from '#server/admin/apps/openid.ts';
import { runSignals } from '#server/admin/apps/signals.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { sqliteFile } from '#server/platform/db/open-database.ts';
import { connectHttp, expectOk, type HttpClient, type Registered } from '#server/testing/server/http-client.ts';
import { connectRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { fetchFrom, type Send } from '#server/testing/server/test-browser.ts';
import { loadEnvironment } from './load.ts';
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts';

const lanes = 6;
/** A busy machine is no broken promise. */
const startLimitMs = 120_000;
/** Seconds. */
const patience = 30;
const redirectUri = 'https://app.example.com/callback';
const clientId = 'notes';

export type Database = 'SQLite' | 'PostgreSQL';

export interface Lane extends Registered {
  /** Reaches one instance after the other. */
  readonly client: HttpClient;
}

interface Arrival {
  readonly type: string;
  readonly at: number;
  readonly bodies: Set<string>;
  times: number;
}

/** An app's webhook. */
export interface Receiver {
  readonly address: string;
  /** Each event by its id: its first arrival, and its different bodies. */
  readonly events: Map<string, Arrival>;
  /** Milliseconds before it answers, so that a kill finds events under way. */
  holdMs: number;
  close(): void;
}

/** The instances on one database, an app with its webhook, and people who use the app. */
export interface SignalsRig {
  readonly env: Readonly<Record<string, string>>;
  /** The public one: that of the first instance. */
  readonly origin: string;
  readonly servers: ServerProcess[];
  readonly receiver: Receiver;
  readonly party: TestRelyingParty;
  readonly people: readonly Lane[];
  /** Registers one more person, who uses the app. */
  readonly newPerson: () => Promise<Lane>;
  /** Of the two databases of PostgreSQL. */
  readonly pair: PostgresPair | undefined;
  readonly ask: (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly restart: (instance: number) => Promise<void>;
}

/** One instance on SQLite, or two on a PostgreSQL primary with its standby. */
export async function withSignals<Result>(database: Database, work: (rig: SignalsRig) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-signals-'));
  const receiver = await startReceiver();
  const pair = database === 'PostgreSQL' ? await startPostgresPair('cedar') : undefined;
  const servers: ServerProcess[] = [];
  try {
    const { PUBLIC_URL: _, ...common } = loadEnvironment();
    const env = { ...common, ...(pair && { DATABASE_URL: pair.url }) };
    const first = await startServerProcess({ dataDir, env, startLimitMs });
    servers.push(first);
    const { origin } = first;
    const shared = { ...env, PUBLIC_URL: origin };
    const send = inTurns(servers);
    const secret = await registerApp({ NODE_ENV: 'test', DATA_DIR: dataDir, ...shared }, receiver.address);
    const party = await connectRelyingParty(origin, { clientId, secret, redirectUri });
    const newPerson = async (): Promise<Lane> => {
      const client = connectHttp(origin, { send });
      const account = await patiently(async () => client.register());
      await patiently(async () => signInTo({ config: { publicUrl: origin } }, client, { party }));
      return { client, ...account };
    };
    const people: Lane[] = [];
    for (let n = 0; n < lanes; n += 1) people.push(await newPerson());
    if (pair) servers.push(await startServerProcess({ dataDir, env: shared, startLimitMs }));
    return await work({
      env: { NODE_ENV: 'test', DATA_DIR: dataDir, ...shared },
      origin,
      servers,
      receiver,
      party,
      people,
      newPerson,
      pair,
      ask: (statement) => (pair ? askEither(pair, statement) : Promise.resolve(askFile(dataDir, statement))),
      async restart(instance) {
        servers[instance] = await startServerProcess({ dataDir, env: shared, startLimitMs });
      },
    });
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await pair?.close();
    receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Reaches one instance after the other; the next one, if one does not listen. */
function inTurns(servers: readonly ServerProcess[]): Send {
  let turn = 0;
  return async (request) => {
    turn += 1;
    const first = turn;
    for (let tries = 1; ; tries += 1) {
      const server = servers[(first + tries) % servers.length];
      try {
        return await fetchFrom(server?.origin ?? '')(request);
      } catch (error) {
        if (tries >= servers.length || !isRefused(error)) throw error;
      }
    }
  };
}

/** Whether nothing was sent. */
function isRefused(error: unknown): boolean {
  const { code } = Object(error instanceof Error ? (error.cause ?? error) : error) as { readonly code?: unknown };
  return code === 'ECONNREFUSED';
}

/** Whichever of them is the primary: the standby is promoted on the way. */
async function askEither(pair: PostgresPair, statement: string) {
  return pair.query('primary', statement).catch(() => pair.query('standby', statement));
}

function askFile(dataDir: string, statement: string): readonly Readonly<Record<string, unknown>>[] {
  const file = new DatabaseSync(join(dataDir, sqliteFile));
  try {
    file.exec('pragma busy_timeout = 10000');
    return file.prepare(statement).all();
  } finally {
    file.close();
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

/** Repeats what a busy server has refused for now. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= patience) throw error;
      await delay(1000);
    }
  }
}

/** Signs a person in again, here and to the app. */
export async function signInAgain({ origin, party }: SignalsRig, person: Lane): Promise<void> {
  await patiently(async () => expectOk(await person.client.signIn(person)));
  await patiently(async () => signInTo({ config: { publicUrl: origin } }, person.client, { party }));
}

async function startReceiver(): Promise<Receiver> {
  const events: Receiver['events'] = new Map();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => (body += String(bytes)));
    request.on('end', () => {
      const { id, type }: { id: string; type: string } = JSON.parse(body);
      const known = events.get(id) ?? { type, at: performance.now(), bodies: new Set(), times: 0 };
      known.bodies.add(body);
      known.times += 1;
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
