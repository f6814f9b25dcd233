/** `approved` waits for its moment; what was published or withdrawn stays as it was. */
export const draftStates = ['draft', 'approved', 'published', 'withdrawn'] as const;

export type DraftState = (typeof draftStates)[number];

/** Faults that keep a text from being published. */
export const textFaults = ['version', 'repeated', 'title', 'sections', 'changes', 'long', 'placeholder'] as const;

export type TextFault = (typeof textFaults)[number];

/** Faults of the dates of a draft: too soon for those who are asked, or before the publication, among others. */
export const dateFaults = ['day', 'unasked', 'notice', 'past', 'backward'] as const;

export type DateFault = (typeof dateFaults)[number];

/** Hours between an approval and the publication, in which it can be withdrawn. */
export const draftLeadHours = 24;

/** Most sentences about what has changed, and the length of each. */
export const changeLimits = { sentences: 7, length: 300 } as const;

/** Longest text of one agreement, in bytes. */
export const maxTextBytes = 256 * 1024;
