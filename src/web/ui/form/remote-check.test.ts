import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remoteCheck } from './remote-check.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('asks 500 ms after the last value, once', async () => {
  const asked: string[] = [];
  const check = remoteCheck('exists', (value) => Promise.resolve(asked.push(value) > 0));
  const first = check.ask('li');
  await vi.advanceTimersByTimeAsync(499);
  const second = check.ask('lin');
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual(['lin']);
  expect(await first).toBe(false);
  expect(await second).toBe(true);
});

test('remembers the answer for a value', async () => {
  const asked: string[] = [];
  const check = remoteCheck('exists', (value) => {
    asked.push(value);
    return Promise.resolve(value === 'taken');
  });
  void check.ask('taken');
  await vi.advanceTimersByTimeAsync(500);
  void check.ask('free');
  await vi.advanceTimersByTimeAsync(500);
  expect([check.known('taken'), check.known('free'), check.known('other')]).toEqual([true, false, undefined]);
  expect(await check.ask('taken')).toBe(true);
  expect(asked).toEqual(['taken', 'free']);
});

test('counts a failed call as valid and asks again', async () => {
  let calls = 0;
  const check = remoteCheck('exists', () => {
    calls += 1;
    return Promise.reject(new Error('offline'));
  });
  const answer = check.ask('lin');
  await vi.advanceTimersByTimeAsync(500);
  expect(await answer).toBe(false);
  expect(check.known('lin')).toBeUndefined();
  void check.ask('lin');
  await vi.advanceTimersByTimeAsync(500);
  expect(calls).toBe(2);
});

test('aborts a call that a later value overtakes', async () => {
  const signals: AbortSignal[] = [];
  const check = remoteCheck('exists', (_value, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  const overtaken = check.ask('li');
  await vi.advanceTimersByTimeAsync(500);
  void check.ask('lin');
  expect(signals[0]?.aborted).toBe(true);
  expect(await overtaken).toBe(false);
});

test('gives all callers with the same value the same answer', () => {
  const check = remoteCheck('exists', () => Promise.resolve(true));
  expect(check.ask('lin')).toBe(check.ask('lin'));
});
