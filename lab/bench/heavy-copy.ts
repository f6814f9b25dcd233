import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { connectHttp, expectOk } from '#server/testing/http-client.ts';
import { newId } from '#server/platform/ids.ts';
import { serverCpu, startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';
import { populate } from './populate.ts';
import { residentMiB } from './process.ts';
import { percentile, type Row } from './report.ts';
import { prepareSignIns, signInConnections } from './sign-in-load.ts';

type Person = ReturnType<typeof connectHttp>;

interface Size {
  readonly auditRows: number;
  readonly apps: number;
  /** People sign in for so long, again and again. */
  readonly seconds: number;
}

const usual: Size = { auditRows: 100_000, apps: 500, seconds: 12 };
const env = { RATE_FACTOR: '10000', CAPTCHA_ROUNDS: '2000' };

/** The copy of an account with a long life, beside sixteen people who sign in, on one core. */
export async function measureHeavyCopy(size = usual): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-heavy-'));
  try {
    const first = await startServerProcess({ dataDir, env });
    const { phone, password } = await connectHttp(first.origin).register();
    await first.stop();
    const { phones } = populate({ dataDir, phone, accounts: 200, sessions: 50 });
    makeHeavy(dataDir, phone, size);
    const server = await startServerProcess({ dataDir, env, cpu: serverCpu });
    try {
      return await measure(server, { phone, phones, password, ...size });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Rows of the trail, and apps with a consent, beyond what a person collects in years. */
function makeHeavy(dataDir: string, phone: string, { auditRows, apps }: Size): void {
  using database = new DatabaseSync(join(dataDir, 'cedar.db'));
  database.exec('pragma synchronous = off; begin');
  const found = database.prepare(`select account_id from identifiers where kind = 'phone' and value = ?`).get(phone);
  const accountId = String(found?.['account_id']);
  const row = database.prepare('select * from audit where account_id = ? limit 1').get(accountId) as Record<string, SQLInputValue>;
  const columns = Object.keys(row);
  const add = database.prepare(`insert into audit (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`);
  for (let n = 0; n < auditRows; n += 1)
    add.run(
      ...Object.values({
        ...row,
        id: newId(),
        at: Number(row['at']) - n * 1000,
        seal: 1,
        detail: JSON.stringify({ method: 'password', n }),
      }),
    );
  const allow = database.prepare(
    `insert into openid_consents (account_id, client_id, scopes, more, authorized_at, last_used_at) values (?, ?, ?, '', ?, ?)`,
  );
  for (let n = 0; n < apps; n += 1) allow.run(accountId, `app-${n}`, 'openid profile email', Number(row['at']), Number(row['at']));
  database.exec('commit; pragma wal_checkpoint(truncate)');
}

interface People {
  readonly phone: string;
  readonly phones: readonly string[];
  readonly password: string;
}

async function measure(
  server: ServerProcess,
  { phone, phones, password, auditRows, apps, seconds }: People & Size,
): Promise<readonly Row[]> {
  const signIns = await prepareSignIns(server, { phones, password });
  const person = connectHttp(server.origin);
  expectOk(await person.post('/login/password', { account: phone, password }));
  await signIns.run(Math.min(seconds, 5));
  const idle = await watch(server, person, delay(seconds * 1000));
  const first = await copyBeside(server, { person, password });
  const signingIn = await watch(server, person, signIns.run(seconds));
  const running = signIns.run(seconds);
  await delay(500);
  const second = await copyBeside(server, { person, password });
  if (second.readyMs > seconds * 1000 - 500) throw new Error('the sign-ins ended before the copy');
  await running;
  const what = `${auditRows} rows of the trail, ${apps} apps, ${(second.bytes / 1e6).toFixed(1)} MB`;
  const crowd = `beside ${signInConnections} who sign in`;
  return [
    { name: 'heavy copy, alone', value: first.readyMs / 1000, unit: 's', note: what },
    { name: 'heavy copy', value: second.readyMs / 1000, unit: 's', aim: { atMost: 10 }, note: crowd },
    {
      name: 'heavy copy, alone: memory above idle',
      value: first.top - idle.top,
      unit: 'MiB',
      aim: { atMost: 32 },
      note: `idle: ${idle.top.toFixed(0)} MiB`,
    },
    {
      name: 'heavy copy: memory above the sign-ins',
      value: second.top - signingIn.top,
      unit: 'MiB',
      aim: { atMost: 32 },
      note: `sign-ins: ${signingIn.top.toFixed(0)} MiB`,
    },
    { name: 'reads, idle: p99', value: idle.p99, unit: 'ms', note: `${idle.reads} reads` },
    { name: `reads ${crowd}: p99`, value: signingIn.p99, unit: 'ms', note: `${signingIn.reads} reads` },
    { name: 'reads beside sign-ins and a copy: p99', value: second.p99, unit: 'ms', note: `${second.reads} reads` },
    { name: 'p99 beside sign-ins and a copy to idle p99', value: second.p99 / idle.p99, unit: '×', aim: { atMost: 3 } },
  ];
}

/** A copy of the person, and the reads beside it. */
async function copyBeside(
  server: ServerProcess,
  { person, password }: { readonly person: Person; readonly password: string },
): Promise<Watched & { readonly readyMs: number; readonly bytes: number }> {
  expectOk(await person.post('/account/auth', { method: 'password', password, action: 'requestExport' }));
  const copying = copy(person);
  const watched = await watch(server, person, copying);
  return { ...watched, ...(await copying) };
}

/** Asks for a copy, and waits until it is ready. */
async function copy(person: Person): Promise<{ readonly readyMs: number; readonly bytes: number }> {
  const asked = performance.now();
  const { id } = expectOk(await person.post<{ id: string }>('/account/exports', {}));
  for (;;) {
    await delay(100);
    const { exports } = expectOk(
      await person.get<{ exports: readonly { id: string; state: string; bytes: number }[] }>('/account/exports'),
    );
    const own = exports.find((one) => one.id === id);
    const ms = performance.now() - asked;
    if (own?.state === 'ready') return { readyMs: ms, bytes: own.bytes };
    if (own?.state === 'failed' || ms > 60_000) throw new Error(`the copy is ${own?.state}`);
  }
}

interface Watched {
  readonly reads: number;
  /** Milliseconds. */
  readonly p99: number;
  /** The most memory, MiB. */
  readonly top: number;
}

/** Reads of the account, one after the other with a pause, and the memory of the server, while something else runs. */
async function watch(server: ServerProcess, person: Person, other: Promise<unknown>): Promise<Watched> {
  const latencies: number[] = [];
  const state = { isOver: false, top: 0 };
  const ended = other.finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    state.top = Math.max(state.top, residentMiB(server.pid).own);
    const begun = performance.now();
    expectOk(await person.get('/account/metainfo'));
    latencies.push(performance.now() - begun);
    await delay(5);
  }
  await ended;
  return { reads: latencies.length, p99: percentile(latencies, 0.99), top: state.top };
}
