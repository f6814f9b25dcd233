/** Purpose of a scanned code: `register` leads a phone without an account to sign-up first. */
export const qrPurposes = ['signIn', 'register'] as const;

export type QrPurpose = (typeof qrPurposes)[number];

/**
 * How far a code has come, for the page that shows it: `waiting` for a phone, `opened` by one, `shown` its number,
 * `approved`, `denied` by the owner, `wrong` number chosen, `over` by time or use.
 */
export const qrStates = ['waiting', 'opened', 'shown', 'approved', 'denied', 'wrong', 'over'] as const;

export type QrState = (typeof qrStates)[number];

/**
 * Times in milliseconds, and counts. Beside the constants that every page loads: these are needed only by a page that
 * shows a code.
 */
export const qrLimits = {
  /** How long a phone may open a code. The page shows another one somewhat earlier. */
  lifeMs: 60_000,
  renewalMs: 50_000,
  /** How long a page shows codes before it asks whether anybody is there. */
  shownMs: 600_000,
  /** Between opening and the question for the number: time to sign in on the phone, or to sign up there. */
  signInMs: 600_000,
  signUpMs: 1_800_000,
  /** To choose the number, and then for the computer to take the sign-in. */
  choiceMs: 180_000,
  claimMs: 30_000,
  /** Codes that one phone may have open at a time. */
  openPerPhone: 3,
  /** Wrong numbers in an hour after which an account approves nothing for an hour. */
  mismatches: 3,
  /** How long a session that was itself made by a code approves none. */
  restMs: 86_400_000,
} as const;
