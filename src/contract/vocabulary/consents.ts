/** What the ledger of an account notes of an agreement. */
export const consentActs = ['shown', 'accepted', 'later'] as const;

export type ConsentAct = (typeof consentActs)[number];

/** Where it happened: at a sign-up, at an upgrade of a legacy account, or on the page for changed terms. */
export const consentChannels = ['register', 'social', 'upgrade', 'gate'] as const;

export type ConsentChannel = (typeof consentChannels)[number];

/** How a sentence about a new version begins. */
export const changeKinds = ['new', 'changed', 'removed'] as const;

export type ChangeKind = (typeof changeKinds)[number];

/**
 * What an account owes to changed agreements: nothing, or nothing now; an answer, which it may put off; or an answer
 * without which it is held.
 */
export const termsStates = ['none', 'ask', 'held'] as const;

export type TermsState = (typeof termsStates)[number];
