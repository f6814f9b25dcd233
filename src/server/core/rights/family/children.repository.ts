import type { Db } from '#server/core/database/db.ts';

/** Children whose date (the end of a wait, or of childhood) is before `before`, the earliest first, with fewer than `below` notices. */
export async function childrenDue(
  db: Db,
  {
    column,
    before,
    below,
    limit,
  }: {
    readonly column: 'guardian_due_at' | 'child_until';
    readonly before: number;
    readonly below?: number | undefined;
    readonly limit: number;
  },
): Promise<readonly string[]> {
  const rows = await db
    .q()
    .selectFrom('accounts')
    .select('id')
    .where(column, 'is not', null)
    .where(column, '<=', before)
    .where('state', 'in', column === 'child_until' ? ['active', 'locked', 'deleting'] : ['active'])
    .$if(below !== undefined, (query) => query.where('guardian_told', '<', below ?? 0))
    .orderBy(column)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
