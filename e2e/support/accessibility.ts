import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** axe itself, and no package around it: that sends twice the source, which is three times as long, and has every passed check described. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The barriers of WCAG 2.2 AA, and what is good practice beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The loading bar and toasts lie over the page and belong to none of its landmarks; this rule of good practice is no part of WCAG. */
const overThePage = { region: { enabled: false } };

/** The theme that a project looks at: every page is seen in both, by the projects that run every test (playwright.config.ts). */
const themes: Readonly<Record<string, 'light' | 'dark'>> = {
  'desktop-zh': 'light',
  'desktop-en': 'dark',
  'mobile-zh': 'light',
  'mobile-en': 'dark',
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
  const violations = await violationsOf(page);
  const readable = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
  expect(readable, `axe in the ${colorScheme} theme`).toEqual([]);
  if (colorScheme === 'dark') await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function violationsOf(page: Page): Promise<readonly axe.Result[]> {
  for (const frame of page.frames()) if (await frame.evaluate(() => window.axe === undefined)) await frame.evaluate(axeSource);
  return page.evaluate(
    async ([values, rules]) => {
      const results = await window.axe?.run(document, { runOnly: { type: 'tag', values }, rules, resultTypes: ['violations'] });
      if (results === undefined) throw new Error('axe is gone: the page was left meanwhile');
      return results.violations;
    },
    [tags, overThePage] as const,
  );
}
