import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';

for (const { at, place } of [
  { at: '/login?from=uos', place: '' },
  { at: '/developer', place: '' },
  { at: '/desk/find', place: '/desk' },
]) {
  test(`an engine below the floor of ${at} gets the page with the address as a code`, async ({ page, signedIn }) => {
    if (at === '/developer') await signedIn();
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'popover');
      Reflect.deleteProperty(window, 'HTMLDialogElement');
    });
    await page.goto(at);
    await expect(page).toHaveURL(new RegExp(`${place}/old-browser\\?continue=`));
    await expect(page.getByText(at)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.address')).toBeInViewport();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}
