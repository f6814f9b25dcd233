import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { hour } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** A prime, which spreads numbers over the range of account numbers. */
export const numberPrime = 999_999_937;

/** Which accounts: numbers, of which one in `every` has a username, a device and a mail too. */
export interface Crowd {
  readonly from: number;
  readonly to: number;
  readonly every: number;
  /** Whether each has a session; every second one has ended an hour ago. */
  readonly sessions?: boolean;
  /** An app that those of them allow that have a device: it was told their number as their id. */
  readonly appId?: string;
}

/** Accounts with a phone and an email like one that was made in the ordinary way, in bulk. */
export async function addCrowd(app: TestApp, { from, to, every, sessions = false, appId }: Crowd): Promise<void> {
  const { contact } = await signUp(app);
  const id = await accountIdOf(app, contact);
  const { db } = app;
  const isPostgres = db.engine === 'postgres';
  const numbers = isPostgres
    ? sql`generate_series(${sql.lit(from)}::bigint, ${sql.lit(to)}::bigint) as n(i)`
    : sql`(with recursive n(i) as (select ${sql.lit(from)} union all select i + 1 from n where i < ${sql.lit(to)}) select i from n) as n`;
  const pad = (digits: number) => (isPostgres ? sql`lpad(i::text, ${sql.lit(digits)}, '0')` : sql.raw(`printf('%0${digits}d', i)`));
  const text = (before: string, after = '') => sql`${sql.lit(before)} || ${sql.raw(isPostgres ? 'i::text' : 'i')} || ${sql.lit(after)}`;
  const accountId = sql`'a' || ${pad(21)}`;
  const number = sql`cast(100000000000 + (i * ${sql.lit(numberPrime)}) % 900000000000 as text)`;
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
    table: 'accounts' | 'identifiers' | 'sessions',
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
    const kind = table === 'identifiers' ? sql`and m.kind = 'phone'` : sql``;
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
    const endedAt = sql`case when i % 2 = 0 then ${sql.lit(app.clock.now() - hour)} end`;
    if (sessions) await copy('sessions', { id: sql`'s' || ${pad(21)}`, account_id: accountId, ended_at: endedAt });
    const at = sql.lit(app.clock.now());
    const reference = sql`substr(${pad(8)}, 1, 4) || '-' || substr(${pad(8)}, 5)`;
    await run(sql`insert into sent_messages (id, account_id, at, expires_at, channel, kind, target, reference, state)
      select 'm' || ${pad(21)}, ${accountId}, ${at}, ${at}, 'email', 'login', 'p***@example.com', ${reference}, 'sent'
      from ${numbers} ${some}`);
    await run(sql`insert into devices (id, account_id, client_id, credential_epoch, name, type, model, os, os_version, hardware, client_ip, first_seen_at, last_seen_at)
      select 'd' || ${pad(21)}, ${accountId}, ${newId()}, 0, 'PC', 'pc', '', 'Linux', '', '', '203.0.113.7', ${at}, ${at}
      from ${numbers} ${some}`);
    if (appId === undefined) return;
    await run(sql`insert into openid_consents (account_id, client_id, scopes, more, authorized_at, last_used_at, subject)
      select ${accountId}, ${sql.lit(appId)}, 'openid', '', ${at}, ${at}, 's' || ${pad(21)}
      from ${numbers} ${some}`);
  };
  if (client === undefined) await db.tx(rows);
  else await rows();
  // Before anything is measured: PostgreSQL would do it meanwhile.
  await client?.query('vacuum analyze');
  await client?.query('checkpoint');
  await client?.end();
}
