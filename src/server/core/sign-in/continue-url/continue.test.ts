import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountHome, resolveContinue } from './continue.ts';

const site = 'https://id.example.com';

describe('the continue URL', () => {
  it.each([
    ['/device', '/device'],
    ['/mobile-modify-info/phone?fromType=fromPhone#top', '/mobile-modify-info/phone?fromType=fromPhone#top'],
    ['https://id.example.com/avatar', '/avatar'],
    ['device', '/device'],
    ['?a=1', '/?a=1'],
    ['/a/../device', '/device'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ])('is the page of this site for %s', (redirect, path) => {
    expect(resolveContinue(site, redirect)).toBe(path);
  });

  it.each([
    '',
    undefined,
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'https://evil.example/',
    'https://id.example.com@evil.example/',
    'https://user@id.example.com/device',
    'https://id.example.com.evil.example/',
    'http://id.example.com/device',
    'https://id.example.com:8443/device',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:///evil.example',
    'https://',
    '/api/logout',
    '/login?redirect=/login',
    '/logout',
    '/register',
  ])('is the account home for %j', (redirect) => {
    expect(resolveContinue(site, redirect)).toBe(accountHome);
  });

  it('never leaves the site, for any spelling', () => {
    const sign = fc.constantFrom(
      '/',
      '\\',
      '.',
      '@',
      ':',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '?',
      '#',
      'e',
      'https:',
      'evil.example',
      '\u3002',
      '\uff0f',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 10 }), (signs) => {
        const path = resolveContinue(site, signs.join(''));
        expect(new URL(path, site).origin).toBe(site);
        expect(path).toMatch(/^\/(?!\/)/);
      }),
      { numRuns: 5000 },
    );
  });
});
