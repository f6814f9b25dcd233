// @one-database
import { expect, test } from 'vitest';
import { cookieNames, readCookie, writeCookie } from './cookies.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['sid=abc', 'abc'],
  ['lang=zh_CN; sid=abc; x=1', 'abc'],
  ['lang=zh_CN;sid=abc', 'abc'],
  ['xsid=abc; mysid=1; csid=2', undefined],
  ['x=sid=abc', undefined],
  ['x="; sid=abc"', 'abc"'],
  ['sid=abc; sid=def', undefined],
  ['sid=abc; sid=abc', 'abc'],
  ['sid=', ''],
  ['SID=abc', undefined],
])('reads %o as %o', (header, value) => {
  expect(readCookie(header, 'sid')).toBe(value);
});

test('finds a cookie among hundreds of others', () => {
  const junk = Array.from({ length: 180 }, (_, index) => `junk${index}=${'x'.repeat(20)}`).join('; ');
  expect(readCookie(`${junk}; lang=zh_CN; ${junk}`, 'lang')).toBe('zh_CN');
});

test('prefers the value that has the form of ours to one that another host planted', () => {
  expect(readCookie('sid=other; sid=abc', 'sid', (value) => value === 'abc')).toBe('abc');
});

test('prefixes cookies that no sibling host may plant, where the browser honors the prefix', () => {
  expect(cookieNames(true)).toEqual({
    session: '__Host-sid',
    visitor: '__Host-visitor',
    browser: '__Host-browser',
    csrf: '__Host-csrf',
    lang: 'lang',
    age: '__Host-age',
  });
  expect(cookieNames(false).session).toBe('sid');
});

test('writes the given attributes', () => {
  expect(writeCookie('__Host-sid', 'abc', { maxAge: 60, httpOnly: true, secure: true })).toBe(
    '__Host-sid=abc; Path=/; Max-Age=60; SameSite=Lax; HttpOnly; Secure',
  );
  expect(writeCookie('lang', 'zh_CN', { maxAge: 1, httpOnly: false, secure: false, domain: 'example.com' })).toBe(
    'lang=zh_CN; Domain=example.com; Path=/; Max-Age=1; SameSite=Lax',
  );
});
