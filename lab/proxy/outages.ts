import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '#server/platform/clock.ts';
import { folderForDatabases } from '#server/testing/server/memory-folder.ts';
import { startPostgres, teardown } from '#server/testing/server/postgres-global-setup.ts';
import { startS3Simulator } from '#server/testing/server/s3-simulator.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { startNginx, type Ask, type Nginx } from './nginx-process.ts';

/** Answers by status, of one kind of address. */
export type Statuses = Readonly<Record<string, number>>;

/** The answers while one thing was away. */
export interface Outage {
  readonly avatars: Statuses;
  readonly pages: Statuses;
  readonly calls: Statuses;
}

export interface Outages {
  readonly none: Outage;
  readonly storeAway: Outage;
  readonly databaseAway: Outage;
  /** From the return of the database to the first of only good answers, milliseconds. */
  readonly recoveredInMs: number;
}

const outageMs = 8000;

/** Two instances on PostgreSQL and object storage behind nginx under load; `change` makes another configuration. */
export async function tryOutages(change?: (text: string) => string): Promise<Outages> {
  await startPostgres(folderForDatabases());
  const store = await startS3Simulator(systemClock);
  const { settings } = store;
  const database = await relayTo(Number(new URL(process.env['TEST_POSTGRES_URL'] ?? '').port));
  const env = {
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://localhost',
    SECRET_KEY: randomBytes(32).toString('base64'),
    RATE_FACTOR: '100000',
    LOG_LEVEL: 'silent',
    DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${database.port}/outages`,
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
  await makeDatabase('outages');
  const first = await startServerProcess({ env, startLimitMs: 120_000 });
  const second = await startServerProcess({ env, startLimitMs: 120_000 });
  let nginx: Nginx | undefined;
  try {
    const ports: [number, number] = [Number(new URL(first.origin).port), Number(new URL(second.origin).port)];
    nginx = await startNginx(ports, change);
    const { ask } = nginx;
    const none = await load(ask, outageMs / 4);
    store.fault = 'cut';
    const storeAway = await load(ask, outageMs);
    store.fault = '';
    await load(ask, outageMs / 4);
    await database.cut();
    const databaseAway = await load(ask, outageMs);
    await database.mend();
    const since = performance.now();
    for (let good = 0; good < 20;) good = (await once1(ask)) === 200 ? good + 1 : 0;
    return { none, storeAway, databaseAway, recoveredInMs: performance.now() - since };
  } finally {
    await nginx?.[Symbol.asyncDispose]();
    await Promise.all([first.kill(), second.kill()]);
    await store.close();
    await database.close();
    await teardown();
  }
}

const once1 = async (ask: Ask): Promise<number> => (await ask({ path: '/api/config.json', address: anyAddress() })).status;

const anyAddress = (): string =>
  `2001:db8:${randomBytes(6)
    .toString('hex')
    .replaceAll(/(.{4})(?!$)/g, '$1:')}::1`;

/** Some thirty requests a second, from as many networks. */
async function load(ask: Ask, ms: number): Promise<Outage> {
  const paths = {
    avatars: () => `/avatars/${randomBytes(16).toString('base64url')}-96.webp`,
    pages: () => '/login',
    calls: () => '/api/account/metainfo',
  };
  const seen = { avatars: new Map<number, number>(), pages: new Map<number, number>(), calls: new Map<number, number>() };
  const sent: Promise<void>[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    for (const kind of ['avatars', 'pages', 'calls'] as const) {
      const answer = ask({ path: paths[kind](), address: anyAddress(), headers: { cookie: `__Host-sid=${'x'.repeat(43)}` } });
      sent.push(answer.then(({ status }) => void seen[kind].set(status, (seen[kind].get(status) ?? 0) + 1)));
    }
    await delay(100);
  }
  await Promise.all(sent);
  return { avatars: Object.fromEntries(seen.avatars), pages: Object.fromEntries(seen.pages), calls: Object.fromEntries(seen.calls) };
}

async function makeDatabase(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}

/** A way to a port that can be cut: then connections end and new ones are refused. */
async function relayTo(target: number) {
  const open = new Set<Socket>();
  let server: Server | undefined;
  const listen = async (at: number): Promise<number> => {
    server = createServer((socket) => {
      const other = connect(target, '127.0.0.1');
      for (const each of [socket, other]) {
        open.add(each);
        each
          .on('error', () => undefined)
          .on('close', () => {
            open.delete(each);
            socket.destroy();
            other.destroy();
          });
      }
      socket.pipe(other).pipe(socket);
    });
    await once(server.listen(at, '127.0.0.1'), 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const port = await listen(0);
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const each of open) each.destroy();
    await closed;
  };
  return { port, cut, mend: async () => void (await listen(port)), close: cut };
}
