import { describe, expect, it } from 'vitest';
import { knowPages, matchPath, pathFor, redirectOf } from './match.ts';
import { redirects, routes } from './routes.ts';

knowPages({ redirects, routes });

describe('matching', () => {
  it('reads parameters and accepts a trailing slash', () => {
    expect(matchPath('/mobile-cancellation/verify/')).toMatchObject({ path: '/mobile-cancellation/verify', params: { step: 'verify' } });
  });

  it.each([
    '/login/x',
    '/Login',
    '//login',
    '/mobile-unbind/x',
    '/mobile-cancellation',
    '/mobile-cancellation/',
    '/%',
    '/agreement/%E0%A4%A',
  ])('treats %s as not found', (path) => {
    expect(matchPath(path).route.title).toBe('title.404');
  });
});

describe('redirects', () => {
  it('lead the root to the home of the layout, and edit-password to its page', () => {
    expect(redirectOf('/')?.to).toEqual({ desktop: '/pc-account-home', mobile: '/mobile-account-home' });
    expect(redirectOf('/edit-password')?.to).toEqual({ mobile: '/mobile-modify-info/forgotPassword', desktop: '/register/support' });
  });

  it.each(['phone', 'email', 'password', 'verify', 'forgotPassword', 'setInitialPassword', 'setPassword'])(
    'lead from mobile-modify-base/%s to a page of mobile-modify-info',
    (type) => {
      const target = redirectOf(`/mobile-modify-base/${type}`)?.to.mobile ?? '';
      expect(matchPath(target).route.path).toMatch(/^\/mobile-modify-info\//);
    },
  );
});

describe('twins', () => {
  it('exist for every signed-in page and stand in the other layout', () => {
    for (const route of routes) {
      if (route.frame !== 'desktop' && route.frame !== 'mobile') continue;
      const other = route.frame === 'desktop' ? 'mobile' : 'desktop';
      const path = route.path.replace(/:(\w+)/, (_, name: string) => route.values?.[name]?.[0] ?? 'phone');
      const [twinPath = ''] = pathFor(matchPath(path), other).split('?');
      const twin = matchPath(twinPath);
      expect([route.path, twin.route.title === 'title.404']).toEqual([route.path, false]);
      expect([route.path, pathFor(twin, other)]).toEqual([route.path, twin.path]);
    }
  });

  it.each([
    ['/device', '/mobile-device-info'],
    ['/pc-security', '/mobile-security'],
    ['/cancellation', '/mobile-cancellation/statement'],
  ])('lead from %s to %s and keep the path within a layout', (desktop, mobile) => {
    expect(pathFor(matchPath(desktop), 'mobile')).toBe(mobile);
    expect(pathFor(matchPath(desktop), 'desktop')).toBe(desktop);
  });

  it.each([
    ['password', '/pc-way/password'],
    ['setInitialPassword', '/pc-way/password'],
    ['phone', '/pc-way/phone'],
    ['verify', '/pc-security'],
    ['username', '/privacy-information'],
  ])('lead from mobile-modify-info/%s to the page of its dialog, %s', (type, desktop) => {
    expect(pathFor(matchPath(`/mobile-modify-info/${type}`), 'desktop')).toBe(desktop);
  });

  it('leave pages that exist in all layouts unchanged', () => {
    expect(pathFor(matchPath('/login'), 'mobile')).toBe('/login');
  });
});
