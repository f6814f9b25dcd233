import { sealsByPurpose } from '#server/core/database/key-columns.ts';
import type { SealName } from '#server/platform/crypto/purposes.ts';
import { sql } from 'kysely';
import { canon } from '#server/core/account/identifiers/identifier.ts';
import type { Db } from '#server/core/database/db.ts';
import { tables } from '#server/core/tables.ts';
import { legacyAccounts } from '#server/core/account/legacy/legacy-accounts.table.ts';
import { copiedTopics, type CopiedColumn, type CopiedTable, type CopiedValue } from '#server/core/rights/kept-data/copied-rows.ts';
import { copiedPages, type CopiedRow } from '#server/core/rights/kept-data/copied-rows.repository.ts';
import { newId } from '#server/platform/ids.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { testKeyring } from '#server/testing/server/test-core.ts';

/** The rows of a copy: file → table → rows. */
export type CopiedFiles = Readonly<Record<string, Readonly<Record<string, readonly CopiedRow[]>>>>;

/** The rows that a copy of an account would have now. */
export async function rowsOfAccount(db: Db, accountId: string, keyring = testKeyring(), at = Date.now()): Promise<CopiedFiles> {
  const of = { accountId, at, retention: {} };
  const files: Record<string, Record<string, CopiedRow[]>> = {};
  for (const { topic, tables: own } of copiedTopics(tables)) {
    const file: Record<string, CopiedRow[]> = {};
    for (const table of own) file[table.table.name] = (await Array.fromAsync(copiedPages({ db, keyring }, table, of))).flat();
    files[topic] = file;
  }
  return files;
}

/** The rows in the files of an archive. */
export function rowsInFiles(files: ReadonlyMap<string, Buffer>): CopiedFiles {
  const found = copiedTopics(tables).map(({ topic }) => [topic, JSON.parse(String(files.get(`data/${topic}.json`)))] as const);
  return Object.fromEntries(found);
}

/**
 * Makes the account of a copy in another installation: every copied value, and beside them what a new row needs. Derived
 * values are made again or void. Returns the account's id there.
 */
export async function importCopy(db: Db, files: CopiedFiles, keyring: Pick<Keyring, 'seal'> = testKeyring()): Promise<string> {
  const accountId = newId();
  const shapes = new Map((await db.q().introspection.getTables()).map(({ name, columns }) => [name, columns] as const));
  const rows = new Map<AnyTable, Record<string, unknown>[]>();
  for (const { topic, tables: own } of copiedTopics(tables)) {
    for (const copied of own) {
      const found = rows.get(copied.table) ?? [];
      for (const [index, row] of (files[topic]?.[copied.table.name] ?? []).entries())
        found[index] = { ...found[index], ...stored(copied, row, keyring) };
      rows.set(copied.table, found);
    }
  }
  let legacyId: unknown;

  async function insert(
    table: AnyTable,
    { index, given }: { readonly index: number; readonly given: Record<string, unknown> },
  ): Promise<void> {
    const row = { ...given };
    for (const { name, isNullable, dataType, hasDefaultValue } of shapes.get(table.name) ?? []) {
      if (name in row) continue;
      const made = madeAnew(table, name, { given, accountId, legacyId });
      if (made !== undefined) row[name] = made;
      else if (!isNullable && !hasDefaultValue) row[name] = /text|char/i.test(dataType) ? newId() : name === 'position' ? index + 1 : 0;
    }
    if (table.name === 'legacy_accounts') legacyId = row['id'];
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table.name)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db.q());
  }

  await db.tx(async () => {
    for (const [table, values] of rows) {
      // The account of an undone merge waits for its person again: it is not in the copy.
      if (table.name === 'legacy_merges' && values.length > 0 && legacyId === undefined)
        await insert(legacyAccounts, { index: 0, given: { account_id: null, state: 'waiting' } });
      for (const [index, given] of values.entries()) await insert(table, { index, given });
    }
  });
  return accountId;
}

function stored({ table, columns }: CopiedTable, row: CopiedRow, keyring: Pick<Keyring, 'seal'>): Record<string, unknown> {
  const value = (name: string, data: CopiedColumn) => {
    const given = row[name] as CopiedValue;
    return data.as === 'opened' && typeof given === 'string' ? keyring.seal(purposeOf(table, name), given) : storedValue(given, data);
  };
  return Object.fromEntries(columns.map(([name, data]) => [name, value(name, data)]));
}

/** Bookkeeping that takes one of a few values. */
const ofFewValues: Readonly<Record<string, string>> = { 'password_guesses.kind': 'account', 'codes.asker': 'holder' };

/** Whose a row is, and what follows from its copied values. */
function madeAnew(
  { name, erase, data }: AnyTable,
  column: string,
  {
    given,
    accountId,
    legacyId,
  }: { readonly given: Readonly<Record<string, unknown>>; readonly accountId: string; readonly legacyId: unknown },
): unknown {
  const enumerated = ofFewValues[`${name}.${column}`];
  if (enumerated !== undefined) return enumerated;
  if (column === 'legacy_id') return legacyId;
  if (name === 'identifiers' && column === 'value') return canon(given['kind'] as 'phone', String(given['shown'])) ?? given['shown'];
  const of = typeof data === 'object' ? data.of : undefined;
  const owners = of === undefined || 'column' in of ? [] : of;
  if (owners.includes(column)) return accountId;
  if (typeof erase === 'object' && erase.rows !== 'wait' && erase.of === column) {
    return `${'prefix' in erase ? (erase.prefix ?? '') : ''}${accountId}`;
  }
  return undefined;
}

/** The rows in an order that does not depend on ids, which an import makes again. */
export function inOrder(files: CopiedFiles): CopiedFiles {
  const sorted = (rows: readonly CopiedRow[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return Object.fromEntries(
    Object.entries(files).map(([topic, file]) => [
      topic,
      Object.fromEntries(Object.entries(file).map(([name, rows]) => [name, sorted(rows)])),
    ]),
  );
}

/** The stored form of a value of a copy: the opposite of `copiedValue`. */
function storedValue(value: CopiedValue, { as }: CopiedColumn): string | number | null {
  return as === 'a time' && typeof value === 'string' ? Date.parse(value) : typeof value === 'boolean' ? Number(value) : value;
}

/** The purpose whose key seals a column that a copy opens. */
function purposeOf({ name }: AnyTable, column: string): Exclude<SealName, 'openid'> {
  const found = sealsByPurpose.find(([, columns]) => columns.some((each) => each === `${name}.${column}`))?.[0];
  if (found === undefined || found === 'openid') throw new Error(`${name}.${column} is not sealed`);
  return found;
}
