/** Recommendations of one checkup at most. */
export const adviceAtOnce = 3;

/** Recovery codes below this number are few. */
export const fewRecoveryCodes = 3;

/** Days without use after which an app or a device is one that nobody uses. */
export const idleDays = { app: 180, device: 90 } as const;

/**
 * Weak points of an account, most important first, with the days for which "Not now" hides each.
 * - `answer`: a risky sign-in of the last three days, in another browser, waits for an answer.
 * - `review`: a way in was added shortly before the account was recovered.
 * - `oneWay`: one loss takes every way to prove who is there.
 * - `weakPassword`: the password would be refused as a new one, seen when it was last typed.
 * - `noSecond`: neither a passkey nor an authenticator app.
 * - `fewCodes`: two-step verification is on, and few recovery codes are left.
 * - `idleApp`, `idleDevice`: access that nobody uses.
 * - `quiet`: notices go to one address only.
 */
export const adviceRows = {
  answer: { restDays: 14 },
  review: { restDays: 14 },
  oneWay: { restDays: 14 },
  weakPassword: { restDays: 90 },
  noSecond: { restDays: 90 },
  fewCodes: { restDays: 90 },
  idleApp: { restDays: 90 },
  idleDevice: { restDays: 90 },
  quiet: { restDays: 90 },
} as const satisfies Readonly<Record<string, { readonly restDays: number }>>;

export type Advice = keyof typeof adviceRows;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const advices = Object.keys(adviceRows) as readonly Advice[] as readonly [Advice, ...Advice[]];

/** What mends a weak point; each has its own page or dialog. */
export const adviceActions = [
  'lookAtSignIns',
  'lookAtWays',
  'addPhone',
  'addEmail',
  'setPassword',
  'changePassword',
  'addPasskey',
  'makeCodes',
  'cancelApp',
  'removeDevice',
] as const;

export type AdviceAction = (typeof adviceActions)[number];
