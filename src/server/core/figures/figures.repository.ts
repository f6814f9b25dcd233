import { sql } from 'kysely';
import type { FigureName } from '#contract/vocabulary/figures.ts';
import type { Db } from '#server/core/database.ts';
import { day } from '#server/platform/clock.ts';

export interface Figure {
  /** Beginning of the hour or of the UTC day, in milliseconds. */
  readonly at: number;
  readonly name: FigureName;
  readonly count: number;
}

/** Adds counts to those of all instances. Every instance names the rows in one order, so that none waits for another in a circle. */
export async function addFigures(db: Db, counts: readonly Figure[]): Promise<void> {
  if (counts.length === 0) return;
  const inOrder = counts.toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
  await db
    .q()
    .insertInto('figures')
    .values(inOrder.map(({ at, name, count }) => ({ hour: at, name, count })))
    .onConflict((conflict) =>
      conflict.columns(['hour', 'name']).doUpdateSet((eb) => ({ count: eb('figures.count', '+', eb.ref('excluded.count')) })),
    )
    .execute();
}

/** Adds up the hours before this moment to days. Of racing instances, one removes an hour's row, and that one adds it. */
export async function foldFigures(db: Db, before: number): Promise<void> {
  await db.tx(async () => {
    const hours = await db
      .q()
      .deleteFrom('figures')
      .where('hour', '<', before)
      .where(sql<number>`hour % ${sql.lit(day)}`, '<>', 0)
      .returningAll()
      .execute();
    const days = new Map<string, Figure>();
    for (const { hour, name, count } of hours) {
      const at = hour - (hour % day);
      const key = `${at} ${name}`;
      days.set(key, { at, name, count: count + (days.get(key)?.count ?? 0) });
    }
    await addFigures(db, [...days.values()]);
  });
}

export const figuresQuery = (db: Db, { from, to }: { readonly from: number; readonly to: number }) =>
  db.q().selectFrom('figures').selectAll().where('hour', '>=', from).where('hour', '<', to).orderBy('hour').orderBy('name');

/** Counts from `from` on and before `to`, of each hour or of each day. */
export async function readFigures(
  db: Db,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: 'hour' | 'day' },
): Promise<readonly Figure[]> {
  const rows = await figuresQuery(db, { from, to }).execute();
  if (by === 'hour') return rows.map(({ hour, name, count }) => ({ at: hour, name, count }));
  const days = new Map<string, Figure>();
  for (const { hour, name, count } of rows) {
    const at = hour - (hour % day);
    const key = `${at} ${name}`;
    days.set(key, { at, name, count: count + (days.get(key)?.count ?? 0) });
  }
  return [...days.values()];
}
