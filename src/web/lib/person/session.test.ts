import { describe, expect, it } from 'vitest';
import { arrivedByExpiry, loginPath } from './session.ts';

describe('the way to sign-in', () => {
  it('carries the requested path and query', () => {
    expect(loginPath({ from: '/device?tab=1&x=y' })).toBe('/login?redirect=%2Fdevice%3Ftab%3D1%26x%3Dy');
  });

  it('reports the end of the session', () => {
    expect(loginPath({ from: '/device', expired: true })).toBe('/login?redirect=%2Fdevice&expired=1');
  });

  it.each(['/login?redirect=%2F', '/logout', '/register/support'])('never returns to %s', (from) => {
    expect(loginPath({ from })).toBe('/login');
  });

  it('returns to a page whose name only starts like one of those', () => {
    expect(loginPath({ from: '/logout-help' })).toBe('/login?redirect=%2Flogout-help');
  });
});

describe('the way back', () => {
  it('recognizes arrivals after the end of a session', () => {
    expect([arrivedByExpiry('?expired=1'), arrivedByExpiry('?expired=0'), arrivedByExpiry('')]).toEqual([true, false, false]);
  });
});
