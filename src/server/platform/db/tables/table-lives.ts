import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { day } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { SqlValue } from './sql-value.ts';
import { blanksIn, type AnyTable, type StaleRule } from './table.ts';

/** Carries out the lives that tables declare (`table.ts`). */

/** Finds a table by its name. */
export function tableOf({ tables }: Pick<Db, 'tables'>, name: string): AnyTable {
  const found = tables.find((table) => table.name === name);
  if (found === undefined) throw new Error(`no table ${name}`);
  return found;
}

type AnyRule = StaleRule<Readonly<Record<string, unknown>>>;

/** Numbers of days that an operator may set, by the names used in tables. */
export type Retention = Readonly<Record<string, number | undefined>>;

const batchRows = 500;

/** The condition under which rows of an account may go at that moment. */
type UnlessKept = (account: RawBuilder<unknown>, at: number) => RawBuilder<unknown>;

interface SweepOrder {
  readonly every: 'minute' | 'hour';
  readonly at: number;
  readonly retention?: Retention;
  readonly unlessKept: UnlessKept;
}

/**
 * Removes, in small batches, the rows that are stale by the rules of the minute or of the hour. Returns their number.
 */
export async function sweep(db: Db, { every, at, retention = {}, unlessKept }: SweepOrder): Promise<number> {
  let removed = 0;
  for (const table of db.tables) {
    if (typeof table.sweep === 'string') continue;
    for (const rule of table.sweep.filter((one) => one.every === every))
      removed += await removeStale(db, table, isStale(table, rule, { at, retention, unlessKept }));
  }
  return removed;
}

async function removeStale(db: Db, { name, key }: AnyTable, stale: RawBuilder<unknown>): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let removed = 0;
  let batch: number;
  do {
    const some = sql`select ${columns} from ${sql.table(name)} where ${stale} limit ${batchRows}`;
    const { numAffectedRows } = await sql`delete from ${sql.table(name)} where (${columns}) in (${some})`.execute(db.q());
    batch = Number(numAffectedRows);
    removed += batch;
    await nextTurn();
  } while (batch === batchRows);
  return removed;
}

function isStale(table: AnyTable, rule: AnyRule, { at, retention, unlessKept }: Required<Omit<SweepOrder, 'every'>>): RawBuilder<unknown> {
  const free = ownersOf(table).map((owner) => unlessKept(owner, at));
  return sql.join([isPast(table, rule, { at, retention }), ...free], sql` and `);
}

/** The condition for rows whose time is over, also where somebody keeps them; undefined for a table without rules. */
export function isOver(table: AnyTable, { at, retention = {} }: Pick<SweepOrder, 'at' | 'retention'>): RawBuilder<SqlBool> | undefined {
  if (typeof table.sweep === 'string') return undefined;
  const rules = table.sweep.map((rule) => sql`(${isPast(table, rule, { at, retention })})`);
  return rules.length === 0 ? undefined : sql<SqlBool>`coalesce(${sql.join(rules, sql` or `)}, false)`;
}

function isPast(
  table: AnyTable,
  { past, graceMs, where = {}, unlike }: AnyRule,
  { at, retention }: Required<Pick<SweepOrder, 'at' | 'retention'>>,
): RawBuilder<unknown> {
  const before = at - (typeof graceMs === 'number' ? graceMs : (retention[graceMs.setting] ?? graceMs.days) * day);
  const moments = past.map((column) => sql`${sql.ref(column)} <= ${before}`);
  const values = Object.entries(where).map(([column, of]) =>
    of === 'set' || of === undefined ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} in (${sql.join(of)})`,
  );
  const others = unlike === undefined ? [] : [isUnlike(table.name, unlike)];
  return sql.join([...moments, ...values, ...others], sql` and `);
}

/** The accounts of a row: none where rows are of nobody or name nobody. */
function ownersOf({ name, erase: word, data }: AnyTable): readonly RawBuilder<unknown>[] {
  if (typeof word === 'string' || word.rows === 'wait') return [];
  const own = (column: string) => sql.ref(`${name}.${column}`);
  if ('prefix' in word && word.prefix !== undefined) return [sql`substr(${own(word.of)}, ${sql.lit(word.prefix.length + 1)})`];
  if (!isByCode(word.of)) return [own(word.of)];
  const of = typeof data === 'object' ? data.of : undefined;
  if (of === undefined) throw new Error(`${name} is swept and does not say whose its rows are`);
  if (!('in' in of)) return of.map(own);
  return [sql`(select ${sql.ref(of.owner)} from ${sql.table(of.in)} where ${sql.ref(`${of.in}.${of.key}`)} = ${own(of.column)})`];
}

function isUnlike(name: string, { column, of, in: owners }: NonNullable<AnyRule['unlike']>): RawBuilder<unknown> {
  const [own, its] = [name, owners].map((table) => sql.ref(`${table}.${column}`));
  return sql`exists (select 1 from ${sql.table(owners)} where ${sql.ref(`${owners}.id`)} = ${sql.ref(`${name}.${of}`)} and ${its} <> ${own})`;
}

/**
 * Erases an account from the tables that declare how, in the transaction of its purge: removes rows or blanks the
 * personal columns. Returns the numbers of removed rows, by the words of the receipt.
 */
export async function erase(db: Db, accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of db.tables) {
    const { name, erase: word } = table;
    if (typeof word === 'string' || word.rows === 'wait') continue;
    if (word.rows === 'stay') {
      if (word.except !== undefined) await remove(db, name, { ...word.except.where, [word.except.of]: accountId });
      if (!isByCode(word.of)) await blank(db, table, { [word.of]: accountId });
    } else if (!isByCode(word.of)) {
      const count = await remove(db, name, { [word.of]: `${word.prefix ?? ''}${accountId}` });
      if (word.receipt !== undefined) counts[word.receipt] = (counts[word.receipt] ?? 0) + count;
    }
  }
  return counts;
}

/** Removes the void rows of a restored copy: they may have been used since. Returns the numbers by table. */
export async function settle(db: Db): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { name, restore } of db.tables) {
    if (restore === 'void') counts.set(name, await remove(db, name, {}));
    else if (typeof restore === 'object') counts.set(name, await remove(db, name, {}, restore.voidBut));
  }
  return counts;
}

/** Moves the rows of a session to its new id, in the transaction of its renewal. */
export async function moveSession(db: Db, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  for (const { name, session = {} } of db.tables) {
    for (const [column, word] of Object.entries(session)) {
      if (word !== 'moves') continue;
      const own = sql.ref(column);
      await sql`update ${sql.table(name)} set ${own} = ${to} where ${own} = ${from}`.execute(db.q());
    }
  }
}

/** Whether a word names the code that handles the event. */
function isByCode(of: string): boolean {
  return of.startsWith('by ');
}

type Values = Readonly<Record<string, SqlValue | undefined>>;

async function remove(db: Db, name: string, equal: Values, unequal: Values = {}): Promise<number> {
  const conditions = [...comparisons(equal, sql`=`), ...comparisons(unequal, sql`<>`)];
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
  const { numAffectedRows } = await sql`delete from ${sql.table(name)}${where}`.execute(db.q());
  return Number(numAffectedRows);
}

async function blank(db: Db, table: AnyTable, of: Values): Promise<void> {
  const changes = comparisons(blanksIn(Object.entries(table.columns)), sql`=`);
  const where = sql.join(comparisons(of, sql`=`), sql` and `);
  await sql`update ${sql.table(table.name)} set ${sql.join(changes)} where ${where}`.execute(db.q());
}

function comparisons(values: Values, operator: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  return Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} ${operator} ${value}`);
}
