import { expect, test } from './support/fixtures.ts';

// Headless browsers hide scrollbars; a person's take space.
test.use({ launchOptions: async ({ launchOptions }, provide) => provide({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }) });

test('gives a dialog no scrollbar and round corners where scrollbars take space', async ({ page, signedIn }) => {
  await signedIn();
  await page.goto('/pc-way/phone?change');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const scrollbar = await page.evaluate(() => {
    const box = document.body.appendChild(document.createElement('div'));
    box.style.overflow = 'scroll';
    const width = box.offsetWidth - box.clientWidth;
    box.remove();
    return width;
  });
  expect(scrollbar).toBeGreaterThan(0);
  const sizes = await dialog.evaluate((element: HTMLElement) => ({
    lostWidth: element.offsetWidth - element.clientWidth,
    lostHeight: element.offsetHeight - element.clientHeight,
    radius: getComputedStyle(element).borderRadius,
  }));
  expect(sizes).toEqual({ lostWidth: 0, lostHeight: 0, radius: '22px' });
});
