import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { inBothLayouts } from './support/projects.ts';
import { registrationPage } from './support/registration-page.ts';
import { toast } from './support/toast.ts';

/** The fields, buttons that send a form, headings and steps on screen that the toast covers. */
function coveredBy(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const own = document.querySelector('[popover=manual] > *')?.getBoundingClientRect();
    if (own === undefined) return ['there is no toast'];
    const parts = [...document.querySelectorAll('input, select, textarea, [type=submit], h1, h2, [aria-current=step]')];
    const isCovered = ({ left, right, top, bottom, width }: DOMRect): boolean =>
      width > 1 && left < own.right && own.left < right && top < own.bottom && own.top < bottom;
    return parts.filter((part) => isCovered(part.getBoundingClientRect())).map((part) => part.outerHTML);
  });
}

test('covers no field of a long form, wherever the page is scrolled', inBothLayouts, async ({ page, t, freshPhone, lang, isMobile }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(freshPhone());
  await form.getCode();
  const sent = page.locator('[popover=manual] > *');
  await expect(sent).toBeVisible();
  expect([lang, isMobile, await coveredBy(page)]).toEqual([lang, isMobile, []]);
});

test('covers no heading of a page', inBothLayouts, async ({ page, t, signedIn, context }) => {
  await signedIn();
  await page.goto('/avatar', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await expect(toast(page, t('toast.404'))).toBeVisible();
  expect(await coveredBy(page)).toEqual([]);
});
