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
import { prepareSignIns } from './sign-in-load.ts';

const auditRows = 100_000;
const apps = 500;
/** Sixteen people sign in, again and again. */
const seconds = 20;
const env = { RATE_FACTOR: '10000', CAPTCHA_ROUNDS: '2000' };

/** The copy of an account with a long life, beside sixteen people who sign in, on one core. */
export async function measureHeavyCopy(): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-heavy-'));
  try {
    const first = await startServerProcess({ dataDir, env });
    const { phone, password } = await connectHttp(first.origin).register();
    await first.stop();
    const { phones } = populate({ dataDir, phone, accounts: 200, sessions: 50 });
    makeHeavy(dataDir, phone);
    const server = await startServerProcess({ dataDir, env, cpu: serverCpu });
    try {
      return await measure(server, { phone, phones, password });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Rows of the trail, and apps with a consent, beyond what a person collects in years. */
function makeHeavy(dataDir: string, phone: string): void {
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
    'insert into openid_consents (account_id, client_id, scopes, credential_epoch, authorized_at, last_used_at) values (?, ?, ?, 0, ?, ?)',
  );
  for (let n = 0; n < apps; n += 1) allow.run(accountId, `app-${n}`, 'openid profile email', Number(row['at']), Number(row['at']));
  database.exec('commit; pragma wal_checkpoint(truncate)');
}

interface People {
  readonly phone: string;
  readonly phones: readonly string[];
  readonly password: string;
}

async function measure(server: ServerProcess, { phone, phones, password }: People): Promise<readonly Row[]> {
  const signIns = await prepareSignIns(server, { phones, password });
  const person = connectHttp(server.origin);
  expectOk(await person.post('/login/password', { account: phone, password }));
  await signIns.run(5);
  const alone = await readsWhile(person, signIns.run(seconds));
  const idle = residentMiB(server.pid).own;
  const top = { own: idle };
  expectOk(await person.post('/account/auth', { method: 'password', password, action: 'requestExport' }));
  const running = signIns.run(seconds);
  const asked = performance.now();
  const { id } = expectOk(await person.post<{ id: string }>('/account/exports', {}));
  let readyMs = Number.NaN;
  let bytes = 0;
  const watching = (async () => {
    while (Number.isNaN(readyMs)) {
      top.own = Math.max(top.own, residentMiB(server.pid).own);
      const { exports } = expectOk(
        await person.get<{ exports: readonly { id: string; state: string; bytes: number }[] }>('/account/exports'),
      );
      const own = exports.find((one) => one.id === id);
      if (own?.state === 'ready') {
        readyMs = performance.now() - asked;
        ({ bytes } = own);
      } else if (own?.state === 'failed' || performance.now() - asked > 60_000) throw new Error(`the copy is ${own?.state}`);
      await delay(20);
    }
  })();
  const beside = await readsWhile(person, running);
  await watching;
  const what = `${auditRows} rows of the trail, ${apps} apps, ${(bytes / 1e6).toFixed(1)} MB`;
  return [
    { name: 'heavy copy', value: readyMs / 1000, unit: 's', aim: { atMost: 10 }, note: `${what}, beside 16 who sign in` },
    {
      name: 'heavy copy: memory above idle',
      value: top.own - idle,
      unit: 'MiB',
      aim: { atMost: 32 },
      note: `idle: ${idle.toFixed(0)} MiB after sign-ins`,
    },
    { name: 'reads beside sign-ins: p99', value: alone, unit: 'ms', note: 'no copy' },
    { name: 'reads beside sign-ins and a copy: p99', value: beside, unit: 'ms', aim: { atMost: 50 } },
  ];
}

/** The 99th percentile of reads of the account, milliseconds, while something else runs. */
async function readsWhile(person: ReturnType<typeof connectHttp>, other: Promise<unknown>): Promise<number> {
  const latencies: number[] = [];
  const state = { isOver: false };
  const ended = other.finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    const begun = performance.now();
    expectOk(await person.get('/account/metainfo'));
    latencies.push(performance.now() - begun);
    await delay(5);
  }
  await ended;
  return percentile(latencies, 0.99);
}
