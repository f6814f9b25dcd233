import { randomInt } from 'node:crypto';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import type { Lane } from './lane.ts';
import type { Channel } from './outages.ts';

/** A message waits because its lane is full. It has not left, and only this server knows of it. */
export class LaneFull extends Error {
  constructor(lane: Lane) {
    super(`no room for messages of the lane ${lane}`);
    this.name = 'LaneFull';
  }
}

/**
 * The sending budgets of the site. Messages count when they leave, in the database, so that all instances share the
 * counts.
 */
export interface Lanes {
  /** Seconds to wait if the lane is full, otherwise undefined. Depends only on the lane. */
  waitFor(channel: Channel, lane: Lane): Promise<number | undefined>;
  /** Takes a place for a message that is about to leave; false if the lane is full. */
  take(channel: Channel, lane: Lane): Promise<boolean>;
  /** The used part of each budget, from 0 to 1, by channel, group and window. */
  fill(): Promise<Readonly<Record<string, number>>>;
}

export interface LanesOptions {
  readonly limiter: RateLimiter;
  /** The maximum number of codes by SMS in a day, over all numbers: it bounds their cost. */
  readonly smsPerDay: number;
  readonly rateFactor: number;
}

/** A budget of the site. */
interface Budget {
  /** Its name in metrics. */
  readonly name: string;
  readonly key: string;
  readonly limit: number;
  readonly window: keyof typeof windows;
  /** Places at the end of the budget that are given at random. */
  readonly blurred: number;
}

/**
 * Precision of the waiting time: the exact moment at which a place becomes free would reveal how many messages have
 * left.
 */
const windows = {
  hour: { ms: hour, pauseSeconds: (10 * minute) / second },
  day: { ms: day, pauseSeconds: hour / second },
} as const;

/** Messages of the whole site per hour: for codes a circuit breaker against malfunctions. */
const perHour = {
  codes: { sms: 2000, email: 5000 },
  notices: { sms: 1000, email: 10_000 },
} as const satisfies Record<string, Record<Channel, number>>;

const partOfStrangers = 0.6;

/**
 * Blurs the end of the strangers' budget. Otherwise a stranger who fills the lane to its last place and requests a code
 * for another person would learn from the next refusal whether that code left, that is, whether there is an account.
 */
const blurredPart = 0.1;

export function createLanes({ limiter, smsPerDay, rateFactor }: LanesOptions): Lanes {
  const budgets: Readonly<Record<Channel, Readonly<Record<Lane, readonly Budget[]>>>> = {
    sms: lanesOf('sms', [
      { name: 'sms codes hour', key: 'codes:site:sms', limit: perHour.codes.sms * rateFactor, window: 'hour', blurred: 0 },
      { name: 'sms codes day', key: 'codes:site:sms:day', limit: smsPerDay * rateFactor, window: 'day', blurred: 0 },
    ]),
    email: lanesOf('email', [
      { name: 'email codes hour', key: 'codes:site:email', limit: perHour.codes.email * rateFactor, window: 'hour', blurred: 0 },
    ]),
  };

  function lanesOf(channel: Channel, codes: readonly Budget[]): Readonly<Record<Lane, readonly Budget[]>> {
    const shares = codes.map((all) => ({
      ...all,
      name: all.name.replace('codes', 'strangers'),
      key: `${all.key}:strangers`,
      limit: Math.max(1, Math.floor(all.limit * partOfStrangers)),
    }));
    const limit = perHour.notices[channel] * rateFactor;
    return {
      // The strangers' own budget first: a stranger over it takes no place of the budget of all codes.
      stranger: [...shares, ...codes].map((budget) => ({ ...budget, blurred: Math.floor(budget.limit * blurredPart) })),
      holder: codes,
      notice: [{ name: `${channel} notices hour`, key: `notices:site:${channel}`, limit, window: 'hour', blurred: 0 }],
    };
  }

  return {
    async waitFor(channel, lane) {
      const waits = budgets[channel][lane].map(async (budget) => {
        const used = await limiter.used(budget.key, windows[budget.window].ms);
        return used + 1 > limitOf(budget) ? windows[budget.window].pauseSeconds : 0;
      });
      return Math.max(...(await Promise.all(waits))) || undefined;
    },

    async take(channel, lane) {
      const takes = budgets[channel][lane].map((budget) => ({
        key: budget.key,
        limit: limitOf(budget),
        windowMs: windows[budget.window].ms,
      }));
      return (await limiter.take(takes)).ok;
    },

    async fill() {
      const fills = Object.values(budgets)
        .flatMap(({ stranger, notice }) => [...stranger, ...notice])
        .map(async ({ name, key, limit, window }) => [name, (await limiter.used(key, windows[window].ms)) / limit] as const);
      return Object.fromEntries(await Promise.all(fills));
    },
  };
}

function limitOf({ limit, blurred }: Budget): number {
  return limit - randomInt(blurred + 1);
}
