/** Queues for members of staff, each with its list. */
export const deskQueues = ['reviews', 'requests', 'appeals', 'undelivered'] as const;

export type DeskQueue = (typeof deskQueues)[number];

/** Minutes for which an item belongs to the member who took it. */
export const leaseMinutes = 15;

/** Hours of messages in the queue of undelivered ones. */
export const undeliveredHours = 72;
