import { profileItems } from '#contract/account/profile/items.ts';

/**
 * Steps of `POST /register/binddeepin`: preview, upgrade to a new account, merge into one, or release of a contact that
 * belongs to somebody else.
 */
export const upgradeSteps = ['preview', 'upgrade', 'merge', 'release'] as const;

/** Fields of both a legacy account and an account, in display order. */
export const mergeFields = ['phone', 'email', 'username', 'nickname', ...profileItems] as const;

export type MergeField = (typeof mergeFields)[number];

/** The side whose value is kept. */
export const mergeSides = ['legacy', 'target'] as const;

export type MergeSide = (typeof mergeSides)[number];

/**
 * Reasons why a value of the legacy account is left out: another account has it, nobody has proven it, the name rules
 * refuse it, or the target has a phone whose replacement needs a stronger proof.
 */
export const leftOutReasons = ['taken', 'unproven', 'refused', 'kept'] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];
