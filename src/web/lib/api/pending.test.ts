import { expect, it } from 'vitest';
import { currentStatus, requestStatus, subscribeStatus, track } from './pending.ts';

it('is pending while anything runs, then has the result of the last work', async () => {
  const seen: number[] = [];
  const stop = subscribeStatus(() => seen.push(currentStatus()));
  const [one, two] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const first = track(one.promise);
  const second = track(two.promise);
  one.resolve(1);
  await first;
  expect(currentStatus()).toBe(requestStatus.pending);
  two.reject(new Error('no'));
  await expect(second).rejects.toThrow('no');
  expect(currentStatus()).toBe(requestStatus.rejected);
  stop();
  expect(seen.at(0)).toBe(requestStatus.pending);
});
