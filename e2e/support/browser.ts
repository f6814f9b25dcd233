import type { BrowserContext } from '@playwright/test';

/** Unobserved errors in the pages of a context: console errors (CSP violations are such) and exceptions. */
export function watchForErrors(context: BrowserContext): readonly string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser's own message about a refused or unreachable call: refusals are answers, and the tests check how the
    // page handles them.
    const { pathname } = new URL(message.location().url || 'about:blank');
    if (message.text().startsWith('Failed to load resource') && pathname.startsWith('/api/')) return;
    errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (event) => void errors.push(`exception: ${String(event.error())}`));
  return errors;
}
