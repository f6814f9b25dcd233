import type { Locator, Page } from '@playwright/test';

/** The toast with this text; the same words are also in a live region, which nobody sees. */
export function toast(page: Page, text: string): Locator {
  return page.locator('[popover]').getByText(text);
}
