import { profileItems } from '#contract/profile/items.ts';

/** The steps of `POST /register/binddeepin`: look, become a new account, go into one, or say that a contact is no longer its own. */
export const upgradeSteps = ['preview', 'upgrade', 'merge', 'release'] as const;

export type UpgradeStep = (typeof upgradeSteps)[number];

/** What a legacy account and an account can both have, in the order in which it is shown. */
export const mergeFields = ['phone', 'email', 'username', 'nickname', ...profileItems] as const;

export type MergeField = (typeof mergeFields)[number];

/** Whose value of a field is kept. */
export const mergeSides = ['legacy', 'target'] as const;

export type MergeSide = (typeof mergeSides)[number];

/**
 * Why a value of the legacy account stays behind: another account has it, nobody has proven it, the rules of names refuse it, or the target
 * has a phone that goes only with a proof as strong as a change of it needs.
 */
export const leftOutReasons = ['taken', 'unproven', 'refused', 'kept'] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];
