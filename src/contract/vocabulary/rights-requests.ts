/** Kinds of requests about one's data, beyond the switches and buttons of the pages. */
export const askedKinds = ['correct', 'object', 'explain', 'restrict', 'transfer', 'other'] as const;

/** Also what staff enters: an appeal against an act of staff. */
export const requestKinds = [...askedKinds, 'appeal'] as const;

export type RequestKind = (typeof requestKinds)[number];

/** `waiting`: the desk has asked the person something. The time runs on. */
export const requestStates = ['received', 'waiting', 'answered', 'withdrawn'] as const;

export type RequestState = (typeof requestStates)[number];

export const requestOutcomes = ['done', 'part', 'refused'] as const;

export type RequestOutcome = (typeof requestOutcomes)[number];

/** How a request came to the desk. */
export const requestChannels = ['page', 'mail', 'post', 'phone'] as const;

export type RequestChannel = (typeof requestChannels)[number];

/** The two sides of a thread. */
export const requestAuthors = ['person', 'desk'] as const;

export type RequestAuthor = (typeof requestAuthors)[number];

/** Longest name of the rule that an answer rests on, in characters. */
export const ruleOfLawMax = 200;
