/** Every command on a database that it cannot use: a sentence says what to do, and nothing is made or changed. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEmptyDatabase, openTestDatabase } from '#server/testing/server/test-database.ts';
import { wire } from '#server/app/wire.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';
import { runAdmin, type CommandWord } from './run-admin.ts';

/** A command of each word that would read or write. */
const samples: Readonly<Record<CommandWord, readonly string[]>> = {
  agreements: ['publish', '/nonexistent'],
  approvals: ['list'],
  audit: ['verify'],
  backup: [join(tmpdir(), 'cedar-id-never')],
  clients: ['list'],
  clock: ['show'],
  config: ['check'],
  'copy-files-to': ['s3'],
  'copy-to': ['postgres://nobody@127.0.0.1:1/none'],
  documents: ['verify', '/nonexistent'],
  exports: ['list'],
  init: [],
  keys: ['status'],
  legacy: ['import', '/nonexistent'],
  migrations: ['run'],
  receipts: ['verify', '/nonexistent'],
  resources: ['list'],
  restore: ['settle', '--confirm'],
  signals: ['list'],
  staff: ['list'],
  test: [],
  users: ['find', '13800138000', '--reason', 'request', '--case', 'C-1'],
};
/** These need no database (`test-message.test.ts`, `config.test.ts`). */
const words = (Object.keys(samples) as readonly CommandWord[]).filter((word) => word !== 'test' && word !== 'config');
/** Those that may make or change the schema. */
const makes: readonly CommandWord[] = ['init', 'migrations'];

const SECRET_KEY = randomBytes(32).toString('base64');

let folder: string;
let printed: string;
const undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-run-admin-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text: unknown) => void (printed += `${String(text)}\n`));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const step of undo.splice(0).toReversed()) await step();
});

interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

async function outputOf(word: CommandWord, { dataDir, databaseUrl }: Place): Promise<string> {
  printed = '';
  const environment = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SECRET_KEY,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  expect([word, await runAdmin([word, ...samples[word]], environment)]).toEqual([word, 1]);
  expect(printed.split('\n').filter((line) => line !== '')).toHaveLength(1);
  return printed;
}

/** Output of all commands but some, by their words. */
async function outputs(place: Place, but: readonly CommandWord[] = []): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const word of words.filter((one) => !but.includes(one))) found[word] = await outputOf(word, place);
  return found;
}

/** The commands that said something else. */
const unlike = (texts: Readonly<Record<string, string>>, pattern: RegExp) =>
  Object.entries(texts).filter(([, text]) => !pattern.test(text));

const isPostgres = process.env['TEST_DATABASE'] === 'postgres';
/** It says of itself that PostgreSQL has its own means. */
const ofSqlite: readonly CommandWord[] = isPostgres ? ['backup', 'copy-to'] : [];

describe('every command', () => {
  it('on a missing or empty database says which setting names one, and makes none', async () => {
    const empty = isPostgres ? await openEmptyDatabase() : undefined;
    if (empty !== undefined) undo.push(() => empty.close());
    const dataDir = join(folder, 'typo');
    const texts = await outputs({ dataDir, databaseUrl: empty?.databaseUrl }, ['init', ...ofSqlite]);
    expect(
      unlike(
        texts,
        isPostgres
          ? /the database of DATABASE_URL is empty: set DATABASE_URL/
          : /no database in DATA_DIR \(.*typo\/cedar\.db\): set DATA_DIR/,
      ),
    ).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('on an older database asks for migrations run, and changes nothing', async () => {
    const database = await openTestDatabase();
    undo.push(() => database.close());
    await sql`delete from kysely_migration where name >= '0011'`.execute(database.db.q());
    await sql`alter table incidents drop column put_back`.execute(database.db.q());
    const texts = await outputs(database, [...makes, 'backup', ...ofSqlite]);
    expect(
      unlike(texts, /older than this program \(to be run: 0011-put-back\): make a backup, then npm run admin -- migrations run/),
    ).toEqual([]);
    expect(await runAdmin(['migrations', 'run'], { NODE_ENV: 'test', DATA_DIR: database.dataDir, SECRET_KEY, ...urlOf(database) })).toBe(0);
    expect(printed).toContain('Done: 0011-put-back');
  });

  it('on a newer database says so', async () => {
    const database = await openTestDatabase();
    undo.push(() => database.close());
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2999-01-01T00:00:00.000Z')`.execute(database.db.q());
    expect(unlike(await outputs(database, ['backup', ...ofSqlite]), /made by a newer version of Cedar ID \(it has 9999-future\)/)).toEqual(
      [],
    );
  });
});

const urlOf = ({ databaseUrl }: Place) => (databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });

describe.each(isPostgres ? [] : ['SQLite'])('every command on %s', () => {
  it('on a damaged file leads to a backup', async () => {
    await writeFile(join(folder, 'cedar.db'), 'x'.repeat(10_000), { mode: 0o600 });
    expect(unlike(await outputs({ dataDir: folder }), /cedar\.db is damaged \(.*\): restore a backup/)).toEqual([]);
  });

  it('on a folder that it may not write names path, setting and user', async () => {
    await mkdir(join(folder, 'cedar.db'));
    expect(
      unlike(
        await outputs({ dataDir: folder }, ['backup']),
        /cedar\.db of DATA_DIR cannot be opened for writing by the user \w+ .*cedar-id-admin/,
      ),
    ).toEqual([]);
    expect(await outputOf('backup', { dataDir: folder })).toContain('cedar.db cannot be read');
    expect(await readdir(folder)).toEqual(['cedar.db']);
  });

  it.each(['/proc/nope', '/proc/version/nope'])('init on %s, which no user may make, says so', async (dataDir) => {
    expect(await outputOf('init', { dataDir })).toMatch(/of DATA_DIR cannot be opened for writing/);
  });

  it('init makes a database once, and the other commands work on it', async () => {
    const environment = { NODE_ENV: 'test', DATA_DIR: join(folder, 'new') };
    printed = '';
    expect(await runAdmin(['init'], environment)).toBe(0);
    expect(await runAdmin(['init'], environment)).toBe(0);
    expect(printed).toBe('The database is made.\nThere is a database already.\n');
    for (const word of ['approvals', 'clients', 'exports', 'resources', 'signals']) {
      printed = '';
      expect(await runAdmin([word, 'list'], environment)).toBe(0);
      expect([word, printed]).toEqual([word, expect.stringMatching(/^[A-Z].*\.\n$/)]);
    }
  });

  it('in development does not make a secret in a mistyped folder', async () => {
    printed = '';
    expect(await runAdmin(['clients', 'list'], { NODE_ENV: 'test', DATA_DIR: join(folder, 'typo') })).toBe(1);
    expect([printed, existsSync(join(folder, 'typo'))]).toEqual([
      expect.stringContaining('DATA_DIR must be the folder of the server'),
      false,
    ]);
  });
});

describe.each(isPostgres ? [] : ['SQLite'])('DATABASE_URL beside a file of %s', () => {
  // Port 1 is never in use.
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';

  it('with accounts is refused by every command and by a start', async () => {
    const database = await openTestDatabase();
    undo.push(() => database.close());
    const app = await buildTestApp({ database });
    await signUp(app);
    await app.close();
    const place = { dataDir: database.dataDir, databaseUrl };
    const refusal = /must not be set beside a database with accounts.*copy-to/;
    expect(unlike(await outputs(place, ['backup', 'copy-to', 'migrations']), refusal)).toEqual([]);
    const config = loadConfig({ NODE_ENV: 'test', SECRET_KEY, DATA_DIR: place.dataDir, DATABASE_URL: databaseUrl });
    await expect(wire(config)).rejects.toThrow(refusal);
  });
});

describe('the help', () => {
  it.each([
    [['users', '--help'], /^Usage: .*\n\n {2}users find .*\n {2}users history/, 'clients'],
    [['approvals'], /^Usage: .*\n\n {2}approvals list/, 'users find'],
    [['users', '--nonsense'], /Unknown option[\S\s]*\n {2}users find/, 'clients'],
  ])('of %j is that of its word', async (args, pattern, other) => {
    const database = await openTestDatabase();
    undo.push(() => database.close());
    printed = '';
    await runAdmin(args, {
      NODE_ENV: 'test',
      DATA_DIR: database.dataDir,
      SECRET_KEY,
      ...urlOf(database),
    });
    expect(printed).toMatch(pattern);
    expect(printed).not.toContain(other);
  });
});
