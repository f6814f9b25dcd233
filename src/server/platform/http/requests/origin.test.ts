// @one-database
import { expect, test } from 'vitest';
import { isSameOrigin, ownOrigins } from './origin.ts';

const own = ownOrigins('https://account.example.com');

test.each([
  [{ origin: 'https://account.example.com' }, true],
  [{ origin: 'https://account.example.com', 'sec-fetch-site': 'same-origin' }, true],
  [{ referer: 'https://account.example.com/login?x=1' }, true],
  [{ origin: 'https://account.example.com', 'sec-fetch-site': 'same-site' }, false],
  [{ origin: 'https://account.example.com', 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'https://account.example.com', 'sec-fetch-site': 'none' }, false],
  [{ origin: 'http://account.example.com' }, false],
  [{ origin: 'https://account.example.com:444' }, false],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'https://account.example.com.evil.example' }, false],
  [{ origin: 'https://login.example.com' }, false],
  [{ origin: 'null' }, false],
  [{ origin: '' }, false],
  [{ origin: 'null', referer: 'https://account.example.com/' }, false],
  [{ referer: 'https://evil.example/https://account.example.com/' }, false],
  [{ referer: 'https://account.example.com@evil.example/' }, false],
  [{ referer: 'nonsense' }, false],
  [{}, false],
])('%o is our own page: %s', (headers, expected) => {
  expect(isSameOrigin(headers, own)).toBe(expected);
});

test('treats the spellings of loopback as one in development, on the same port', () => {
  const local = ownOrigins('http://127.0.0.1:3000');
  expect(isSameOrigin({ origin: 'http://localhost:3000' }, local)).toBe(true);
  expect(isSameOrigin({ origin: 'http://[::1]:3000' }, local)).toBe(true);
  expect(isSameOrigin({ origin: 'http://localhost:3001' }, local)).toBe(false);
});
