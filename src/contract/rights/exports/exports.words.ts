/** The life of a copy of a person's data. */
export const exportStates = ['queued', 'building', 'ready', 'failed', 'canceled', 'expired'] as const;

export type ExportState = (typeof exportStates)[number];

/** Days for which a copy waits for its owner. */
export const exportDays = 21;

/** Minutes for which the address of a download is good, and how often it may be opened: downloads are interrupted. */
export const downloadMinutes = 15;
export const downloadOpenings = 3;
