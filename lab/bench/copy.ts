import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgres, teardown } from '#server/testing/server/postgres-global-setup.ts';
import { timeAdmin } from './admin.ts';
import type { Row } from './report.ts';

/** The tables whose rows every account has. */
const tables = ['accounts', 'identifiers', 'sessions'] as const;

/** The bytes of an account in a file of so many, `npm run admin -- copy-to` of it, and their bytes in PostgreSQL. */
export async function measureCopy(dataDir: string, accounts: number): Promise<readonly Row[]> {
  const inFile = bytesInFile(join(dataDir, 'cedar.db'));
  await startPostgres(tmpdir());
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  const admin = new pg.Client({ connectionString: url.href });
  try {
    await admin.connect();
    await admin.query('create database copied');
    await admin.end();
    url.pathname = '/copied';
    const { exitCode, seconds, samples } = await timeAdmin(['copy-to', url.href, '--confirm'], { DATA_DIR: dataDir });
    if (exitCode !== 0) throw new Error(`the copy ended with ${exitCode}`);
    const name = `copy-to of ${accounts} accounts`;
    return [
      ...rowsOf('SQLite', inFile, accounts),
      { name, value: seconds, unit: 's', note: 'one core, without waiting for the disk' },
      { name: `${name}: CPU`, value: samples.at(-1)?.cpuSeconds ?? Number.NaN, unit: 's' },
      { name: `${name}: memory`, value: Math.max(...samples.map(({ own }) => own)), unit: 'MiB' },
      ...rowsOf('PostgreSQL', await bytesInPostgres(url.href), accounts),
    ];
  } finally {
    await teardown();
  }
}

type Bytes = Readonly<Record<(typeof tables)[number] | 'indexes' | 'indexes of sessions', number>>;

function rowsOf(engine: string, bytes: Bytes, accounts: number): readonly Row[] {
  const all = tables.reduce((sum, table) => sum + bytes[table], 0);
  const row = (part: string, value: number): Row => ({ name: `${engine}: ${part}`, value: value / accounts, unit: 'B' });
  return [row('an account', all), ...Object.entries(bytes).map(([part, value]) => row(`of these ${part}`, value))];
}

/** Tables with their indexes; `indexes` are those of these tables. */
function bytesInFile(path: string): Bytes {
  using database = new DatabaseSync(path, { readOnly: true });
  const sum = (condition: string): number =>
    Number(
      database.prepare(`select sum(pgsize) as bytes from dbstat s left join sqlite_schema m on m.name = s.name where ${condition}`).get()?.[
        'bytes'
      ],
    );
  const of = (table: string): number => sum(`m.tbl_name = '${table}'`);
  const names = tables.map((table) => `'${table}'`).join();
  return {
    accounts: of('accounts'),
    identifiers: of('identifiers'),
    sessions: of('sessions'),
    indexes: sum(`m.type = 'index' and m.tbl_name in (${names})`),
    'indexes of sessions': sum(`m.type = 'index' and m.tbl_name = 'sessions'`),
  };
}

async function bytesInPostgres(url: string): Promise<Bytes> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; bytes: string; indexes: string }>(
      'select relname as name, pg_total_relation_size(oid) as bytes, pg_indexes_size(oid) as indexes from pg_class where relname = any($1)',
      [tables],
    );
    const of = (table: string): number => Number(rows.find(({ name }) => name === table)?.bytes);
    return {
      accounts: of('accounts'),
      identifiers: of('identifiers'),
      sessions: of('sessions'),
      indexes: rows.reduce((sum, { indexes }) => sum + Number(indexes), 0),
      'indexes of sessions': Number(rows.find(({ name }) => name === 'sessions')?.indexes),
    };
  } finally {
    await client.end();
  }
}
