/** Why leads and auditors are told of a member. */
export const deskAlarms = [
  'opened',
  'unmasked',
  'misses',
  'acts',
  'asked',
  'own',
  'member',
  'crowd',
  'audit',
  'exception',
  'bait',
] as const;

export type DeskAlarm = (typeof deskAlarms)[number];
