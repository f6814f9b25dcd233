import { expect, test } from 'vitest';
import { secondsLeft } from './countdown.ts';

test('rounds up to whole seconds, so that the last one is a full second', () => {
  expect(secondsLeft(60_000, 0)).toBe(60);
  expect(secondsLeft(60_000, 1)).toBe(60);
  expect(secondsLeft(60_000, 1000)).toBe(59);
  expect(secondsLeft(60_000, 59_999)).toBe(1);
});

test('is zero at the deadline and later', () => {
  expect(secondsLeft(60_000, 60_000)).toBe(0);
  expect(secondsLeft(60_000, 90_000)).toBe(0);
  expect(secondsLeft(0, 5)).toBe(0);
});
