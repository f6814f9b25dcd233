import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { endOf, type StrangerBudget, type StrangerSource, widestLength } from './stranger-rows.ts';

/** A row that a visitor without a session has just made, in the same transaction. */
export interface StrangerRow {
  /** Only for rows of the OpenID provider. */
  readonly model?: string;
  readonly id: string;
  readonly source: StrangerSource;
  /** Only for rows of the OpenID provider. */
  readonly bytes?: number;
}

/** A set of rows with a maximum number. */
interface Room {
  readonly within: RawBuilder<boolean>;
  readonly most: number;
  /** The unit for finding the largest share; undefined if the set has one source. */
  readonly parts: 'sources' | 'widestNetworks' | undefined;
}

/**
 * The site's rows are counted in this many lots, because a single count would make all requests wait for each other.
 */
const lots = 64;

/**
 * Counts a row for its networks and for the site. At a maximum, removes the oldest row of the largest share, or returns
 * false: then the caller's transaction must not commit. Exact, because counts for one network or lot run one after the
 * other.
 */
export async function takeStrangerPlace(db: Db, budget: StrangerBudget, { model, id, source, bytes }: StrangerRow): Promise<boolean> {
  if (!db.inTransaction) throw new Error('A row of a stranger is counted in the transaction that makes it.');
  const table = sql.table(budget.table);
  const row = model === undefined ? sql`id = ${id}` : sql`model = ${model} and id = ${id}`;
  const lot = id.slice(0, 1);
  // A fixed order, so that requests do not deadlock.
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

/** Uses comparisons that both databases can answer from an index. */
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

/** Removes the oldest row of the largest part; false when no row can be removed. */
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
  // Skips a row that others are removing or signing in to: no request waits while it holds locks that others need.
  const free = db.engine === 'postgres' ? sql`for update skip locked` : sql``;
  const oldest = sql`select id from ${table} where ${part} order by expires_at limit 1 ${free}`;
  const { numAffectedRows } = await sql`delete from ${table} where ${part} and id = (${oldest})`.execute(db.q());
  return numAffectedRows === 1n;
}
