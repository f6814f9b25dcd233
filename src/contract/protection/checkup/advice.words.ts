/** Suggestions of one checkup at most. */
export const suggestionsAtOnce = 3;

/** Recovery codes below this number are few. */
export const fewRecoveryCodes = 3;

/** Days without use after which an app or a device is one that nobody uses. */
export const idleDays = { app: 180, device: 90 } as const;

/**
 * Points of an account, the most urgent first. A question needs an answer of its owner and stays until it has one. "Not
 * now" hides a suggestion for its days.
 * - `claim`: somebody asked to get in, or to remove a way, and waits.
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
  claim: { kind: 'question' },
  answer: { kind: 'question' },
  review: { kind: 'question' },
  oneWay: { kind: 'suggestion', restDays: 14 },
  weakPassword: { kind: 'suggestion', restDays: 14 },
  noSecond: { kind: 'suggestion', restDays: 90 },
  fewCodes: { kind: 'suggestion', restDays: 14 },
  idleApp: { kind: 'suggestion', restDays: 90 },
  idleDevice: { kind: 'suggestion', restDays: 90 },
  quiet: { kind: 'suggestion', restDays: 90 },
} as const satisfies Readonly<Record<string, { readonly kind: 'question' } | { readonly kind: 'suggestion'; readonly restDays: number }>>;

export type Advice = keyof typeof adviceRows;

/** The points that "Not now" hides. */
export type Suggestion = { [Name in Advice]: (typeof adviceRows)[Name]['kind'] extends 'suggestion' ? Name : never }[Advice];

/** Whether a point needs an answer of the owner. */
export function isQuestion(advice: Advice): boolean {
  return adviceRows[advice].kind === 'question';
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const advices = Object.keys(adviceRows) as readonly Advice[] as readonly [Advice, ...Advice[]];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the rows of this kind
export const suggestions = advices.filter((advice) => !isQuestion(advice)) as unknown as readonly [Suggestion, ...Suggestion[]];

/** The act that settles a point; each has its own page or dialog. */
export const adviceActions = [
  'stopClaim',
  'sayMe',
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
