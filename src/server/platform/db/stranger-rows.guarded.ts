import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import { lockName } from './lock-name.ts';
import { endOf, type StrangerBudget, type StrangerSource, widestLength } from './stranger-rows.ts';

/** A row that somebody without a session has just made, in the transaction that made it. */
export interface StrangerRow {
  /** Of a row that the OpenID provider keeps. */
  readonly model?: string;
  readonly id: string;
  readonly source: StrangerSource;
  /** Of a row that the OpenID provider keeps. */
  readonly bytes?: number;
}

/** A set of rows that may have so many. */
interface Room {
  readonly within: RawBuilder<boolean>;
  readonly most: number;
  /** What it is divided into, to find who has the most; undefined for a room of one source. */
  readonly parts: 'sources' | 'widestNetworks' | undefined;
}

/** The rows of the whole site are counted in so many lots: one would make everybody wait for everybody. */
const lots = 64;

/**
 * Counts a row for the networks that it came from and for the site. Where one has its most, the oldest goes of whoever
 * in it has the most, or false: then the caller's transaction must not commit. Exact, because those who count for one
 * network or lot come one after the other.
 */
export async function takeStrangerPlace(db: Db, budget: StrangerBudget, { model, id, source, bytes }: StrangerRow): Promise<boolean> {
  if (!db.inTransaction) throw new Error('A row of a stranger is counted in the transaction that makes it.');
  const table = sql.table(budget.table);
  const row = model === undefined ? sql`id = ${id}` : sql`model = ${model} and id = ${id}`;
  const lot = id.slice(0, 1);
  // Always in this order, so that nobody waits for each other.
  await lockName(db, `strangers:${source.text.slice(0, widestLength)}`);
  await lockName(db, `strangers:${budget.mark}:${lot}`);
  const rooms: Room[] = [
    ...source.networks.map(({ prefix, most }): Room => {
      const isSmallest = prefix === source.text;
      return isSmallest
        ? { within: sql`source = ${prefix}`, most, parts: undefined }
        : { within: sourceWithin(prefix), most, parts: 'sources' };
    }),
    {
      within: sql<boolean>`substr(id, 1, 1) = ${lot} and ${sourceWithin(budget.mark)}`,
      most: Math.floor(budget.site / lots),
      parts: 'widestNetworks',
    },
  ];
  for (let full = await fullRoom(db, table, rooms); full !== undefined; full = await fullRoom(db, table, rooms)) {
    if (budget.beyond === 'refused' || !(await removeOldest(db, table, full))) return false;
  }
  const size = bytes === undefined ? sql`` : sql`, bytes = ${bytes}`;
  await sql`update ${table} set source = ${source.text}${size} where ${row}`.execute(db.q());
  return true;
}

/** Written with comparisons that both databases know to be an index's. */
function sourceWithin(prefix: string): RawBuilder<boolean> {
  return sql<boolean>`source >= ${prefix} and source < ${endOf(prefix)}`;
}

async function fullRoom(db: Db, table: RawBuilder<unknown>, rooms: readonly Room[]): Promise<Room | undefined> {
  const counts = rooms.map(
    ({ within, most }, index) =>
      sql`(select count(*) from (select 1 from ${table} where ${within} limit ${most}) as counted) as ${sql.ref(`room${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db.q());
  return rooms.find(({ most }, index) => Number(rows[0]?.[`room${index}`]) >= most);
}

/** Removes the oldest row of the part that has the most; false where others are at all that could go. */
async function removeOldest(db: Db, table: RawBuilder<unknown>, { within, parts }: Room): Promise<boolean> {
  let part = within;
  if (parts !== undefined) {
    const name = parts === 'sources' ? sql`source` : sql`substr(source, 1, ${sql.lit(widestLength)})`;
    const most = sql<{ part: string }>`
      select ${name} as part from ${table} where ${within} group by ${name} order by count(*) desc, part limit 1`;
    const [largest] = (await most.execute(db.q())).rows;
    if (largest === undefined) return false;
    part = parts === 'sources' ? sql`source = ${largest.part}` : sql`${within} and ${sourceWithin(largest.part)}`;
  }
  // One that is being removed or signed in to by others is left to them: nobody waits while holding what they wait for.
  const free = db.engine === 'postgres' ? sql`for update skip locked` : sql``;
  const oldest = sql`select id from ${table} where ${part} order by expires_at limit 1 ${free}`;
  const { numAffectedRows } = await sql`delete from ${table} where ${part} and id = (${oldest})`.execute(db.q());
  return numAffectedRows === 1n;
}
