import type { PutBackAct } from '#contract/acts/acts.ts';

/** A freeze and what led to it: over it is the account that is closed. */
export const incidentStates = ['frozen', 'closed'] as const;

export type IncidentState = (typeof incidentStates)[number];

/** Belief of its owner about the cause. It sorts the list of the way back, and decides nothing. */
export const freezeReasons = ['unknown', 'password', 'phone', 'computer', 'number'] as const;

export type FreezeReason = (typeof freezeReasons)[number];

/** Values that a freeze puts back. The review of the way back has a row for each. */
export const putBackBy = {
  changeUsername: 'username',
  changeNickname: 'nickname',
  changeRegion: 'region',
  changeNotices: 'notices',
  answerAge: 'age',
} as const satisfies Readonly<Record<PutBackAct, string>>;

export type PutBack = (typeof putBackBy)[PutBackAct];

export const putBacks = Object.values(putBackBy) as readonly PutBack[];

/** The origin of a freeze: a link or a code by phone or email, another way that was shown, a session, an operator. */
export type FreezeSource = 'phone' | 'email' | 'password' | 'passkey' | 'totp' | 'recovery' | 'social' | 'session' | 'operator';
