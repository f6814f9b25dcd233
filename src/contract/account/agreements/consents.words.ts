/** Permissions of an account beyond the agreements. Nothing is allowed before it says so. */
export const choicePurposes = ['mail', 'diagnostics'] as const;

export type ChoicePurpose = (typeof choicePurposes)[number];

/** Version of the texts of the choices (`ch.…` in `src/messages`). A changed meaning needs a new one. */
export const choiceVersion = '2026-11-23';

/** Acts that the ledger of an account notes of an agreement, and of a choice. */
export const consentActs = ['shown', 'accepted', 'later', 'given', 'withdrawn'] as const;

export type ConsentAct = (typeof consentActs)[number];

/**
 * Where it happened: at a sign-up, at an upgrade of a legacy account, on the page for changed terms, among the choices, by
 * a guardian, or on the sheet of a separate consent.
 */
export const consentChannels = ['register', 'social', 'upgrade', 'gate', 'settings', 'guardian', 'sheet'] as const;

export type ConsentChannel = (typeof consentChannels)[number];

/** How a sentence about a new version begins. */
export const changeKinds = ['new', 'changed', 'removed'] as const;

export type ChangeKind = (typeof changeKinds)[number];

/**
 * Debt of an account to changed agreements: nothing, or nothing now; an answer, which it may put off; or an answer without which
 * it is held.
 */
export const termsStates = ['none', 'ask', 'held'] as const;

export type TermsState = (typeof termsStates)[number];
