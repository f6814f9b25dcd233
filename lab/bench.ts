/**
 * `npm run bench`: speed, memory and first load beside the aims, in one run of some minutes. The server has one core,
 * the load another, all on this machine. `npm run bench -- server` or `-- web` measures one half only.
 * `-- passkeys` measures what sign-ins by passkey and second steps cost, on a server with both cores.
 * Some measurements run only on request: `-- postgres`, costs over PostgreSQL with one process and with two;
 * `-- import [rows]`, an import of legacy accounts (100000 rows) into SQLite, or into the empty database named by
 * DATABASE_URL;
 * `-- copy [accounts]`, the bytes of an account on both databases, and a copy from one to the other;
 * `-- find [sqlite | postgres] [accounts]`, searches of the desk among a million accounts, on both databases;
 * `-- export [rows]`, the export of a month of the audit trail (ten million rows) on SQLite.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/testing/server/free-port.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import {
  bindLoad,
  serverCpu,
  startServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from '#server/testing/server/server-process.ts';
import { findChromium } from '#tools/chromium.mjs';
import { measureCheck } from './bench/check.ts';
import { measureCopy } from './bench/copy.ts';
import { measureTrailExport } from './bench/export-trail.ts';
import { measureFind } from './bench/find.ts';
import { measureFirstLoad } from './bench/first-load.ts';
import { measureGrowth, type Size } from './bench/growth.ts';
import { measureImport } from './bench/import.ts';
import { populate, type Population } from './bench/populate.ts';
import { measurePasskeyBegin } from './bench/passkey-begin.ts';
import { measureLimitedJunk, measurePasskeyLoad } from './bench/passkey-load.ts';
import { measurePasskeySignIn } from './bench/passkey-sign-in.ts';
import { measurePostgres } from './bench/postgres.ts';
import { residentMiB } from './bench/process.ts';
import { measureReadAccount } from './bench/read-account.ts';
import { measureRefresh } from './bench/refresh-token.ts';
import { measureRegister } from './bench/register.ts';
import { printRows, type Row } from './bench/report.ts';
import { measureSecondStep } from './bench/second-step.ts';
import { measureSignIn } from './bench/sign-in.ts';
import { prepareSignIns } from './bench/sign-in-load.ts';
import { measureStart } from './bench/start.ts';
import { measureStrangerCalls } from './bench/stranger-calls.ts';

const isFull = process.argv.includes('full');
const accounts = isFull ? 1_000_000 : 100_000;
/** Smaller sizes that the costs at `accounts` are compared with, the smallest first. */
const fewerAccounts = isFull ? [1000, 100_000] : [1000];
const sessions = 20_000;
/** Load from one machine has few client IPs: limits are counted as usual, but reached later. */
const env = { RATE_FACTOR: '10000', CAPTCHA_ATTEMPTS: '2000' };

const halves = process.argv.slice(2).filter((word) => word !== 'full');
const [, importedRows = '100000'] = halves;
const rows: Row[] = [];
if (halves.length === 0 || halves.includes('web'))
  rows.push(...(await step('first loads', async () => measureFirstLoad(await findChromium()))));
// Before the load is bound to a core: a server that is started after that would share it.
if (halves.length === 0 || halves.includes('server') || halves.includes('passkeys')) rows.push(...(await passkeySignIns()));
if (halves.length === 0 || halves.includes('server')) rows.push(...(await measureServer()));
if (halves.length === 0 || halves.includes('server') || halves.includes('strangers'))
  rows.push(...(await step('calls of strangers', measureStrangerCalls)));
if (halves[0] === 'export') rows.push(...(await step('an export of the trail', () => measureTrailExport(Number(halves[1] ?? 10_000_000)))));
if (halves[0] === 'import') rows.push(...(await step('an import', () => measureImport(Number(importedRows)))));
if (halves[0] === 'copy') rows.push(...(await step('a copy to PostgreSQL', () => copyOf(Number(halves[1] ?? accounts)))));
if (halves[0] === 'find') {
  const [, named, count = '1000000'] = halves;
  for (const engine of (['sqlite', 'postgres'] as const).filter((each) => named === undefined || named === each))
    rows.push(...(await step(`searches of the desk, ${engine}`, () => measureFind(engine, Number(count)))));
} else if (halves.includes('postgres')) rows.push(...(await step('PostgreSQL', measurePostgres)));
console.log();
const { met, missed } = printRows(rows);
console.log(`\n${met} aims met, ${missed} missed`);

async function measureServer(): Promise<readonly Row[]> {
  bindLoad();
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-bench-'));
  const plainDir = `${dataDir}-plain`;
  try {
    const { population, password } = await step(`${accounts} accounts`, () => populated(dataDir, accounts));
    // A folder has one server at a time.
    cpSync(dataDir, plainDir, { recursive: true });
    const start = await step('start', () => measureStart(dataDir));
    const loaded = await withServer({ dataDir, env, cpu: serverCpu }, (server) =>
      measureUnderLoad(server, { plainDir, population, password }),
    );
    const growth = await step('growth', () =>
      // A server that has done all this work has another heap than a fresh one: here every server is fresh.
      withServer({ dataDir, env, cpu: serverCpu }, (fresh) =>
        beside(fewerAccounts, (fewer) => measureGrowth([...fewer, { server: fresh, population, password, accounts }])),
      ),
    );
    return [...loaded.calls, ...growth, ...start, loaded.memory];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(plainDir, { recursive: true, force: true });
  }
}

interface Loaded {
  readonly calls: readonly Row[];
  readonly memory: Row;
}

interface UnderLoad {
  readonly plainDir: string;
  readonly population: Population;
  readonly password: string;
}

/** One server through all kinds of calls, beside one without field encryption over a copy of its database. */
async function measureUnderLoad(server: ServerProcess, { plainDir, population, password }: UnderLoad): Promise<Loaded> {
  const signIns = await prepareSignIns(server, { phones: population.phones, password });
  const read = await step('reads', () => measureReadAccount(server, population));
  const { all, own } = residentMiB(server.pid);
  const plainEnv = { ...env, ENCRYPTION: 'off' };
  const besidePlain = await withServer({ dataDir: plainDir, env: plainEnv, cpu: serverCpu }, async (plain) => {
    const check = await step('checks', () => measureCheck({ encrypted: server, plain }, population));
    const signIn = await step('sign-ins', async () => {
      const plainSignIns = await prepareSignIns(plain, { phones: population.phones, password });
      return measureSignIn({ server, signIns }, { server: plain, signIns: plainSignIns });
    });
    const register = await step('registrations', () => measureRegister(server, plain));
    return [...check, ...signIn, ...register];
  });
  const refresh = await step('refresh tokens', () => measureRefresh(server, population));
  return {
    calls: [...read, ...besidePlain, ...refresh],
    // The system may take back mapped pages of the database, and they grow with it.
    memory: { name: 'memory after load', value: own, unit: 'MiB', aim: { atMost: 180 }, note: `${all.toFixed(0)} MiB with mapped files` },
  };
}

/** Creates a folder with a database of `count` accounts that share one password. */
async function populated(dataDir: string, count: number): Promise<{ readonly population: Population; readonly password: string }> {
  const { phone, password } = await withServer({ dataDir, env }, (server) => connectHttp(server.origin).register());
  return { population: populate({ dataDir, phone, accounts: count, sessions: Math.min(sessions, count / 2) }), password };
}

async function copyOf(count: number): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-bench-'));
  try {
    await populated(dataDir, count);
    return await measureCopy(dataDir, count);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Measures beside one additional server for each of the counts, on the same core. */
async function beside<Result>(
  counts: readonly number[],
  measure: (sizes: readonly Size[]) => Promise<Result>,
  begun: readonly Size[] = [],
): Promise<Result> {
  const [count, ...others] = counts;
  if (count === undefined) return measure(begun);
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-bench-'));
  try {
    const size = await populated(dataDir, count);
    return await withServer({ dataDir, env, cpu: serverCpu }, (server) =>
      beside(others, measure, [...begun, { ...size, server, accounts: count }]),
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The server may use both cores: one person after the other while the load waits, then many at once. */
async function passkeySignIns(): Promise<readonly Row[]> {
  const metricsPort = await freePort();
  // On its own server: what others did before leaves rows later.
  const begins = await step('begins of passkeys', () => withServer({ env }, measurePasskeyBegin));
  const junk = await step('junk', () => withServer({}, measureLimitedJunk));
  const others = await withServer({ env: { ...env, METRICS_PORT: String(metricsPort) } }, async (server) => [
    ...(await step('sign-ins by passkey', () => measurePasskeySignIn(server, metricsPort))),
    ...(await step('second steps', () => measureSecondStep(server))),
    ...(await step('many sign-ins by passkey', () => measurePasskeyLoad(server))),
  ]);
  return [...begins, ...others, ...junk];
}

async function withServer<Result>(options: ServerProcessOptions, work: (server: ServerProcess) => Promise<Result>): Promise<Result> {
  const server = await startServerProcess(options);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function step<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now();
  process.stderr.write(`${name} … `);
  const result = await work();
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  return result;
}
