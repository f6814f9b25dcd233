import { sql } from 'kysely';
import type { Db } from '#server/core/database.ts';

/** What a member has done since a moment. */
export interface StaffActivity {
  readonly member: string;
  readonly looks: number;
  readonly acts: number;
  readonly usedAt: number;
}

/** @internal */
export function staffActivityQuery(db: Db, since: number) {
  return db
    .q()
    .selectFrom('staff_acts')
    .select(['member'])
    .select((eb) => [
      eb.fn.sum<number | string>(sql`case when event = 'operator.looked' then 1 else 0 end`).as('looks'),
      eb.fn.countAll<number | string>().as('all'),
      eb.fn.max('at').as('usedAt'),
    ])
    .where('at', '>=', since)
    .groupBy('member');
}

export async function readStaffActivity(db: Db, since: number): Promise<readonly StaffActivity[]> {
  const rows = await staffActivityQuery(db, since).execute();
  return rows.map(({ member, looks, all, usedAt }) => ({ member, looks: Number(looks), acts: Number(all) - Number(looks), usedAt }));
}
