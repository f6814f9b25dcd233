import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { persist } from './persist.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = new TypeError('Failed to fetch dynamically imported module');

test('a part is loaded again until it comes, at once when the network is back', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
  const part = persist(load);
  await vi.advanceTimersByTimeAsync(3000);
  expect(load).toHaveBeenCalledTimes(3);
  load.mockResolvedValue('here');
  dispatchEvent(new Event('online'));
  await expect(part).resolves.toBe('here');
  expect(load).toHaveBeenCalledTimes(4);
});

test('and after half a minute fails as it did', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
  const ended = persist(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await ended).toBe(lost);
  expect(load).toHaveBeenCalledTimes(6);
});
