/** A freeze and what led to it: over it is the account that is closed. */
export const incidentStates = ['frozen', 'closed'] as const;

export type IncidentState = (typeof incidentStates)[number];

/** Belief of its owner about the cause. It sorts the list of the way back, and decides nothing. */
export const freezeReasons = ['unknown', 'password', 'phone', 'computer', 'number'] as const;

export type FreezeReason = (typeof freezeReasons)[number];

/** The origin of a freeze: a link or a code by phone or email, another way that was shown, a session, an operator. */
export type FreezeSource = 'phone' | 'email' | 'password' | 'passkey' | 'totp' | 'recovery' | 'social' | 'session' | 'operator';
