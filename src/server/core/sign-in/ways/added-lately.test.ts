import { expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import type { Recovery } from '#server/core/account/accounts/account.ts';
import { isBeyondSuspicion, isSuspect } from './added-lately.ts';

const theftFrom = 400 * day;
const theftMs = 30 * day;
/** The most that CLAIM_HOURS_SINGLE allows. */
const longestWait = 336 * hour;

function recoveredAt(at: number): Recovery {
  return { at, by: 'email', since: 100 * day, isReviewed: false };
}

it('doubts whatever was added in a theft of 30 days, whenever its owner comes back by the longest wait', () => {
  for (let addedAt = theftFrom; addedAt <= theftFrom + theftMs; addedAt += 6 * hour) {
    for (let waited = 0; waited <= longestWait; waited += 6 * hour) {
      const account = { recovery: recoveredAt(theftFrom + theftMs + waited) };
      expect(isSuspect(account, addedAt)).toBe(true);
      expect(isBeyondSuspicion(account, { kind: 'phone', addedAt })).toBe(false);
    }
  }
});

it('does not doubt what was there 45 days before, nor what came later', () => {
  const account = { recovery: recoveredAt(theftFrom) };
  expect(isSuspect(account, theftFrom - 45 * day)).toBe(false);
  expect(isSuspect(account, theftFrom - 45 * day + 1)).toBe(true);
  expect(isSuspect(account, theftFrom + 1)).toBe(false);
});
