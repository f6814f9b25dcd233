/** The way from SQLite to PostgreSQL: whatever ends it, servers find everything or nothing, and it continues where it was. */
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
import { openConfigured, openDatabase } from '#server/migrations/open-database.ts';
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

/** People come to the folder, as a server leaves it. */
async function served(people: number): Promise<Person> {
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  const database = { db, dataDir, databaseUrl: undefined, close: () => db.close() };
  const app = await buildTestApp({ database, now: Date.now(), config: { rateFactor: 1000, secretKey } });
  const first = await signUp(app, { email: freshEmail() });
  for (let count = 1; count < people; count += 1) await signUp(app);
  await app.close();
  await db.close();
  return first;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cedar-id-move-'));
  person = await served(9);
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

async function there<T>(url: string, read: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await read(client);
  } finally {
    await client.end();
  }
}

const looked = ['accounts', 'identifiers', 'sessions', 'audit', 'keys'] as const;
const countsHere = () => Object.fromEntries(looked.map((name) => [name, countHere(name)]));

/** The rows of some tables on the other side, with the transaction that wrote each; none without the table. */
async function rowsThere(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  return there(url, async (client) => {
    const found: Record<string, readonly string[]> = {};
    for (const name of looked) {
      const rows = client.query<{ xmin: string }>(`select xmin::text from ${name} order by ctid`);
      found[name] = await rows.then(
        (result) => result.rows.map(({ xmin }) => xmin),
        () => [],
      );
    }
    return found;
  });
}

const countsIn = (rows: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(rows).map(([name, of]) => [name, of.length]));

/** Whatever the killed connection was doing ends with it. */
async function noConnections(url: string): Promise<void> {
  const open = () =>
    there(url, async (client) => {
      const of = `from pg_stat_activity where datname = current_database() and application_name = 'cedar-id'`;
      return Number((await client.query(`select count(*)::int as n ${of}`)).rows[0]?.n);
    });
  await expect.poll(open, { timeout: 10_000 }).toBe(0);
}

/** Content of the other side as a server meets it: nothing, everything, or a refusal. */
async function foundByServer(url: string): Promise<Readonly<Record<string, number>> | 'refused'> {
  const elsewhere = join(tmpdir(), 'cedar-id-no-file');
  const opened = openConfigured(openDatabase, { databaseUrl: url, dataDir: elsewhere });
  const isOpen = await opened.then(
    async (db) => db.close().then(() => true),
    (error: unknown) => {
      expect(String(error)).toContain(`is a part of a copy of ${dataDir}`);
      return false;
    },
  );
  return isOpen ? countsIn(await rowsThere(url)) : 'refused';
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

  it(
    'shows servers everything or nothing when it is killed at any of ten points, and copies no row twice',
    { timeout: 180_000 },
    async () => {
      const url = await emptyTarget();
      const counts = countsHere();
      const nothing = Object.fromEntries(looked.map((name) => [name, 0]));
      let [kills, parts] = [0, 0];
      let before = await rowsThere(url);
      for (let line = 1; line <= 10; line += 1) {
        if (await killedAt(line, url)) kills += 1;
        await noConnections(url);
        const rows = await rowsThere(url);
        for (const name of looked) expect(rows[name]?.slice(0, before[name]?.length)).toEqual(before[name]);
        if (Object.values(rows).some(({ length }) => length > 0)) parts += 1;
        before = rows;
        const found = await foundByServer(url);
        expect([nothing, counts, 'refused']).toContainEqual(found);
        if (movedTo() === null) expect([nothing, 'refused']).toContainEqual(found);
      }
      expect([kills, parts]).toEqual([expect.toSatisfy((n: number) => n >= 8), expect.toSatisfy((n: number) => n >= 4)]);
      const [code, output] = await ended(url, '--confirm');
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/Every table of the copy is as in the file; the trail of \d+ rows is as it was written/),
      ]);
      expect(output).toMatch(/DATABASE_URL=postgres:\/\/postgres:…@/);
      const rows = await rowsThere(url);
      expect(countsIn(rows)).toEqual(counts);
      for (const name of looked) expect(rows[name]?.slice(0, before[name]?.length)).toEqual(before[name]);

      // The file is closed, and the copy is served beside it.
      const env = { SECRET_KEY, ENCRYPTION: 'off' };
      await expect(startServerProcess({ dataDir, env })).rejects.toThrow('the server did not start');
      const server = await startServerProcess({ dataDir, env: { ...env, DATABASE_URL: url } });
      try {
        const browser = newTestBrowser({ send: fetchFrom(server.origin), origin: server.origin });
        const { contact: account, password } = person;
        // A machine that does too much at once answers 503 for some seconds.
        const signedIn = () => browser.post('/login/password', { account, password });
        await expect.poll(signedIn, { timeout: 20_000 }).toMatchObject({ code: 200 });
        for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value);
        expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
      } finally {
        await server.stop();
      }
      expect(await ended(url, '--confirm')).toEqual([0, expect.stringContaining('was copied to postgres://')]);
    },
  );

  it('begins again when a server has changed the file since', { timeout: 60_000 }, async () => {
    const url = await emptyTarget();
    await ended('undo', '--confirm');
    await killedAt(9, url);
    await noConnections(url);
    expect((await rowsThere(url))['accounts']).toHaveLength(9);
    await served(1);
    const [code, output] = await ended(url, '--confirm');
    expect([code, output]).toEqual([0, expect.stringMatching(/changed since the copy began[^]*as in the file/)]);
    expect(countsIn(await rowsThere(url))).toEqual(countsHere());
  });

  it('copies every declared table', async () => {
    const url = await emptyTarget();
    await ended('undo', '--confirm');
    const [code, output] = await ended(url, '--confirm');
    expect([code, output]).toEqual([0, expect.stringContaining(`${tables.length - 1} tables with`)]);
    const different = await there(url, async (client) => {
      const found: string[] = [];
      for (const { name } of tables.filter((table) => table.name !== 'rate_windows')) {
        const { rows } = await client.query(`select count(*)::int as n from "${name}"`);
        if (Number(rows[0]?.n) !== countHere(name)) found.push(name);
      }
      return found;
    });
    expect(different).toEqual([]);
    expect(await ended(url, '--confirm')).toEqual([0, expect.stringContaining('was copied to')]);
    await ended('undo', '--confirm');
    expect(await ended(url, '--confirm')).toEqual([1, expect.stringContaining('has a whole copy of this database')]);
  });
});
