import { sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';

/** Counts of a member's acts since a moment. */
export interface StaffActivity {
  readonly member: string;
  readonly looks: number;
  readonly acts: number;
  readonly usedAt: number;
}

interface Asked {
  readonly members: readonly string[];
  readonly since: number;
}

/** @internal */
export function staffActivityQuery(db: Db, { members, since }: Asked) {
  return db
    .q()
    .selectFrom('staff_acts')
    .select(['member'])
    .select((eb) => [
      eb.fn.sum<number | string>(sql`case when event in ('operator.looked', 'operator.looked-quietly') then 1 else 0 end`).as('looks'),
      eb.fn.countAll<number | string>().as('all'),
      eb.fn.max('at').as('usedAt'),
    ])
    .where('member', 'in', members)
    .where('at', '>=', since)
    .groupBy('member');
}

/** Counts of these members' acts since a moment; nothing of those who did nothing. */
export async function readStaffActivity(db: Db, { members, since }: Asked): Promise<readonly StaffActivity[]> {
  if (members.length === 0) return [];
  const rows = await staffActivityQuery(db, { members, since }).execute();
  return rows.map(({ member, looks, all, usedAt }) => ({ member, looks: Number(looks), acts: Number(all) - Number(looks), usedAt }));
}
