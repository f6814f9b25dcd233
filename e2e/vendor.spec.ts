import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';

const outside = (page: Page) => page.locator('a[href^="http"]');
const inside = (page: Page) => page.locator('a[href^="/"]');

test('opens what leads elsewhere beside the vendor’s page, and nothing else', async ({ page, t }) => {
  const targets = async () => outside(page).evaluateAll((links) => links.map((link) => link.getAttribute('target')));
  await page.goto('/login');
  await hydrated(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-vendor');
  const usual = await targets();
  expect(usual.length).toBeGreaterThan(0);
  expect(usual).toEqual(usual.map(() => null));

  await page.goto('/login?from=uos');
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-vendor');
  expect(await targets()).toEqual(usual.map(() => '_blank'));
  await expect(inside(page).first()).toBeVisible();
  await expect(page.locator('a[href^="/"][target]')).toHaveCount(0);

  // It stays so on the way through the application, and after a reload.
  await page
    .getByRole('main')
    .getByRole('link', { name: t('si.create') })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('rg.h'));
  const elsewhere = await targets();
  expect(elsewhere).toEqual(elsewhere.map(() => '_blank'));
  expect(elsewhere.length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-vendor');
});
