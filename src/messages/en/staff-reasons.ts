import type { StaffReason } from '#contract/vocabulary/staff-reasons.ts';

/** Why a member of staff looked or acted, as the owner reads it. */
export const staffReasons = {
  asked: 'you asked for help',
  fraud: 'suspected fraud',
  abuse: 'abuse of the service',
  authority: 'required by law',
  right: 'your data request',
  delivery: 'messages not arriving',
  emergency: 'emergency',
} as const satisfies Readonly<Record<StaffReason, string>>;
