import { describe, expect, it } from 'vitest';
import { inspectedAction, pageAfterInspection } from './inspection.ts';

const origin = 'https://id.example.com';

function after(next: string): string {
  return pageAfterInspection(new URLSearchParams({ next }), origin);
}

describe('the safety inspection', () => {
  it('leads to the page that it was opened for, with its query', () => {
    const searchParams = new URLSearchParams({ action: 'changeEmail', next: '/mobile-modify-info/email?fromType=setInitialEmail' });
    expect(inspectedAction(searchParams)).toBe('changeEmail');
    expect(pageAfterInspection(searchParams, origin)).toBe('/mobile-modify-info/email?fromType=setInitialEmail');
  });

  it.each([
    '',
    '/logout',
    'https://evil.example/mobile-modify-info/phone',
    '//evil.example/mobile-modify-info/phone',
    '/\\evil.example',
    '//',
  ])('leads home instead of to %j', (next) => {
    expect(after(next)).toBe('/');
  });

  it('knows no other action', () => {
    expect(inspectedAction(new URLSearchParams({ action: 'launch' }))).toBeUndefined();
  });
});
