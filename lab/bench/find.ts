import { tmpdir } from 'node:os';
import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { newId } from '#server/platform/ids.ts';
import { enter, newMember, type DeskBrowser } from '#server/testing/desk.ts';
import { registerClient } from '#server/testing/openid.ts';
import { signUp } from '#server/testing/people.ts';
import { accountIdOf } from '#server/testing/proving.ts';
import { startPostgres, teardown } from '#server/testing/postgres-global-setup.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import { percentile, type Row } from './report.ts';

/** Milliseconds of a search, at the 99th percentile. */
const aims = { sqlite: 10, postgres: 20 } as const;
const searches = 500;
const warmUp = 100;
/** One in so many accounts has a username, a device, an app and a mail of the last months. */
const every = 10;

/**
 * Searches of the desk by each kind of text over HTTP, each for another account, among so many: its answer, the row that says
 * so, and the signature of the browser, all in one process.
 */
export async function measureFind(engine: 'sqlite' | 'postgres', accounts: number): Promise<readonly Row[]> {
  if (engine === 'postgres') {
    await startPostgres(tmpdir());
    process.env['TEST_DATABASE'] = 'postgres';
  }
  const app = await buildTestApp({ settings: { DESK: 'on', LOG_LEVEL: 'warn' }, config: { rateFactor: 1_000_000 } });
  try {
    await app.listen();
    const begun = performance.now();
    await registerClient(app, { id: appId, subject: 'pairwise' });
    await fill(app, accounts);
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    const desk = await enter(app, await newMember(app, 'lead'));
    const rows: Row[] = [];
    for (const kind of kinds) await timesOf(desk, kind, { accounts, count: warmUp });
    for (const kind of kinds) {
      const before = process.cpuUsage();
      const times = await timesOf(desk, kind, { accounts, count: searches });
      const { user, system } = process.cpuUsage(before);
      const cpuMs = (user + system) / 1000 / searches;
      rows.push({
        name: `find by ${kind}, ${accounts} accounts, ${engine}: p99`,
        value: percentile(times, 0.99),
        unit: 'ms',
        aim: { atMost: aims[engine] },
        note: `p50 ${percentile(times, 0.5).toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of a processor; filled in ${minutes} min`,
      });
    }
    return rows;
  } finally {
    await app.close();
    if (engine === 'postgres') await teardown();
  }
}

const padded = (n: number, digits: number) => String(n).padStart(digits, '0');
/** Digits alone are a part of Crockford's base 32. */
const referenceOf = (n: number) => `${padded(n, 8).slice(0, 4)}-${padded(n, 8).slice(4)}`;

/** A prime, which spreads numbers over the range of account numbers. */
const prime = 999_999_937;

/** An app with pairwise ids, which the same accounts allow that have a device. */
const appId = 'app-of-many';

const texts = {
  phone: (n: number) => `17${padded(n, 9)}`,
  email: (n: number) => `person-${n}@example.com`,
  username: (n: number) => `person-${n - (n % every)}`,
  number: (n: number) => String(100_000_000_000 + ((n * prime) % 900_000_000_000)),
  reference: (n: number) => referenceOf(n - (n % every)),
  device: (n: number) => `d${padded(n - (n % every), 21)}`,
  subject: (n: number) => `${appId}:s${padded(n - (n % every), 21)}`,
  nobody: (n: number) => `16${padded(n, 9)}`,
} as const;

type Kind = keyof typeof texts;
const kinds = Object.keys(texts) as readonly Kind[];

async function timesOf(
  desk: DeskBrowser,
  kind: Kind,
  { accounts, count }: { readonly accounts: number; readonly count: number },
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const text = texts[kind](1 + Math.floor(Math.random() * (accounts - every)) + every);
    const start = performance.now();
    const { code, data } = await desk.post<{ kind: string }>('/person/find', { text, reason: 'asked', caseRef: 'CS-4711' });
    times.push(performance.now() - start);
    if (code !== 200 || data.kind !== (kind === 'nobody' ? '' : kind)) throw new Error(`${text} is ${code} ${data.kind}`);
  }
  return times;
}

/** Accounts with a phone and an email like one that was made in the ordinary way, in bulk. */
async function fill(app: TestApp, accounts: number): Promise<void> {
  const { contact } = await signUp(app);
  const id = await accountIdOf(app, contact);
  const { db } = app;
  const isPostgres = db.engine === 'postgres';
  const numbers = isPostgres
    ? sql`generate_series(${sql.lit(every)}::bigint, ${sql.lit(accounts)}::bigint) as n(i)`
    : sql`(with recursive n(i) as (select ${sql.lit(every)} union all select i + 1 from n where i < ${sql.lit(accounts)}) select i from n) as n`;
  const pad = (digits: number) => (isPostgres ? sql`lpad(i::text, ${sql.lit(digits)}, '0')` : sql.raw(`printf('%0${digits}d', i)`));
  const text = (before: string, after = '') => sql`${sql.lit(before)} || ${sql.raw(isPostgres ? 'i::text' : 'i')} || ${sql.lit(after)}`;
  const accountId = sql`'a' || ${pad(21)}`;
  const number = sql`cast(100000000000 + (i * ${sql.lit(prime)}) % 900000000000 as text)`;
  const some = sql`where i % ${sql.lit(every)} = 0`;

  // A bulk of rows takes longer than any statement of the product, and needs no check of each reference.
  const client = isPostgres ? new pg.Client({ connectionString: app.config.databaseUrl }) : undefined;
  await client?.connect();
  await client?.query('set session_replication_role = replica');
  const run = async (query: RawBuilder<unknown>): Promise<void> => {
    const { sql: statement, parameters } = query.compile(db.q());
    await (client === undefined ? query.execute(db.q()) : client.query(statement, [...parameters]));
  };

  /** Rows like `model`, but for these columns. */
  const copy = async (
    table: 'accounts' | 'identifiers',
    changed: Readonly<Record<string, RawBuilder<unknown>>>,
    where: RawBuilder<unknown> = sql``,
  ) => {
    const model = await db
      .q()
      .selectFrom(table)
      .selectAll()
      .where(table === 'accounts' ? 'id' : 'account_id', '=', id)
      .executeTakeFirstOrThrow();
    const columns = Object.keys(model);
    const owner = sql.ref(table === 'accounts' ? 'm.id' : 'm.account_id');
    const kind = table === 'accounts' ? sql`` : sql`and m.kind = 'phone'`;
    await run(sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(columns.map((column) => changed[column] ?? sql.ref(`m.${column}`)))}
      from ${numbers} join ${sql.table(table)} m on ${owner} = ${id} ${kind} ${where}`);
  };

  const rows = async () => {
    await copy('accounts', { id: accountId, number });
    const phone = sql`'17' || ${pad(9)}`;
    await copy('identifiers', { kind: sql`'phone'`, value: phone, shown: phone, account_id: accountId });
    const email = text('person-', '@example.com');
    await copy('identifiers', { kind: sql`'email'`, value: email, shown: email, account_id: accountId });
    const name = text('person-');
    await copy('identifiers', { kind: sql`'username'`, value: name, shown: name, account_id: accountId }, some);
    const at = sql.lit(app.clock.now());
    const reference = sql`substr(${pad(8)}, 1, 4) || '-' || substr(${pad(8)}, 5)`;
    await run(sql`insert into sent_messages (id, account_id, at, expires_at, channel, kind, target, reference, state)
      select 'm' || ${pad(21)}, ${accountId}, ${at}, ${at}, 'email', 'login', 'p***@example.com', ${reference}, 'sent'
      from ${numbers} ${some}`);
    await run(sql`insert into devices (id, account_id, client_id, credential_epoch, name, type, model, os, os_version, hardware, address, first_seen_at, last_seen_at)
      select 'd' || ${pad(21)}, ${accountId}, ${newId()}, 0, 'PC', 'pc', '', 'Linux', '', '', '203.0.113.7', ${at}, ${at}
      from ${numbers} ${some}`);
    await run(sql`insert into openid_consents (account_id, client_id, scopes, more, credential_epoch, authorized_at, last_used_at, subject)
      select ${accountId}, ${sql.lit(appId)}, 'openid', '', 0, ${at}, ${at}, 's' || ${pad(21)}
      from ${numbers} ${some}`);
  };
  if (client === undefined) await db.tx(rows);
  else await rows();
  // Before anything is measured: PostgreSQL would do it by itself meanwhile.
  await client?.query('vacuum analyze');
  await client?.query('checkpoint');
  await client?.end();
}
