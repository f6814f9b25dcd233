import { minute } from '#server/platform/clock.ts';
import type { StrangerBudget } from '#server/platform/db/tables/stranger-rows.ts';

/** The life of an app's request before a sign-in and after it. */
export const waitingLifeMs = { nobody: 20 * minute, somebody: 60 * minute } as const;

/** The life of a device's code. */
export const deviceCodeLifeMs = 10 * minute;

/**
 * Covers requests of apps before the sign-in, and sign-outs of browsers that are not signed in. Many people share one
 * IPv4 address of an office or a carrier, and most of their requests are over in a minute.
 */
export const waitingBudget = {
  mark: 'w',
  table: 'openid_records',
  ipv4: 1000,
  ipv6: 60,
  site: 100_000,
  beyond: 'oldestGoes',
} as const satisfies StrangerBudget;

/** Undecided device codes. A displayed code must not go: a new device is told to come back. */
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

/** Waiting requests of one account; beyond that the oldest goes. */
export const waitingPerAccount = 20;
