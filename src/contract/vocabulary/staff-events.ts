import type { ActivityEvent } from '#contract/protection/activity/activity.words.ts';

/** Events of the audit trail that are acts of staff. Those that an owner causes too are only with an operator. */
export const staffEvents = [
  'operator.looked',
  'operator.acted',
  'account.locked',
  'account.unlocked',
  'account.frozen',
  'sessions.ended',
  'data.held',
  'data.released',
  'desk.exception',
  'desk.exception-reviewed',
  'deletion.withdrawn',
  'claim.opened',
  'message.resent',
  'recovery.invited',
  'note.added',
] as const satisfies readonly ActivityEvent[];

export type StaffEvent = (typeof staffEvents)[number];
