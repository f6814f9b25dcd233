import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { fillGaps } from './fill-gaps.ts';

/** A realm without the methods: those of this test keep theirs. */
function oldRealm() {
  const realm = runInNewContext(`
    for (const [owner, names] of [[Array.prototype, ['at', 'toSorted', 'toReversed']], [String.prototype, ['at']], [Map, ['groupBy']], [Object, ['hasOwn']], [Promise, ['withResolvers']]])
      for (const name of names) delete owner[name];
    ({ Array, String, Map, Object, Promise, list: [3, 1, 2], text: 'abc' })`) as typeof globalThis & {
    readonly list: number[];
    readonly text: string;
  };
  const filled = Object.assign(realm, { URL: {} as typeof URL, AbortSignal: {} as typeof AbortSignal });
  expect(filled.list.toSorted).toBeUndefined();
  fillGaps(filled);
  return filled;
}

test('gives what is missing', async () => {
  const { list, text, Map: map, Object: object, Promise: promises, URL: url } = oldRealm();
  expect(list.toSorted((one, other) => other - one).join()).toBe('3,2,1');
  expect(list.toReversed().join()).toBe('2,1,3');
  expect(list.join()).toBe('3,1,2');
  expect([list.at(-1), list.at(0), list.at(7), text.at(-1)]).toEqual([2, 3, undefined, 'c']);
  expect([...map.groupBy([1, 2, 3], (item, index) => (item + index) % 3)]).toEqual([
    [1, [1]],
    [0, [2]],
    [2, [3]],
  ]);
  expect([...map.groupBy('aba', (letter) => letter)]).toEqual([
    ['a', ['a', 'a']],
    ['b', ['b']],
  ]);
  expect([object.hasOwn({ a: 1 }, 'a'), object.hasOwn({ a: 1 }, 'toString')]).toEqual([true, false]);
  expect([url.canParse('/a', 'https://a.example'), url.canParse('/a')]).toEqual([true, false]);
  const { promise, resolve } = promises.withResolvers<number>();
  resolve(1);
  expect(await promise).toBe(1);
});

test('ends a signal after its time, and with the first of several', () => {
  const { AbortSignal: signals } = oldRealm();
  vi.useFakeTimers();
  const late = signals.timeout(1000);
  const controller = new AbortController();
  const either = signals.any([late, controller.signal]);
  vi.advanceTimersByTime(999);
  expect([late.aborted, either.aborted]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([late.aborted, either.aborted]).toEqual([true, true]);
  controller.abort();
  expect(signals.any([controller.signal]).aborted).toBe(true);
  vi.useRealTimers();
});

test('leaves what exists', () => {
  const own = Array.prototype.toSorted;
  fillGaps(globalThis);
  expect(Array.prototype.toSorted).toBe(own);
});
