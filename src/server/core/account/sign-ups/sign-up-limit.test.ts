import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { day, hour } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { takeSignUp, takeSignUpCaptcha } from './sign-up-limit.ts';

let core: TestCore;

beforeEach(async () => {
  core = await openTestCore();
  // Starts every window now.
  core.clock.advance(day - (core.clock.now() % day));
});

afterEach(() => core.close());

/** Price of the next account from a client IP: the work, or the refusal. */
async function priceFrom(address: string): Promise<number | string> {
  try {
    return await takeSignUpCaptcha(
      { ...core, rateFactor: 1 },
      { clientIp: address, country: '' },
      { scene: 'register', validate: undefined, isUsual: false },
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { work } = (error.detail.data ?? {}) as { work?: number };
    return work ?? error.refusal;
  }
}

/** Tries to take a place for this work; otherwise returns the work that it needs now. */
async function take(address: string, work: CaptchaWork): Promise<number | string> {
  try {
    await takeSignUp({ ...core, rateFactor: 1 }, { clientIp: address }, work);
    return 'taken';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const needed = (error.detail.data ?? {}) as { work?: number };
    return needed.work ?? error.refusal;
  }
}

/** Makes this number of accounts at the current price, and returns the prices. */
async function make(count: number, address: (index: number) => string): Promise<readonly (number | string)[]> {
  const prices: (number | string)[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = address(index);
    const price = await priceFrom(from);
    prices.push(price);
    if (typeof price === 'number') expect(await take(from, price as CaptchaWork)).toBe('taken');
  }
  return prices;
}

/** Counts consecutive equal prices, in order. */
function runs(prices: readonly (number | string)[]): readonly (readonly [number | string, number])[] {
  return [...Map.groupBy(prices, (price) => price)].map(([price, all]) => [price, all.length]);
}

describe('the accounts of one client IP', () => {
  const one = () => '203.0.113.7';

  it('cost no extra work at first, then growing work within an hour, and end with the fiftieth', async () => {
    expect(runs(await make(52, one))).toEqual([
      [1, 3],
      [2, 3],
      [4, 6],
      [8, 12],
      [16, 26],
      ['signUpLimit', 2],
    ]);
    await expect(takeSignUp({ ...core, rateFactor: 1 }, { clientIp: one() }, 256)).rejects.toMatchObject({
      refusal: 'signUpLimit',
      detail: { retryAfter: expect.any(Number) },
    });
  });

  it('grow more expensive over a day, and end with the fiftieth', async () => {
    const prices: (number | string)[] = [];
    for (let at = 0; at < 24; at += 2) {
      prices.push(...(await make(5, one)));
      core.clock.advance(2 * hour);
    }
    expect(runs(prices.slice(0, 5))).toEqual([
      [1, 3],
      [2, 2],
    ]);
    expect(prices.slice(5, 10)).toEqual([2, 2, 2, 2, 2]);
    expect(runs(prices.slice(10))).toEqual([
      [4, 10],
      [8, 10],
      [16, 20],
      ['signUpLimit', 10],
    ]);
  });

  it('are free again after the days have passed', async () => {
    await make(50, one);
    core.clock.advance(2 * day);
    expect(await priceFrom(one())).toBe(1);
  });

  it.each([1, 2, 4] as const)('are as many as %i times the work pays for, of sixteen concurrent ones', async (work) => {
    const places = { 1: 3, 2: 6, 4: 12 }[work];
    const results = await Promise.all(Array.from({ length: 16 }, () => take(one(), work)));
    expect(results.filter((result) => result === 'taken')).toHaveLength(places);
    expect(new Set(results)).toEqual(new Set(['taken', work * 2]));
    expect(await priceFrom(one())).toBe(work * 2);
  });
});

describe('the accounts of larger networks', () => {
  it.each([
    ['many IPv4 addresses of one /24', 8, (index: number) => `203.0.113.${index + 1}`, ['203.0.113.255'], ['203.0.112.1']],
    ['many addresses of one /64', 1, (index: number) => `2001:db8:1:100::${index + 1}`, ['2001:db8:1:100:9::'], ['2001:db8:1:1ff::1']],
    ['many /64 of one /56', 2, (index: number) => `2001:db8:1:1${hex(index)}::1`, ['2001:db8:1:1ff::1'], ['2001:db8:1:2ff::1']],
    ['many /56 of one /48', 4, (index: number) => `2001:db8:1:${hex(index)}00::1`, ['2001:db8:1:ff00::1'], ['2001:db8:2:1::1']],
  ] as const)('%s allow %i times as many as one client IP', async (_title, share, address, inside, outside) => {
    expect(runs(await make(3 * share + 1, address))).toEqual([
      [1, 3 * share],
      [2, 1],
    ]);
    expect(await Promise.all(inside.map(priceFrom))).toEqual([2]);
    expect(await Promise.all(outside.map(priceFrom))).toEqual([1]);
  });

  it('are unaffected by a client IP beyond its own limit', async () => {
    await make(50, () => '203.0.113.7');
    for (let tries = 0; tries < 60; tries += 1) expect(await take('203.0.113.7', 16)).toBe('signUpLimit');
    // Of the 400 in the /24, exactly fifty are used.
    const results = await make(350, (index) => `203.0.113.${(index % 7) + 10}`);
    expect(results).not.toContain('signUpLimit');
    expect(await priceFrom('203.0.113.99')).toBe('signUpLimit');
  });
});

function hex(index: number): string {
  return (index + 16).toString(16);
}
