import type { ActivityEvent } from './activity.ts';

/** Events of the audit trail that are acts of staff. `sessions.ended` and `account.frozen` are only with an operator. */
export const staffEvents = [
  'operator.looked',
  'operator.acted',
  'account.locked',
  'account.unlocked',
  'account.frozen',
  'sessions.ended',
] as const satisfies readonly ActivityEvent[];

export type StaffEvent = (typeof staffEvents)[number];
