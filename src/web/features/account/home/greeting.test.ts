import { expect, it } from 'vitest';
import { greetingKey, groupedId } from './greeting.ts';

it.each([
  [0, 'home.hi.e'],
  [4, 'home.hi.e'],
  [5, 'home.hi.m'],
  [11, 'home.hi.m'],
  [12, 'home.hi.a'],
  [17, 'home.hi.a'],
  [18, 'home.hi.e'],
  [23, 'home.hi.e'],
])('greets at %i with %s', (hour, key) => {
  expect(greetingKey(hour)).toBe(key);
});

it('groups the digits of an ID by four', () => {
  expect(groupedId('100024867713')).toBe('1000 2486 7713');
});
