import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { newId, newToken, sha256 } from '#server/platform/ids.ts';

export interface Population {
  /** Cookie values of live sessions, one for each of some accounts spread across all. */
  readonly sessions: readonly string[];
  /** Phones of accounts without a session in `sessions`: signing in often enough ends an account's oldest session. */
  readonly phones: readonly string[];
}

interface PopulateOptions {
  readonly dataDir: string;
  /** An account that was registered in the ordinary way; the others are copies of it, with its password. */
  readonly phone: string;
  readonly accounts: number;
  readonly sessions: number;
}

/** Fills a database with accounts, identifiers and sessions. No server may have it open. */
export function populate({ dataDir, phone, accounts, sessions }: PopulateOptions): Population {
  using database = new DatabaseSync(join(dataDir, 'cedar.db'));
  database.exec('pragma synchronous = off; pragma cache_size = -200000; begin');
  const account = oneRow(database, `select a.* from accounts a join identifiers i on i.account_id = a.id where i.value = ?`, phone);
  const session = oneRow(database, `select * from sessions where account_id = ? limit 1`, account['id'] ?? '');
  const identifier = oneRow(database, `select * from identifiers where value = ?`, phone);
  const addAccount = inserter(database, 'accounts', account);
  const addIdentifier = inserter(database, 'identifiers', identifier);
  const addSession = inserter(database, 'sessions', session);
  const phones: string[] = [];
  const tokens: string[] = [];
  for (let n = 0; n < accounts; n += 1) {
    const id = newId();
    const own = `19${String(n).padStart(9, '0')}`;
    const nickname = `person ${n} ${randomInt(1_000_000)}`;
    addAccount({ id, number: accountNumber(n) });
    addIdentifier({ kind: 'phone', value: own, shown: own, account_id: id });
    addIdentifier({ kind: 'nickname', value: nickname.replaceAll(' ', ''), shown: nickname.replaceAll(' ', ''), account_id: id });
    const token = newToken();
    addSession({ id: sha256(token), account_id: id });
    phones.push(own);
    tokens.push(token);
  }
  database.exec('commit; pragma wal_checkpoint(truncate)');
  const step = Math.max(2, Math.floor(accounts / sessions));
  return { phones: phones.filter((_phone, n) => n % step !== 0), sessions: shuffled(tokens.filter((_token, n) => n % step === 0)) };
}

/** 12 digits, spread over the whole range and unique: of a million random ones, two would be equal. */
function accountNumber(n: number): string {
  const prime = 999_999_937;
  return String(100_000_000_000 + ((n * prime) % 900_000_000_000));
}

type Columns = Readonly<Record<string, SQLInputValue>>;

function oneRow(database: DatabaseSync, sql: string, value: SQLInputValue): Columns {
  const row = database.prepare(sql).get(value);
  if (!row) throw new Error(`the database has no row: ${sql}`);
  return row;
}

/** Inserts rows like `pattern`, except for the given columns. */
function inserter(database: DatabaseSync, table: string, pattern: Columns): (columns: Columns) => void {
  const names = Object.keys(pattern);
  const statement = database.prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`);
  return (columns) => void statement.run(...names.map((name) => columns[name] ?? pattern[name] ?? null));
}

function shuffled<Value>(values: readonly Value[]): readonly Value[] {
  return values
    .map((value) => ({ value, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
