import { describe, expect, it } from 'vitest';
import { arrivedByExpiry, loginPath } from './session.ts';

describe('the way to sign-in', () => {
  it('carries the path and the query that were asked for', () => {
    expect(loginPath({ from: '/device?tab=1&x=y' })).toBe('/login?redirect=%2Fdevice%3Ftab%3D1%26x%3Dy');
  });

  it('says that the session was over', () => {
    expect(loginPath({ from: '/device', expired: true })).toBe('/login?redirect=%2Fdevice&expired=1');
  });

  it.each(['/login?redirect=%2F', '/logout', '/register/support'])('never returns to %s', (from) => {
    expect(loginPath({ from })).toBe('/login');
  });

  it('returns to a page whose name only begins like one of those', () => {
    expect(loginPath({ from: '/logout-help' })).toBe('/login?redirect=%2Flogout-help');
  });
});

describe('the way back', () => {
  it('knows who came by expiry', () => {
    expect([arrivedByExpiry('?expired=1'), arrivedByExpiry('?expired=0'), arrivedByExpiry('')]).toEqual([true, false, false]);
  });
});
