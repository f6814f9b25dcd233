import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * axe itself, without a wrapper package: that would send twice the source, which is three times as long, and describe
 * every passed check.
 */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The barriers of WCAG 2.2 AA, and good practices beyond it. */
const everything: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/**
 * The loading bar and toasts cover the page and belong to none of its landmarks; this good-practice rule is not part of
 * WCAG.
 */
const overThePage = { region: { enabled: false } };

/** The theme of a project (playwright.config.ts). every-page.spec.ts looks at all pages in both. */
const themes: Readonly<Record<string, 'light' | 'dark'>> = { 'desktop-zh': 'light', 'mobile-en': 'dark' };

/** Expects that axe finds nothing in a theme, by default that of the project. Leaves the page in the light theme. */
export async function expectAccessible(page: Page, colorScheme = themes[test.info().project.name] ?? 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Colors are measured after animations end; spinning and blinking ones never do.
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
    async ([runOnly, rules]) => {
      const results = await window.axe?.run(document, {
        runOnly,
        rules,
        resultTypes: ['violations'],
      });
      if (results === undefined) throw new Error('axe is gone: the page was left meanwhile');
      return results.violations;
    },
    [everything, overThePage] as const,
  );
}

/**
 * Expects that the page has room for text of twice the size, as people choose it in their browser: nothing is cut off,
 * leaves its control, or makes the page wider than its window (WCAG 2.2, 1.4.4 and 1.4.10).
 */
export async function expectRoomForText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  const cut = await page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement: element, textContent: text } = node;
      if (element === null || text === null || text.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('svg, [aria-hidden="true"]') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const at = range.getBoundingClientRect();
      for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const around = box.getBoundingClientRect();
        // Texts only for screen readers.
        if (around.width <= 1) break;
        const isControl = box.matches('button, a, label, [role="tab"], [role="option"]') && getComputedStyle(box).display !== 'inline';
        const isWide = at.right > around.right + 2 || at.left < around.left - 2;
        const isHigh = at.bottom > around.bottom + 6 || at.top < around.top - 6;
        const isCut = (isWide && (overflowX !== 'visible' || isControl)) || (isHigh && (overflowY === 'hidden' || isControl));
        const scrolls = overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll';
        if (isCut && !scrolls) found.push(`${text.trim().slice(0, 40)} in ${box.tagName} ${box.className}`);
        if (isCut || scrolls) break;
      }
    }
    return found;
  });
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await session.detach();
  expect(cut, 'with text of 200 %').toEqual([]);
}
