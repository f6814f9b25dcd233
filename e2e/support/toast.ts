import type { Locator, Page } from '@playwright/test';

/** The toast with this text; an invisible live region has the same words. */
export function toast(page: Page, text: string): Locator {
  return page.locator('[popover]').getByText(text);
}
