import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchCalls } from './network.ts';

const onOffline = vi.fn<() => void>();
const onOnline = vi.fn<() => void>();
const onAnswer = vi.fn<(path: string, data: unknown) => void>();
const network = vi.fn<typeof fetch>();
let before: typeof fetch;

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [onOffline, onOnline, onAnswer, network]) mock.mockReset();
  before = window.fetch;
  window.fetch = network;
  watchCalls({ onOffline, onOnline, onAnswer });
});

afterEach(() => {
  window.fetch = before;
  vi.useRealTimers();
});

const ok = (data: unknown) => new Response(JSON.stringify({ code: 200, msg: '', data }));

test('repeats a call that changes nothing after 1, 2, 4, 8 and 15 seconds, then gives up', async () => {
  network.mockRejectedValue(new TypeError('network'));
  const answer = window.fetch('/api/config.json').then(
    () => 'answered',
    () => 'failed',
  );
  const seen: number[] = [];
  for (let second = 0; second <= 30; second += 1) {
    await vi.advanceTimersByTimeAsync(second === 0 ? 0 : 1000);
    if (network.mock.calls.length > seen.length) seen.push(second);
  }
  expect(seen).toEqual([0, 1, 3, 7, 15, 30]);
  expect(await answer).toBe('failed');
  expect(onOffline).toHaveBeenCalled();
});

test('repeats at once when the network is back, and says so', async () => {
  network.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(ok({}));
  const answer = window.fetch('/api/qr/state', { method: 'POST' });
  await vi.advanceTimersByTimeAsync(10);
  window.dispatchEvent(new Event('online'));
  expect((await answer).status).toBe(200);
  expect(onOnline).toHaveBeenCalledTimes(1);
});

test('never repeats a call that changes something: the form keeps what was typed', async () => {
  network.mockRejectedValue(new TypeError('network'));
  await expect(window.fetch('/api/login/password', { method: 'POST', body: '{}' })).rejects.toThrow('network');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network).toHaveBeenCalledTimes(1);
  expect(onOffline).toHaveBeenCalledTimes(1);
});

test('stops with the page that asked', async () => {
  network.mockRejectedValue(new TypeError('network'));
  const gone = new AbortController();
  const answer = window.fetch('/api/account/metainfo', { signal: gone.signal }).catch(() => 'failed');
  await vi.advanceTimersByTimeAsync(10);
  gone.abort();
  expect(await answer).toBe('failed');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network).toHaveBeenCalledTimes(1);
});

test('tells of answers to calls that change something, and leaves them readable', async () => {
  network.mockImplementation(async () => ok({ account: {} }));
  const response = await window.fetch('/api/login/password', { method: 'POST' });
  expect(await response.json()).toMatchObject({ code: 200 });
  await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledWith('/login/password', { account: {} }));
  await window.fetch('/api/account/metainfo');
  expect(onAnswer).toHaveBeenCalledTimes(1);
});
