// @one-database
import { expect, test } from 'vitest';
import { cookieNames, readCookie, writeCookie } from './cookies.ts';

test.each([
  [undefined, { kind: 'none' }],
  ['', { kind: 'none' }],
  ['sid=abc', { kind: 'one', value: 'abc' }],
  ['lang=zh_CN; sid=abc; x=1', { kind: 'one', value: 'abc' }],
  ['lang=zh_CN;sid=abc', { kind: 'one', value: 'abc' }],
  ['xsid=abc; mysid=1; csid=2', { kind: 'none' }],
  ['x=sid=abc', { kind: 'none' }],
  ['x="; sid=abc"', { kind: 'one', value: 'abc"' }],
  ['sid=abc; sid=def', { kind: 'several' }],
  ['sid=abc; sid=abc', { kind: 'several' }],
  ['sid=', { kind: 'one', value: '' }],
  ['SID=abc', { kind: 'none' }],
])('reads %o as %o', (header, value) => {
  expect(readCookie(header, 'sid')).toEqual(value);
});

test('finds a cookie among hundreds of others', () => {
  const junk = Array.from({ length: 180 }, (_, index) => `junk${index}=${'x'.repeat(20)}`).join('; ');
  expect(readCookie(`${junk}; lang=zh_CN; ${junk}`, 'lang')).toEqual({ kind: 'one', value: 'zh_CN' });
});

test('prefixes cookies that no sibling host may plant, where the browser honors the prefix', () => {
  expect(cookieNames({ secure: true, domain: undefined })).toEqual({
    session: '__Host-sid',
    visitor: '__Host-visitor',
    browser: '__Host-browser',
    csrf: 'csrf',
    lang: 'lang',
    age: '__Host-age',
  });
  expect(cookieNames({ secure: true, domain: 'example.com' }).session).toBe('sid');
  expect(cookieNames({ secure: false, domain: undefined }).session).toBe('sid');
});

test('writes the given attributes', () => {
  expect(writeCookie('__Host-sid', 'abc', { maxAge: 60, httpOnly: true, secure: true })).toBe(
    '__Host-sid=abc; Path=/; Max-Age=60; SameSite=Lax; HttpOnly; Secure',
  );
  expect(writeCookie('lang', 'zh_CN', { maxAge: 1, httpOnly: false, secure: false, domain: 'example.com' })).toBe(
    'lang=zh_CN; Domain=example.com; Path=/; Max-Age=1; SameSite=Lax',
  );
});
