/** Second steps of a sign-in, in the order in which they are offered. */
export const secondMethods = ['passkey', 'totp', 'phone', 'email', 'recovery'] as const;

export type SecondMethod = (typeof secondMethods)[number];

/** Methods that may finish a sign-in: after a code on an ordinary account, where the sign-in is risky, the password too. */
export const finishingMethods = [...secondMethods, 'password'] as const;

export type FinishingMethod = (typeof finishingMethods)[number];

/** Second steps that an owner may allow: codes in messages, which go to any holder of the number or the mailbox. */
export const messageMethods = ['phone', 'email'] as const satisfies readonly SecondMethod[];

export type MessageMethod = (typeof messageMethods)[number];

/**
 * Why a sign-in asks for a second step: the account is protected, was unused for long, or a phone approved a strange
 * browser in another network, or the sign-in is risky (`risk.ts`).
 */
export const secondStepReasons = ['protected', 'dormant', 'far', 'risky'] as const;

export type SecondStepReason = (typeof secondStepReasons)[number];

/** Missing parts of an account before two-step verification may be switched on. */
export const twoStepNeeds = ['secondStep', 'codes'] as const;

export type TwoStepNeed = (typeof twoStepNeeds)[number];

/**
 * How strongly a session was opened, weakest first: one step, two steps, a passkey, a passkey that never leaves its
 * device (EAP ACR Values 1.0 for the last two).
 */
export const acrValues = ['1', '2', 'phr', 'phrh'] as const;

export type Acr = (typeof acrValues)[number];
