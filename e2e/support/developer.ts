import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { Translate } from './texts.ts';

/** The agreement of a signed-in person with an email. */
export async function begin(page: Page, t: Translate): Promise<void> {
  await page.goto('/developer');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('dc.start') }).click();
  await expect(page.getByText(t('dc.empty.h'))).toBeVisible();
}
