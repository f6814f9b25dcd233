/** What a scanned code is for: `register` leads a phone without an account to sign-up first. */
export const qrPurposes = ['signIn', 'register'] as const;

export type QrPurpose = (typeof qrPurposes)[number];

/**
 * How far a code has come, for the page that shows it: `waiting` for a phone, `opened` by one, `shown` its number,
 * `approved`, `denied` by the owner, `wrong` number chosen, `over` by time or use.
 */
export const qrStates = ['waiting', 'opened', 'shown', 'approved', 'denied', 'wrong', 'over'] as const;

export type QrState = (typeof qrStates)[number];
