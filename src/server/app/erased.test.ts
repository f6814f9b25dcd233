/** What a purge leaves of somebody who has done everything: nothing but what the tables say, each with its reason. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyAccount } from '#server/core/accounts/empty-account.ts';
import { verifyAudit } from '#server/core/audit/verify-audit.ts';
import { day, hour } from '#server/platform/clock.ts';
import { tables as allTables } from '#server/core/database.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import type { AnyTable, ErasedColumn } from '#server/platform/db/table.ts';
import { readAllColumns, readAllRows, rowsSince, type AllRows, type StoredRow } from '#server/testing/all-rows.ts';
import { askDeletion } from '#server/testing/deletion.ts';
import { everythingWritten, filesBelow } from '#server/testing/everything-written.ts';
import { liveFully, openLifeStage, type LifeStage, type Living } from '#server/testing/full-life.ts';
import { importOld, legacyPassword, upgrade } from '#server/testing/legacy.ts';
import { signUp } from '#server/testing/people.ts';
import { accountIdOf } from '#server/testing/proving.ts';

const declared: readonly AnyTable[] = allTables;

/** Tables that hold nothing of a person. */
const ofNobody = new Set(declared.filter(({ erase }) => typeof erase === 'string').map(({ name }) => name));

/** Tables that only a purge writes. */
const byPurgeAlone: readonly string[] = ['erasure_receipts', 'resting_names'];

/** Columns that the life need not fill: why. */
const unfilled: Readonly<Record<string, string>> = {
  'deletions.leased_until': 'a purge under way',
  'social_states.used_at': 'what an earlier version marked; now a state that is used is gone',
  'rate_windows.previous': 'a number of calls, where two windows meet',
};

/** What stays for good, column by column: a value that everybody's row has then, or the reason why it is kept. */
const stays = new Map(
  declared.flatMap(({ name, erase, columns }) =>
    typeof erase === 'object' && erase.rows === 'stay' ? [[name, columns as Readonly<Record<string, ErasedColumn<unknown>>>] as const] : [],
  ),
);

/** What is left until its removal: which column says how long. */
const passes = new Map(
  declared.flatMap(({ name, erase, sweep }) => {
    const waits = typeof erase === 'object' && (erase.rows === 'wait' || (erase.rows === 'go' && erase.others !== undefined));
    // Counters of calls are removed by the limiter itself.
    return waits ? [[name, typeof sweep === 'string' ? 'expires_at' : sweep[0].past[0]] as const] : [];
  }),
);

let stage: LifeStage;
/** Before the life, on the day of the purge, and after it; without what other people have left meanwhile. */
let lived: AllRows;
let left: AllRows;
let life: Living & { readonly dueAt: number };
let foundBefore: readonly string[];
let foundAfter: readonly string[];

beforeAll(async () => {
  stage = await openLifeStage();
  const { app } = stage;
  const before = await readAllRows(app);
  life = await liveFully(stage);
  const then = await readAllRows(app);
  lived = rowsSince(before, then);
  // Others come, so that pages are split and freed.
  for (let others = 0; others < 12; others += 1) await signUp(app);
  const others = rowsSince(then, await readAllRows(app));
  foundBefore = await found(life.known);
  await app.wiring.deletions.run();
  foundAfter = await found(life.known);
  left = rowsSince(others, rowsSince(before, await readAllRows(app)));
}, 120_000);

afterAll(async () => {
  await stage.close();
});

/** The bytes by which a value could be known again: as it is, and as others write or hash it. */
function tracesOf(value: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(value);
  const hashes = ['', 'phone:', 'email:', 'username:', 'nickname:'].map((prefix) =>
    createHash('sha256').update(`${prefix}${value}`).digest(),
  );
  // In base64 a text looks different by where it begins; its middle is told from the rest.
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const forms: readonly (readonly [string, Buffer])[] = [
    ['plain', bytes],
    ['utf-16', Buffer.from(value, 'utf16le')],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['percent-encoded', Buffer.from(encodeURIComponent(value))],
    ...inBase64.map((text, shift) => [`base64 at ${shift}`, Buffer.from(text)] as const),
    ...hashes.flatMap((hash, index) => [
      [`sha256 ${index}`, hash] as const,
      [`sha256 ${index} in hex`, Buffer.from(hash.toString('hex'))] as const,
      [`sha256 ${index} in base64`, Buffer.from(hash.toString('base64').slice(0, 40))] as const,
      [`sha256 ${index} in base64url`, Buffer.from(hash.toString('base64url'))] as const,
    ]),
  ];
  return new Map(forms);
}

async function found(values: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const written = await everythingWritten(stage.app);
  return Object.entries(values).flatMap(([name, value]) =>
    [...tracesOf(value)].flatMap(([form, trace]) =>
      [...written].flatMap(([place, bytes]) => (bytes.includes(trace) ? [`${name} (${form}) in ${place}`] : [])),
    ),
  );
}

const isNothing = (value: unknown) => value === null || value === '' || value === 0;

function isSaid(word: ErasedColumn<unknown>['erase'] | undefined, value: unknown): boolean {
  if (typeof word !== 'object') return word !== undefined;
  return value === ('blank' in word ? word.blank : word.becomes);
}

/** Where a row differs from what is said of its table. A column of which nothing is said differs. */
function faultsOf(table: string, rows: readonly StoredRow[]): readonly string[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => {
      return isSaid(stays.get(table)?.[column]?.erase, value) ? [] : [`${table}.${column}: ${JSON.stringify(value)}`];
    }),
  );
}

describe('the life', () => {
  it('has written into every column of every table that can hold something of a person', async () => {
    const empty: string[] = [];
    for (const [table, columns] of await readAllColumns(stage.app)) {
      if (ofNobody.has(table) || byPurgeAlone.includes(table)) continue;
      const rows = lived.get(table) ?? [];
      empty.push(...columns.filter((column) => rows.every((row) => isNothing(row[column]))).map((column) => `${table}.${column}`));
    }
    // Its zero is another value than that of a new account.
    expect(empty.filter((column) => !(column in unfilled))).toEqual(['accounts.show_qrcode']);
  });

  it('has left nothing in the account as it is in a new one', async () => {
    const { app } = stage;
    const newcomer = await accountIdOf(app, (await signUp(app)).contact);
    const fresh = await app.db.q().selectFrom('accounts').selectAll().where('id', '=', newcomer).executeTakeFirstOrThrow();
    const [row = {}] = lived.get('accounts') ?? [];
    expect(Object.entries(fresh).flatMap(([column, value]) => (row[column] === value ? [column] : []))).toEqual([]);
    // And a new one has nothing but what registration gives it.
    const given = Object.entries(fresh).flatMap(([column, value]) =>
      column in emptyAccount && emptyAccount[column as keyof typeof emptyAccount] !== value ? [column] : [],
    );
    expect(given.toSorted()).toEqual(['created_at', 'language', 'password_changed_at', 'password_hash', 'region']);
  });

  it('can be found by what was known of the person, but for what is sealed: the token of a platform, and what a legacy account had', () => {
    const sealed = ['legacyEmail', 'legacyName', 'platformToken'];
    const names = new Set(foundBefore.map((place) => place.split(' ')[0]));
    expect(
      Object.keys(life.known)
        .filter((name) => !names.has(name))
        .toSorted(),
    ).toEqual(sealed);
  });
});

describe('a moment after the purge', () => {
  it('nothing that was known of somebody can be found in any file, page, table or log line', () => {
    expect(foundAfter).toEqual([]);
  });

  it('every column of every table is that of nobody, but for those that are named', () => {
    const tables = [...left].filter(([table, rows]) => rows.length > 0 && !passes.has(table) && !ofNobody.has(table));
    expect(tables.map(([table]) => table).toSorted()).toEqual([...stays.keys()].toSorted());
    const waiting = (row: StoredRow) => row['state'] === 'waiting';
    // The legacy account that has the same phone and was never joined is another account.
    expect(left.get('legacy_accounts')?.filter(waiting)).toHaveLength(1);
    expect(
      tables.flatMap(([table, rows]) =>
        faultsOf(
          table,
          rows.filter((row) => table !== 'legacy_accounts' || !waiting(row)),
        ),
      ),
    ).toEqual([]);
    for (const table of ['accounts', 'deletions', 'erasure_receipts']) expect(left.get(table), table).toHaveLength(1);
    expect(left.get('accounts')?.[0]).toMatchObject({ id: life.accountId, number: life.accountId });
  });

  it('no row that has to wait for its removal bears the internal id beside something of the person', () => {
    for (const table of [...passes.keys()].filter((name) => name !== 'failures' && name !== 'rate_windows')) {
      expect(JSON.stringify(left.get(table)), table).not.toContain(life.accountId);
    }
  });

  it('the trail tells names of the product alone', () => {
    const details = (left.get('audit') ?? []).map(({ detail }) => String(detail)).filter((detail) => detail !== '');
    const told = details.flatMap((detail) => Object.entries(JSON.parse(detail) as Record<string, unknown>));
    expect(new Set(told.map(([name]) => name))).toEqual(
      new Set(['action', 'agreement', 'by', 'client', 'contacts', 'items', 'kept', 'legacy', 'method', 'moved', 'platform', 'scopes']),
    );
    const named = told.filter(([name]) => !['agreement', 'client', 'legacy'].includes(name)).map(([, value]) => String(value));
    expect(named.filter((value) => !/^[a-zA-Z_]+(?:[ ,][a-zA-Z_]+)*$/.test(value))).toEqual([]);
  });

  it('the trail is still whole, also where it tells of a legacy account that was nobody’s yet', async () => {
    const { db, clock, wiring } = stage.app;
    expect(left.get('audit')).toContainEqual(expect.objectContaining({ account_id: null, event: 'legacy.proven', address: '' }));
    expect((await verifyAudit({ db, clock, keyring: wiring.keyring })).faults).toEqual([]);
  });

  it('no file of an avatar or of an upload is there', async () => {
    expect(await filesBelow(join(stage.app.config.dataDir, 'avatars'))).toEqual([]);
  });

  it('the receipt counts what went', () => {
    const [receipt = {}] = left.get('erasure_receipts') ?? [];
    expect(receipt).toMatchObject({ account_id: life.accountId, due_at: life.dueAt, erased_at: life.dueAt });
    expect(JSON.parse(String(receipt['erased']))).toMatchObject({ avatar: 1, socialAccounts: 2, apps: 2, messages: 1, identifiers: 4 });
  });
});

it('what had to wait for its removal is gone after its time', async () => {
  const { app } = stage;
  for (const [table, until] of passes) {
    const longest = table === 'resting_names' ? 90 * day : 2 * day;
    for (const row of left.get(table) ?? []) expect(Number(row[until]) - app.clock.now(), table).toBeLessThanOrEqual(longest);
  }
  const ours = new Map([...left].map(([table, rows]) => [table, new Set(rows.map((row) => JSON.stringify(row)))]));
  await removeStaleRows(app.db, app.clock.now() + 91 * day);
  const now = await readAllRows(app);
  const still = [...passes.keys()].filter((table) => now.get(table)?.some((row) => ours.get(table)?.has(JSON.stringify(row))));
  expect(still).toEqual(['rate_windows']);
});

it('an account that was upgraded from a legacy one leaves as little', async () => {
  const { app } = stage;
  const before = await readAllRows(app);
  const old = await importOld(app);
  const browser = app.newBrowser();
  await app.newBrowser().post('/login/password', { account: old.phone, password: legacyPassword });
  expect(await upgrade(app, browser, old)).toMatchObject({ code: 200 });
  const { data } = await askDeletion(browser);
  app.clock.set(Date.parse(data.dueAt));
  await app.wiring.deletions.run();
  const after = rowsSince(before, await readAllRows(app));
  const tables = [...after].filter(([table, rows]) => rows.length > 0 && !passes.has(table) && !ofNobody.has(table));
  expect(tables.map(([table]) => table).toSorted()).toEqual([...stays.keys()].toSorted());
  expect(tables.flatMap(([table, rows]) => faultsOf(table, rows))).toEqual([]);
  expect(await found({ phone: old.phone, email: old.email, username: old.username })).toEqual([]);
});

describe('what an earlier version has left of a purged account', () => {
  /** The account as a version left it that knew nothing of these columns, and whose receipts have no edition. */
  async function leaveAsBefore(accountId: string): Promise<void> {
    const { db } = stage.app;
    await sql`update accounts set country = 'FR', language = 'zh_CN', legacy_offered = 1, created_at = 1 where id = ${accountId}`.execute(
      db.q(),
    );
    await sql`update erasure_receipts set edition = 0 where account_id = ${accountId}`.execute(db.q());
    const request = sql`${`before ${accountId}`}, ${accountId}, 'withdrawn', 'none', 'other', 'because of Bob', 1, 1, 0, 0, 1`;
    await sql`insert into deletions (id, account_id, state, channel, reason, detail, requested_at, due_at, reminders, leased_until, ended_at)
      values (${request})`.execute(db.q());
  }

  async function leftOf(accountId: string) {
    const rows = await readAllRows(stage.app);
    const own = (table: string, column: string) => (rows.get(table) ?? []).filter((row) => row[column] === accountId);
    return [...faultsOf('accounts', own('accounts', 'id')), ...faultsOf('deletions', own('deletions', 'account_id'))];
  }

  it('is erased by the first run of this one, and while both run within an hour', async () => {
    const { app } = stage;
    app.clock.advance(2 * hour);
    await leaveAsBefore(life.accountId);
    expect(await leftOf(life.accountId)).toHaveLength(8);
    await app.wiring.deletions.run();
    expect(await leftOf(life.accountId)).toEqual([]);
    // The old version goes on beside this one.
    await leaveAsBefore(life.accountId);
    await app.wiring.deletions.run();
    expect(await leftOf(life.accountId)).toHaveLength(8);
    app.clock.advance(hour);
    await app.wiring.deletions.run();
    expect(await leftOf(life.accountId)).toEqual([]);
  });
});
