import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

/** The barriers of WCAG 2.2 AA, and what is good practice beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The loading bar and toasts lie over the page and belong to none of its landmarks; this rule of good practice is no part of WCAG. */
const overThePage = ['region'];

/** The theme that a project looks at: each layout and each language is seen in both. */
const themes: Readonly<Record<string, 'light' | 'dark'>> = {
  'desktop-zh': 'light',
  'desktop-en': 'dark',
  'mobile-zh': 'dark',
  'mobile-en': 'light',
};

/** axe finds nothing, in the theme of the project. Leaves the page in the light one. */
export async function expectAccessible(page: Page): Promise<void> {
  const colorScheme = themes[test.info().project.name] ?? 'light';
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Colours are measured where they come to rest; what spins or blinks never does.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  // There are no frames: without a second page for them it takes half the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).disableRules(overThePage).analyze();
  const readable = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
  expect(readable, `axe in the ${colorScheme} theme`).toEqual([]);
  if (colorScheme === 'dark') await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
