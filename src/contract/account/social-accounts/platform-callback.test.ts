import { describe, expect, it } from 'vitest';
import { readPlatformCallback } from './platform-callback.ts';

describe('the callback of a social platform', () => {
  it.each([
    ['?code=c1&state=s1', '', { kind: 'answered', code: 'c1', state: 's1' }],
    ['', '#/?code=c1&state=s1', { kind: 'answered', code: 'c1', state: 's1' }],
    ['', '#code=c1&state=s1', { kind: 'answered', code: 'c1', state: 's1' }],
    ['?state=s1', '', { kind: 'cancelled' }],
    ['', '', { kind: 'cancelled' }],
    ['?usercancel=1&state=s1', '', { kind: 'cancelled' }],
    ['?state=s1&error=access_denied&error_code=21330', '', { kind: 'cancelled' }],
    ['?error=100010&error_description=redirect', '', { kind: 'failed' }],
    ['?code=100010&msg=redirect', '', { kind: 'failed' }],
    ['?error_code=21322', '', { kind: 'failed' }],
    ['?code=c1', '', { kind: 'failed' }],
  ])('is read from %s%s', (search, hash, expected) => {
    expect(readPlatformCallback({ search, hash })).toEqual(expected);
  });
});
