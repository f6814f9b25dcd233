/** The way from SQLite to PostgreSQL: everything arrives or nothing, whatever ends it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/migrations/open-database.ts';
import { tables } from '#server/core/tables.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { quickStart } from '#server/testing/server/quick-start.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { fetchFrom, newTestBrowser } from '#server/testing/server/test-browser.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';
import { openEmptyDatabase } from '#server/testing/server/test-database.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const secretKey = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256));
const SECRET_KEY = secretKey.toString('base64');

let dataDir: string;
let person: Person;
let target: Awaited<ReturnType<typeof openEmptyDatabase>>;
const undo: (() => Promise<unknown>)[] = [];

/** A folder with people, as a server leaves it. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cedar-id-move-'));
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  const database = { db, dataDir, databaseUrl: undefined, close: () => db.close() };
  const app = await buildTestApp({ database, now: Date.now(), config: { rateFactor: 1000, secretKey } });
  person = await signUp(app, { email: freshEmail() });
  for (let count = 0; count < 8; count += 1) await signUp(app);
  await app.close();
  await db.close();
}, 60_000);

afterAll(() => rm(dataDir, { recursive: true, force: true }));

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function emptyTarget(): Promise<string> {
  target = await openEmptyDatabase();
  const made = target;
  undo.push(() => made.close());
  return made.databaseUrl;
}

function start(...words: readonly string[]): ChildProcess {
  const env = { ...quickStart, NODE_ENV: 'test', DATA_DIR: dataDir, SECRET_KEY };
  return spawn(process.execPath, [main, 'copy-to', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(...words: readonly string[]): Promise<readonly [number | null, string]> {
  const child = start(...words);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return [child.exitCode, output];
}

/** Kills the command at its nth line of progress. Returns whether it was still running. */
async function killedAt(line: number, url: string): Promise<boolean> {
  const child = start(url, '--confirm');
  let seen = 0;
  if (child.stdout !== null)
    for await (const _ of createInterface({ input: child.stdout })) {
      seen += 1;
      if (seen === line) child.kill('SIGKILL');
    }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode === 'SIGKILL';
}

function inFile<T>(read: (file: DatabaseSync) => T): T {
  using file = new DatabaseSync(join(dataDir, 'cedar.db'));
  return read(file);
}

const movedTo = () => inFile((file) => file.prepare('select moved_to from installation').get()?.['moved_to']);
const countHere = (name: string) => inFile((file) => Number(file.prepare(`select count(*) as n from "${name}"`).get()?.['n']));

/** The number of rows of some tables on the other side; 0 without the table. */
async function countsThere(url: string): Promise<Readonly<Record<string, number>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const counts: Record<string, number> = {};
    for (const name of ['accounts', 'identifiers', 'sessions', 'audit', 'keys'])
      counts[name] = await client.query(`select count(*)::int as n from ${name}`).then(
        ({ rows }) => Number(rows[0]?.n),
        () => 0,
      );
    return counts;
  } finally {
    await client.end();
  }
}

describe('copy-to', () => {
  it('only looks without --confirm, and refuses a target that is not empty', { timeout: 60_000 }, async () => {
    const url = await emptyTarget();
    const [code, output] = await ended(url);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/tables with \d+ rows, 9 accounts; .*\nThe target is empty.* Nothing was changed/),
    ]);
    expect(movedTo()).toBeNull();
    const other = await openDatabase({ databaseUrl: url, dataDir: '' });
    await other.q().updateTable('installation').set({ id: 'another' }).execute();
    await other.close();
    expect(await ended(url, '--confirm')).toEqual([1, expect.stringContaining('of another installation')]);
  });

  it('leaves everything or nothing when it is killed at any of ten points, and then goes through', { timeout: 180_000 }, async () => {
    const url = await emptyTarget();
    const counts = Object.fromEntries(['accounts', 'identifiers', 'sessions', 'audit', 'keys'].map((name) => [name, countHere(name)]));
    const nothing = Object.fromEntries(Object.keys(counts).map((name) => [name, 0]));
    let kills = 0;
    for (let line = 1; line <= 10; line += 1) {
      if (await killedAt(line, url)) kills += 1;
      // Whatever the killed connection was doing ends with it.
      await expect.poll(async () => openConnections(url), { timeout: 10_000 }).toBe(0);
      const found = await countsThere(url);
      expect([nothing, counts]).toContainEqual(found);
      if (movedTo() !== null) {
        expect(found).toEqual(counts);
        expect(await ended('undo', '--confirm')).toEqual([0, expect.stringContaining('open the file again')]);
      }
    }
    expect(kills).toBeGreaterThanOrEqual(8);
    const [code, output] = await ended(url, '--confirm');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/Every table of the copy is as in the file; the trail of \d+ rows is as it was written/),
    ]);
    expect(output).toMatch(/DATABASE_URL=postgres:\/\/postgres:…@/);

    // The file is closed, and the copy is served beside it.
    const env = { SECRET_KEY, ENCRYPTION: 'off' };
    await expect(startServerProcess({ dataDir, env })).rejects.toThrow('the server did not start');
    const server = await startServerProcess({ dataDir, env: { ...env, DATABASE_URL: url } });
    try {
      const browser = newTestBrowser({ send: fetchFrom(server.origin), origin: server.origin });
      const { contact: account, password } = person;
      expect(await browser.post('/login/password', { account, password })).toMatchObject({ code: 200 });
      for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value);
      expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    } finally {
      await server.stop();
    }
    expect(await ended(url, '--confirm')).toEqual([0, expect.stringContaining('was copied to postgres://')]);
  });

  it('copies every declared table', async () => {
    const url = await emptyTarget();
    await ended('undo', '--confirm');
    const [code, output] = await ended(url, '--confirm');
    expect([code, output]).toEqual([0, expect.stringContaining(`${tables.length} tables with`)]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const different: string[] = [];
    for (const { name } of tables.filter((table) => table.name !== 'rate_windows')) {
      const { rows } = await client.query(`select count(*)::int as n from "${name}"`);
      if (Number(rows[0]?.n) !== countHere(name)) different.push(name);
    }
    await client.end();
    expect(different).toEqual([]);
  });
});

async function openConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'cedar-id'`,
    );
    return Number(rows[0]?.n);
  } finally {
    await client.end();
  }
}
