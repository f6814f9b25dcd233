import { minute } from '#server/platform/clock.ts';
import type { StrangerBudget } from '#server/platform/db/stranger-rows.ts';

/** How long a request of an app waits for its person: until somebody has signed in, and from then on. */
export const waitingLifeMs = { nobody: 20 * minute, somebody: 60 * minute } as const;

/** How long a device's code is good. */
export const deviceCodeLifeMs = 10 * minute;

/**
 * Requests of apps whose person has not signed in, and sign-outs of browsers that are not signed in. Many people are
 * behind one IPv4 address of an office or a carrier, and most of their requests are over in a minute.
 */
export const waitingBudget = {
  mark: 'w',
  table: 'openid_records',
  ipv4: 1000,
  ipv6: 60,
  site: 100_000,
  beyond: 'oldestGoes',
} as const satisfies StrangerBudget;

/** Codes of devices that nobody has decided about. One that is shown must not go: the device is told to come back. */
export const deviceBudget = {
  mark: 'v',
  table: 'openid_records',
  ipv4: 100,
  ipv6: 20,
  site: 50_000,
  beyond: 'refused',
} as const satisfies StrangerBudget;

/** Bytes of the whole row, with all its columns. */
export const mostRowBytes = { waiting: 6500, device: 2000 } as const;

/** Requests of one account that wait at the same time; then the oldest goes. */
export const waitingPerAccount = 20;
