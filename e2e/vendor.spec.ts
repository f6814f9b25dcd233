import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';
import { hydrated } from './support/hydration.ts';
import { vendorNames } from './support/server.ts';

const outside = (page: Page) => page.locator('a[href^="http"]');
const inside = (page: Page) => page.locator('a[href^="/"]');

test('shows the vendor’s name and logo, and opens external links, and only those, in a new tab', async ({ page, t, lang }) => {
  const brand = page.getByRole('banner').locator('a[href="/"]').first();
  const targets = async () => outside(page).evaluateAll((links) => links.map((link) => link.getAttribute('target')));
  await page.goto('/login');
  await hydrated(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-vendor');
  await expect(brand).not.toHaveText(vendorNames[lang]);
  await expect(brand.locator('img')).toHaveCount(0);
  const usual = await targets();
  expect(usual.length).toBeGreaterThan(0);
  expect(usual).toEqual(usual.map(() => null));

  await page.goto('/login?from=uos');
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-vendor');
  expect(await targets()).toEqual(usual.map(() => '_blank'));
  await expect(brand).toHaveText(vendorNames[lang]);
  await expect(brand.locator('img')).toHaveJSProperty('complete', true);
  expect(await brand.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page).toHaveTitle(`${t('title.signIn')} - ${vendorNames[lang]}`);
  await expectAccessible(page);
  await expect(inside(page).first()).toBeVisible();
  await expect(page.locator('a[href^="/"][target]')).toHaveCount(0);

  // The same while moving through the application, and after a reload.
  await page
    .getByRole('main')
    .getByRole('link', { name: t('si.create') })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('rg.h', { brand: vendorNames[lang] }));
  const elsewhere = await targets();
  expect(elsewhere).toEqual(elsewhere.map(() => '_blank'));
  expect(elsewhere.length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-vendor');
  await expect(brand).toHaveText(vendorNames[lang]);
});
