/** Exceptional access: asked for, open for half an hour once another member has confirmed it, and looked at by an auditor. */
export const exceptionStates = ['asked', 'open', 'reviewed'] as const;

export type ExceptionState = (typeof exceptionStates)[number];

/** Minutes in which another member can confirm it, and minutes for which it is open. */
export const confirmMinutes = 10;
export const exceptionMinutes = 30;

/** Working days in which an auditor looks at it. */
export const reviewDays = 3;
