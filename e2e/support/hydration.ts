import type { Page } from '@playwright/test';

/** Waits until the application has hydrated the server's page: text typed earlier is kept, a click is not. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    // React's mark on every element that it owns.
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}
