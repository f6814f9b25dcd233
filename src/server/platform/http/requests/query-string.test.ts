// @one-database
import { expect, test } from 'vitest';
import { malformed, parseQueryString } from './query-string.ts';

test('decodes names and values', () => {
  expect({ ...parseQueryString('t=1&redirect=%2Fa%3Fb%3D1&q=a+b&flag&language=zh_CN') }).toEqual({
    t: '1',
    redirect: '/a?b=1',
    q: 'a b',
    flag: '',
    language: 'zh_CN',
  });
  expect({ ...parseQueryString('') }).toEqual({});
});

test('makes a list of a repeated name, which no scalar schema accepts', () => {
  expect(parseQueryString('a=1&a=2&a=3')['a']).toEqual(['1', '2', '3']);
});

test.each(['a=%', 'a=%zz', 'a=%ff', 'a=%00', '%00=a', '__proto__=1', 'a=%ed%a0%80'])('marks %o as malformed', (text) => {
  expect(parseQueryString(text)[malformed]).toBe(true);
});

test('reaches no prototype', () => {
  expect(Object.getPrototypeOf(parseQueryString('constructor=1'))).toBeNull();
});
