import { day } from '#server/platform/clock.ts';

/** Period in which the name of a purged account cannot be taken, so that no one is mistaken for its former owner. */
export const nameRestMs = 90 * day;
