import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any form has between two of its fields. */
const mostStops = 12;

/** More than any page has. */
const mostStopsOfPage = 60;

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

/**
 * Presses Tab through the page and expects that each control shows that it has the focus: it, a part beside it or what
 * surrounds it looks otherwise than without (WCAG 2.2, 2.4.7). Returns the number of controls.
 */
export async function expectVisibleFocus(page: Page): Promise<number> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets.push(still);
  });
  const passed: string[] = [];
  for (let stop = 0; stop < mostStopsOfPage; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, isShown } = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body) return { name: '', isShown: true };
      const { parentElement: parent } = focused;
      const around = [...(parent?.children ?? []), parent, parent?.parentElement].filter((part) => part instanceof Element);
      const look = (): string =>
        around
          .flatMap((part) =>
            [null, '::before', '::after'].map((pseudo) => {
              const { outline, boxShadow, borderColor } = getComputedStyle(part, pseudo);
              return `${outline} ${boxShadow} ${borderColor}`;
            }),
          )
          .join();
      const withFocus = look();
      // The next Tab continues from here.
      focused.blur();
      return { name: `${focused.tagName} ${focused.textContent.trim() || focused.id}`, isShown: look() !== withFocus };
    });
    if (name === '') break;
    expect(isShown, `the focus of ${name} on ${page.url()}`).toBe(true);
    passed.push(name);
  }
  return passed.length;
}
