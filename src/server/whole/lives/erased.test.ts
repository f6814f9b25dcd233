/** What remains of a person with a full life after a purge: only values that the tables declare, each with a reason. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyAccount } from '#server/core/account/accounts/empty-account.ts';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { verifyAudit } from '#server/core/protection/audit/verify-audit.ts';
import { day, hour } from '#server/platform/clock.ts';
import { tables as allTables } from '#server/core/tables.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import type { AnyTable, ErasedColumn } from '#server/platform/db/tables/table.ts';
import { readAllColumns, readAllRows, rowsSince, type AllRows, type StoredRow } from '#server/testing/lives/all-rows.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { everythingWritten, filesBelow } from '#server/testing/lives/everything-written.ts';
import { liveFully, openLifeStage, type LifeStage } from '#server/testing/lives/full-life.ts';
import type { Living } from '#server/testing/lives/living.ts';
import { importOld, legacyPassword, upgrade } from '#server/testing/people/legacy.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { erasure } from '#server/capabilities/account/deletion/erasure.repository.ts';

const declared: readonly AnyTable[] = allTables;

/** Tables without personal data. */
const ofNobody = new Set(declared.filter(({ erase }) => typeof erase === 'string').map(({ name }) => name));

/** Tables that only a purge writes. */
const byPurgeAlone: readonly string[] = ['erasure_receipts', 'resting_names'];

/** Columns that the life need not fill, with the reason. */
const unfilled: Readonly<Record<string, string>> = {
  'deletions.leased_until': 'a purge under way',
  'passkeys.last_place': 'a place, of which this server knows none',
  'devices.session_id': 'a desktop that a browser signed in: those of this life show a code',
  'devices.key_thumbprint': 'the key of a desktop: those of this life have none',
  'account_claims.language': 'nothing any more',
  'recovery_numbers.language': 'nothing any more',
  'rate_windows.previous': 'a number of calls, where two windows meet',
};

/** Values that stay for good, by column: a value common to all rows, or the reason for keeping it. */
const stays = new Map(
  declared.flatMap(({ name, erase, columns }) =>
    typeof erase === 'object' && erase.rows === 'stay' ? [[name, columns as Readonly<Record<string, ErasedColumn<unknown>>>] as const] : [],
  ),
);

/** Rows that wait for their removal, with the column that sets the time. */
const passes = new Map(
  declared.flatMap(({ name, erase, sweep }) => {
    const waits = typeof erase === 'object' && (erase.rows === 'wait' || (erase.rows === 'go' && erase.others !== undefined));
    // The limiter removes call counters itself.
    return waits ? [[name, typeof sweep === 'string' ? 'expires_at' : sweep[0].past[0]] as const] : [];
  }),
);

let stage: LifeStage;
/** Before the life, on the day of the purge, and afterwards; without rows that other people left meanwhile. */
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
  // More accounts, so that pages are split and freed.
  for (let others = 0; others < 12; others += 1) await signUp(app);
  // The job that seals each minute changes no row of theirs any more.
  await sealAudit({ db: app.db, clock: app.clock, keyring: app.wiring.keyring });
  const others = rowsSince(then, await readAllRows(app));
  foundBefore = await found(life.known);
  await app.wiring.jobs.deletions.run();
  foundAfter = await found(life.known);
  left = rowsSince(others, rowsSince(before, await readAllRows(app)));
}, 120_000);

afterAll(async () => {
  await stage.close();
});

/** The byte sequences that reveal a value: the value itself, its encodings and its hashes. */
function tracesOf(value: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(value);
  const hashes = ['', 'phone:', 'email:', 'username:', 'nickname:'].map((prefix) =>
    createHash('sha256').update(`${prefix}${value}`).digest(),
  );
  // The base64 of a text depends on its offset; only the middle is stable.
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

/** Differences between a row and the declaration of its table. An undeclared column is a difference. */
function faultsOf(table: string, rows: readonly StoredRow[]): readonly string[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => {
      return isSaid(stays.get(table)?.[column]?.erase, value) ? [] : [`${table}.${column}: ${JSON.stringify(value)}`];
    }),
  );
}

describe('the life', () => {
  it('has written into every personal column of every table', async () => {
    const empty: string[] = [];
    for (const [table, columns] of await readAllColumns(stage.app)) {
      if (ofNobody.has(table) || byPurgeAlone.includes(table)) continue;
      const rows = lived.get(table) ?? [];
      empty.push(...columns.filter((column) => rows.every((row) => isNothing(row[column]))).map((column) => `${table}.${column}`));
    }
    // Zero differs from the value of a new account.
    expect(empty.filter((column) => !(column in unfilled)).toSorted()).toEqual(['accounts.offer_passkeys', 'accounts.show_qrcode']);
  });

  it('has changed every value of the account row', async () => {
    const { app } = stage;
    const newcomer = await accountIdOf(app, (await signUp(app)).contact);
    const fresh = await app.db.q().selectFrom('accounts').selectAll().where('id', '=', newcomer).executeTakeFirstOrThrow();
    const [row = {}] = lived.get('accounts') ?? [];
    expect(Object.entries(fresh).flatMap(([column, value]) => (row[column] === value ? [column] : []))).toEqual([]);
    // A new account has only the values that registration gives it.
    const given = Object.entries(fresh).flatMap(([column, value]) =>
      column in emptyAccount && emptyAccount[column as keyof typeof emptyAccount] !== value ? [column] : [],
    );
    expect(given.toSorted()).toEqual(['agreed_through', 'created_at', 'language', 'password_changed_at', 'password_hash', 'region']);
  });

  it('is found by the known values, except sealed ones: platform tokens and the data of a legacy account', () => {
    const sealed = ['legacyName', 'oldPhone', 'platformToken'];
    const names = new Set(foundBefore.map((place) => place.split(' ')[0]));
    expect(
      Object.keys(life.known)
        .filter((name) => !names.has(name))
        .toSorted(),
    ).toEqual(sealed);
  });
});

describe('a moment after the purge', () => {
  it('leaves no known value of the person in any file, page, table or log line', () => {
    expect(foundAfter).toEqual([]);
  });

  it('sets every column of every table to a neutral value, except the declared ones', () => {
    const tables = [...left].filter(([table, rows]) => rows.length > 0 && !passes.has(table) && !ofNobody.has(table));
    expect(tables.map(([table]) => table).toSorted()).toEqual([...stays.keys()].toSorted());
    const waiting = (row: StoredRow) => row['state'] === 'waiting';
    // The legacy account with the same phone was never joined: it is a separate account.
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

  it('keeps no waiting row with both the internal id and personal data', () => {
    for (const table of [...passes.keys()].filter((name) => name !== 'failures' && name !== 'rate_windows')) {
      expect(JSON.stringify(left.get(table)), table).not.toContain(life.accountId);
    }
  });

  it('keeps only names of the product in the trail', () => {
    const details = (left.get('audit') ?? []).map(({ detail }) => String(detail)).filter((detail) => detail !== '');
    const told = details.flatMap((detail) => Object.entries(JSON.parse(detail) as Record<string, unknown>));
    expect(new Set(told.map(([name]) => name))).toEqual(
      new Set([
        'action',
        'agreement',
        'because',
        'by',
        'carriers',
        'client',
        'contacts',
        'items',
        'kept',
        'legacy',
        'level',
        'madeBy',
        'method',
        'moved',
        'passkey',
        'platform',
        'roots',
        'scopes',
      ]),
    );
    const named = told
      .filter(([name]) => !['agreement', 'client', 'legacy', 'passkey', 'roots'].includes(name))
      .map(([, value]) => String(value));
    expect(named.filter((value) => !/^[a-zA-Z_]+(?:[ ,][a-zA-Z_]+)*$/.test(value))).toEqual([]);
    // A way without its own root is named by its kind and the time that it came.
    const roots = told.flatMap(([name, value]) => (name === 'roots' ? String(value).split(' ') : []));
    expect(roots.filter((root) => !/^[a-z]+(?::\d+)?$/i.test(root))).toEqual([]);
  });

  it('keeps the trail intact, including entries about a legacy account that was not claimed yet', async () => {
    const { db, clock, wiring } = stage.app;
    expect(left.get('audit')).toContainEqual(expect.objectContaining({ account_id: null, event: 'legacy.proven', client_ip: '' }));
    expect((await verifyAudit({ db, clock, keyring: wiring.keyring })).faults).toEqual([]);
  });

  it('leaves no file of an avatar or an upload', async () => {
    const mark = join(stage.app.config.dataDir, 'avatars', 'installation');
    expect(await filesBelow(join(stage.app.config.dataDir, 'avatars'))).toEqual([mark]);
  });

  it('counts the erased rows in the receipt', () => {
    const [receipt = {}] = left.get('erasure_receipts') ?? [];
    expect(receipt).toMatchObject({ account_id: life.accountId, due_at: life.dueAt, erased_at: life.dueAt });
    expect(JSON.parse(String(receipt['erased']))).toMatchObject({ avatar: 1, socialAccounts: 2, apps: 2, messages: 1, identifiers: 4 });
  });
});

it('removes the waiting rows after their time', async () => {
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

it('erases an account upgraded from a legacy one as completely', async () => {
  const { app } = stage;
  const before = await readAllRows(app);
  const old = await importOld(app);
  const browser = app.newBrowser();
  await app.newBrowser().post('/login/password', { account: old.phone, password: legacyPassword });
  expect(await upgrade(app, browser, old)).toMatchObject({ code: 200 });
  const { data } = await askDeletion(browser);
  app.clock.set(Date.parse(data.dueAt));
  await app.wiring.jobs.deletions.run();
  // The last message leaves with its address.
  await app.wiring.jobs.outbox.drain();
  const after = rowsSince(before, await readAllRows(app));
  const tables = [...after].filter(([table, rows]) => rows.length > 0 && !passes.has(table) && !ofNobody.has(table));
  // No app is told of this account.
  expect(tables.map(([table]) => table).toSorted()).toEqual(
    [...stays.keys()].filter((table) => table !== 'signals' && table !== 'staff').toSorted(),
  );
  expect(tables.flatMap(([table, rows]) => faultsOf(table, rows))).toEqual([]);
  expect(await found({ phone: old.phone, email: old.email, username: old.username })).toEqual([]);
});

describe('the list of an erasure', () => {
  /** Everything that the tables declare about it. */
  const list = declared.flatMap(({ name, erase, columns }) => {
    if (typeof erase === 'string') return [];
    const words = Object.entries(columns as Readonly<Record<string, Partial<ErasedColumn<unknown>>>>);
    return [{ name, erase, columns: words.flatMap(([column, word]) => (typeof word.erase === 'object' ? [[column, word.erase]] : [])) }];
  });

  it('has the digest of its edition: a change of the list raises the edition, and its digest stands beside it', () => {
    const sorted = list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
    expect({ edition: erasure.edition, list: digest }).toEqual(erasure);
  });
});

describe('an account that was purged under a smaller list', () => {
  /** Leaves the rows that such a purge did not know. */
  async function leaveMore(accountId: string): Promise<void> {
    const { db } = stage.app;
    await sql`update accounts set country = 'FR', language = 'zh_CN', legacy_offered = 1, created_at = 1 where id = ${accountId}`.execute(
      db.q(),
    );
    await sql`update erasure_receipts set edition = ${erasure.edition - 1} where account_id = ${accountId}`.execute(db.q());
    const request = sql`${`before ${accountId}`}, ${accountId}, 'withdrawn', 'none', 'other', 'because of Bob', 1, 1, 0, 0, 1`;
    await sql`insert into deletions (id, account_id, state, channel, reason, detail, requested_at, due_at, reminders, leased_until, ended_at)
      values (${request})`.execute(db.q());
  }

  async function leftOf(accountId: string) {
    const rows = await readAllRows(stage.app);
    const own = (table: string, column: string) => (rows.get(table) ?? []).filter((row) => row[column] === accountId);
    return [...faultsOf('accounts', own('accounts', 'id')), ...faultsOf('deletions', own('deletions', 'account_id'))];
  }

  it('is erased again by the first run, and within an hour where another instance continues with the smaller list', async () => {
    const { app } = stage;
    app.clock.advance(2 * hour);
    await leaveMore(life.accountId);
    expect(await leftOf(life.accountId)).toHaveLength(8);
    await app.wiring.jobs.deletions.run();
    expect(await leftOf(life.accountId)).toEqual([]);
    await leaveMore(life.accountId);
    await app.wiring.jobs.deletions.run();
    expect(await leftOf(life.accountId)).toHaveLength(8);
    app.clock.advance(hour);
    await app.wiring.jobs.deletions.run();
    expect(await leftOf(life.accountId)).toEqual([]);
  });
});
