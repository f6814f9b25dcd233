/** Why staff looks at an account or acts on it. Its owner reads the reason and the number of the case. */
export const staffReasons = ['asked', 'fraud', 'abuse', 'authority', 'right', 'delivery', 'emergency'] as const;

export type StaffReason = (typeof staffReasons)[number];
