import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';

test('an engine below the floor gets the page with the address as a code, before any of ours runs', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'popover');
    Reflect.deleteProperty(window, 'HTMLDialogElement');
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/login?from=uos');
  await expect(page).toHaveURL(/\/old-browser\?continue=/);
  await expect(page.getByText('/login?from=uos')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.address')).toBeInViewport();
  await expectAccessible(page);
  expect(scripts).toContain('/old-browser.js');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
