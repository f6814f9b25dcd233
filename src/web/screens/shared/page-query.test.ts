import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageQuery, wantedPath, withQuery } from './page-query.ts';

beforeEach(() => vi.stubGlobal('location', new URL('https://id.example.com/register')));
afterEach(() => vi.unstubAllGlobals());

describe('the query of a visitor page', () => {
  it('is carried to the neighboring page, without the parts that only this page uses', () => {
    const query = new URLSearchParams('redirect=%2Fdevice%3Fx%3D1&expired=1&client_id=app&from=');
    expect(pageQuery(query)).toEqual({ redirect: '/device?x=1', client_id: 'app' });
    expect(withQuery('/register', query)).toBe('/register?redirect=%2Fdevice%3Fx%3D1&client_id=app');
    expect(withQuery('/login', new URLSearchParams())).toBe('/login');
  });

  it.each([
    ['/device?x=1#top', '/device?x=1#top'],
    ['https://id.example.com/device', undefined],
    ['//evil.example/', undefined],
    ['/\\evil.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('names with redirect=%s the page %s', (redirect, page) => {
    expect(wantedPath(new URLSearchParams({ redirect }))).toBe(page);
  });
});
