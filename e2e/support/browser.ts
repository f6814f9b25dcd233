import type { BrowserContext } from '@playwright/test';

/** What went wrong in the pages of a context without anyone looking: errors on the console (CSP violations are such), exceptions. */
export function watchForErrors(context: BrowserContext): readonly string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser's own line for a refused or unreachable call: refusals are answers, and the tests look at what the page makes of them.
    const { pathname } = new URL(message.location().url || 'about:blank');
    if (message.text().startsWith('Failed to load resource') && pathname.startsWith('/api/')) return;
    errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (event) => void errors.push(`exception: ${String(event.error())}`));
  return errors;
}
