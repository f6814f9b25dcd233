import type { StaffRole } from '#contract/operations/desk/roles.ts';
import type { DeskAlarm } from '#contract/vocabulary/desk-alarms.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import type { RateLimiter, Take } from '#server/platform/limits/rate-limit/rate-limiter.ts';

/** Counts of a member, over all of their sessions and all instances. */
export type Counted = 'opened' | 'unmasked' | 'misses' | 'acts' | 'asked' | 'told';

interface Limit {
  readonly limit: number;
  readonly lead: number;
  readonly windowMs: number;
}

const limits: Readonly<Record<Counted, readonly Limit[]>> = {
  opened: [
    { limit: 40, lead: 60, windowMs: hour },
    { limit: 200, lead: 300, windowMs: day },
  ],
  unmasked: [{ limit: 10, lead: 20, windowMs: hour }],
  /** After so many nothing is searched for a while. */
  misses: [{ limit: 10, lead: 10, windowMs: 15 * minute }],
  acts: [
    { limit: 20, lead: 30, windowMs: hour },
    { limit: 60, lead: 100, windowMs: day },
  ],
  asked: [{ limit: 20, lead: 20, windowMs: hour }],
  /** Messages that are sent again, ways back and notes. */
  told: [{ limit: 60, lead: 60, windowMs: hour }],
};

/** Fields of one person that a member may see in a day. */
const fieldsOfOne = { limit: 3, lead: 5, windowMs: day } as const;

/** Locks, freezes and ends of all members together. */
const actsOfAll = { limit: 200, windowMs: hour } as const;

interface Counting {
  readonly member: string;
  readonly role: StaffRole;
}

/** The places that a member takes for one thing. `accountId` is that of a person whose fields are counted apart. */
export function deskTakes(what: Counted, { member, role }: Counting, accountId?: string): readonly Take[] {
  const of = ({ limit, lead, windowMs }: Limit, key: string): Take => ({ key, limit: role === 'lead' ? lead : limit, windowMs });
  return [
    ...limits[what].map((limit, index) => of(limit, `desk ${what} ${index}:${member}`)),
    ...(what === 'unmasked' && accountId !== undefined ? [of(fieldsOfOne, `desk fields:${member}:${accountId}`)] : []),
    ...(what === 'acts' ? [{ key: 'desk acts of all', ...actsOfAll }] : []),
  ];
}

/** How much of the first limit a member has used, for the page. */
export async function usedOf(limiter: Pick<RateLimiter, 'used'>, what: Counted, { member, role }: Counting) {
  const [first] = limits[what];
  if (first === undefined) throw new Error(`${what} has no limit.`);
  const used = await limiter.used(`desk ${what} 0:${member}`, first.windowMs);
  return { used: Math.ceil(used), limit: role === 'lead' ? first.lead : first.limit };
}

/** The alarm of a limit that was reached. */
export const alarmOf: Readonly<Record<Counted, DeskAlarm>> = {
  opened: 'opened',
  unmasked: 'unmasked',
  misses: 'misses',
  acts: 'acts',
  asked: 'asked',
  told: 'acts',
};
