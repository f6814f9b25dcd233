/** Purpose of a request that waits: getting back in, or an act that takes two ways. */
export const claimKinds = ['recovery', 'act'] as const;

export type ClaimKind = (typeof claimKinds)[number];

/** An open one has one end: done, stopped, lapsed after it was due, or void because somebody got in by as many roots. */
export const claimStates = ['open', 'stopped', 'done', 'lapsed', 'void'] as const;

export type ClaimState = (typeof claimStates)[number];

/** Answer of the reader of a notice: `not-me` of an event, `stop` of a request that waits, `me` of both. */
export const noticeAnswers = ['me', 'not-me', 'stop'] as const;

export type NoticeAnswer = (typeof noticeAnswers)[number];

/**
 * Immediate effect of ‘That wasn’t me’: everything ends, by a freeze; the codes and links of a recovery end; or nothing, because
 * nobody got in.
 */
export const noticeEffects = ['everything', 'recovery', 'nothing'] as const;

export type NoticeEffect = (typeof noticeEffects)[number];

/** Ways that a recovery takes, in the order of their offer. The names are those of `/login/second`. */
export const recoveryMethods = ['passkey', 'totp', 'phone', 'email', 'recovery', 'password'] as const;

export type RecoveryMethod = (typeof recoveryMethods)[number];
