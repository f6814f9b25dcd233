/**
 * Everything that an installation removes automatically, in one where an authority holds every account and in one where it holds none:
 * all rows and files of the held ones stay, and the same of the others go.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { putHold } from '#server/core/account/holds/holds.repository.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import { tables } from '#server/core/tables.ts';
import { day, minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { askCopy } from '#server/testing/lives/copies.ts';
import { listData } from '#server/capabilities/rights/exports/list-data.ts';
import { rowsOfAccount } from '#server/testing/lives/import-copy.ts';
import { readAllRows, type StoredRow } from '#server/testing/lives/all-rows.ts';
import { filesBelow } from '#server/testing/lives/everything-written.ts';
import { quarters } from '#server/testing/costs/hostile-images.ts';
import { readPasts, type PastPerson } from '#server/testing/past.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { openPastDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

const years = 30 * 365 * day;

/** Tables of rows that name an account, and the columns that make a row the same. */
const keys = new Map(
  tables.flatMap(({ name, key, erase }) => {
    if (typeof erase === 'string' || erase.rows === 'wait') return [];
    // Its rows stay without their content.
    return [[name, name === 'legacy_accounts' ? [...key, 'sealed'] : key] as const];
  }),
);

/** A place that jobs fill and empty for everybody, and the hold itself. */
const notOfAccounts = new Set(['outbox', 'holds']);

/** Rows of accounts by their keys. */
async function rowsOfAccounts(database: TestDatabase): Promise<ReadonlySet<string>> {
  const all = await readAllRows(database);
  const accounts = (all.get('accounts') ?? []).map(({ id }) => String(id));
  const apps = (all.get('openid_clients') ?? []).flatMap(({ id, owner_id: owner }) => (owner === null ? [] : [String(id)]));
  const theirs = new Set([...accounts, ...accounts.map((id) => `account:${id}`), ...apps]);
  const isTheirs = (row: StoredRow) => Object.values(row).some((value) => theirs.has(String(value)));
  const found = [...keys].flatMap(([name, key]) =>
    notOfAccounts.has(name)
      ? []
      : (all.get(name) ?? []).filter(isTheirs).map((row) => [name, ...key.map((column) => row[column])].join(' ')),
  );
  return new Set(found);
}

const filesOf = async ({ dataDir }: TestDatabase) =>
  (await filesBelow(dataDir))
    .filter((path) => /\/(avatars|copies)\/(files|uploads)\//.test(path))
    .map((path) => path.slice(dataDir.length));

type Values = Readonly<Record<string, string | number>>;

async function add({ db }: TestApp, table: string, values: Values): Promise<void> {
  const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))})`.execute(db.q());
}

/** Adds the files, and the rows that the past has none of. */
async function live(app: TestApp, { id: number, phone, password }: PastPerson): Promise<void> {
  const browser = app.newBrowser();
  expect(await browser.post('/login/password', { account: phone, password })).toMatchObject({ code: 200 });
  await askCopy(app, { browser, password });
  const { data } = await browser.post<{ uploadUrl: string }>('/profileimage/begin', { filetype: 'png' });
  const body = await quarters().png().toBuffer();
  await browser.raw({ method: 'PUT', path: data.uploadUrl, body, headers: { 'content-type': 'image/png' } });
  const { db, keyring, clock } = app.wiring.core.store;
  const at = clock.now();
  const { id: accountId } = await db.q().selectFrom('accounts').select('id').where('number', '=', number).executeTakeFirstOrThrow();
  const sessions = db.q().selectFrom('sessions').select('id').where('account_id', '=', accountId);
  const { id: session } = await sessions.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  const of = { account_id: accountId };
  const sealed = keyring.seal('openid:Session', JSON.stringify({ accountId, authorizations: {} }));
  const life = { created_at: at, expires_at: at + day, tries: 0 };
  await add(app, 'openid_records', { ...of, ...life, model: 'Session', id: newId(), sealed, session_id: session });
  await add(app, 'former_choices', { ...of, id: newId(), stood_until: at, stood: '{}' });
  await add(app, 'unproven_contacts', { ...of, kind: 'email', value: 'a@example.com', shown: 'a@example.com', moved_at: at, ends_at: at });
  await add(app, 'recovery_codes', { ...of, n: 11, mac: '', made_at: at, pending_until: at, session_id: session });
  expect(await browser.post('/logout')).toMatchObject({ code: 200 });
}

async function runAll(app: TestApp): Promise<void> {
  for (const job of app.wiring.jobs.all()) await job.run();
  await removeStaleRows(app.db, app.clock.now());
}

/** A separate job removes rows of these, and rows of the trail go for everybody or for nobody. */
const goElsewhere = tables.filter(({ sweep }) => typeof sweep === 'string' && sweep.startsWith('by ')).map(({ name }) => name);
const partlyElsewhere = new Set([...goElsewhere, 'openid_records', 'security', 'short', 'apps']);

/** Sizes of what owners see of their data at a moment: the rows of their copies, and the counts and first dates of the page. */
async function seen(app: TestApp, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  // Everything of the outbox has left.
  await app.outbox('nobody@example.com');
  const { store } = app.wiring.core;
  const owners = await store.db.q().selectFrom('accounts').select(['id', 'number']).where('number', 'in', numbers).execute();
  const found: (readonly [of: string, size: number])[] = [];
  for (const { id: accountId, number } of owners) {
    const copied = await rowsOfAccount(store.db, accountId, store.keyring, store.clock.now());
    const rows = Object.values(copied).flatMap((file) => Object.entries(file));
    const topics = await listData({ store, retention: app.config.retention }, { accountId });
    const sizes = [
      ...rows.map(([name, own]) => [name, own.length] as const),
      ...topics.flatMap(({ topic, count, since }) => [[topic, count] as const, [`${topic} since`, -(since ?? Infinity)] as const]),
    ];
    const compared = sizes.filter(([name]) => !partlyElsewhere.has(name.split(' ')[0] ?? ''));
    found.push(...compared.map(([name, size]) => [`${number} ${name} at ${store.clock.now()}`, size] as const));
  }
  return new Map(found);
}

interface Passed {
  /** Things that are gone after some weeks and after many years, by table or folder. */
  readonly gone: readonly string[];
  /** At each of these moments. */
  readonly seen: ReadonlyMap<string, number>;
}

async function pass(isHeld: boolean): Promise<Passed> {
  const past = readPasts().at(-1);
  if (past === undefined) throw new Error('there is no past');
  const database = await openPastDatabase(past);
  const config = { secretKey: Buffer.from(past.secretKey, 'base64') };
  const app = await buildTestApp({ database, now: past.madeAt, config });
  try {
    const [person] = past.people;
    if (person === undefined) throw new Error('the past has no people');
    await live(app, person);
    const accounts = await app.db.q().selectFrom('accounts').select('id').execute();
    const held = { made_at: 0, until: past.madeAt + 2 * years, operator: 'li.wei', case_ref: 'CASE-12' };
    if (isHeld) for (const { id } of accounts) await putHold(app.db, { account_id: id, ...held });
    const before = [await rowsOfAccounts(database), await filesOf(database)] as const;
    const moments: (readonly [string, number])[] = [];
    for (const time of [past.madeAt + minute, past.madeAt + 30 * day, past.madeAt + years]) {
      app.clock.set(time);
      await runAll(app);
      moments.push(
        ...(await seen(
          app,
          past.people.map(({ id }) => id),
        )),
      );
    }
    const [rows, files] = [await rowsOfAccounts(database), await filesOf(database)];
    const lost = [...before[0]].filter((row) => !rows.has(row)).map((row) => row.split(' ')[0] ?? '');
    const lostFiles = before[1].filter((file) => !files.includes(file)).map((file) => file.split('/').slice(1, 3).join('/'));
    return { gone: [...new Set([...lost, ...lostFiles])].toSorted(), seen: new Map(moments) };
  } finally {
    await app.close();
    await database.close();
  }
}

it('takes nothing of an account that an authority holds, and of every other one all whose time is over', async () => {
  const [held, free] = [await pass(true), await pass(false)];
  expect(held.gone).toEqual([]);
  const isSwept = ({ name, sweep }: (typeof tables)[number]) =>
    (typeof sweep === 'object' || sweep.startsWith('by ')) && keys.has(name) && !notOfAccounts.has(name);
  const swept = tables.filter(isSwept).map(({ name }) => name);
  const taken = free.gone;
  expect(swept.filter((name) => !taken.includes(name))).toEqual([]);
  expect(taken).toEqual(expect.arrayContaining(['avatars/uploads', 'copies/files', 'openid_clients', 'passkeys']));
  // The owners must not know of the hold: they see nothing more by it.
  expect([...held.seen].filter(([name, size]) => size > (free.seen.get(name) ?? 0))).toEqual([]);
});
