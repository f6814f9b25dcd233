import type { Page } from '@playwright/test';
import { hydrated } from './hydration.ts';
import type { Translate } from './texts.ts';

interface Where {
  readonly page: Page;
  readonly t: Translate;
  readonly isMobile: boolean;
}

/** Signs out like a person: by the account menu, or on the mobile home by its row, which asks once more. */
export async function signOutBy({ page, t, isMobile }: Where): Promise<void> {
  await hydrated(page);
  const name = t('head.logout');
  if (isMobile) {
    await page.getByRole('main').getByRole('button', { name }).click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name }).click();
    return;
  }
  await page.getByRole('button', { name: t('head.menu') }).click();
  await page.getByRole('banner').getByRole('button', { name }).click();
}
