import { expect, type Page } from '@playwright/test';

/** The limits of what a page asks of its reader: at most this many controls, pixels in each layout, Chinese characters and English words. */
export interface Budget {
  readonly controls: number;
  readonly height: readonly [wide: number, phone: number];
  readonly han: number;
  readonly words: number;
}

/**
 * What a page asks of its reader. What is typed or ticked counts for nothing, nor does the way up, which a phone has in
 * the bar above the page.
 */
export function measure(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    const text = main?.innerText ?? '';
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const gaps: string[] = [];
    while (nodes.nextNode()) gaps.push(...(nodes.currentNode.nodeValue?.match(/[，。！？；：、] \p{Script=Han}/gu) ?? []));
    return {
      height: document.documentElement.scrollHeight,
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      controls: [...(main?.querySelectorAll('a, button:not([aria-pressed]), [role=switch], input[type=radio]') ?? [])].filter(
        (control) => control.closest('nav') === null && control.checkVisibility(),
      ).length,
      han: text.match(/\p{Script=Han}/gu)?.length ?? 0,
      words: text.match(/[\p{Script=Latin}\d•@.’]+/gu)?.length ?? 0,
      gaps,
      weights: [...document.querySelectorAll('h1, section > header h2')]
        .filter((heading) => heading.getClientRects()[0]?.width !== 1 && heading.querySelector('span')?.clientWidth !== 1)
        .map((heading) => getComputedStyle(heading).fontWeight),
    };
  });
}

export async function expectWithin(page: Page, budget: Budget, isMobile: boolean): Promise<void> {
  // A window that has just become wider may need a moment.
  await expect.poll(async () => (await measure(page)).sideways).toBe(0);
  const found = await measure(page);
  expect(found.controls).toBeLessThanOrEqual(budget.controls);
  expect(found.height).toBeLessThanOrEqual(budget.height[isMobile ? 1 : 0]);
  expect(found.han).toBeLessThanOrEqual(budget.han);
  if (found.han === 0) expect(found.words).toBeLessThanOrEqual(budget.words);
  // A full-width mark is space enough.
  expect(found.gaps).toEqual([]);
  expect(found.weights.every((weight) => weight === '600')).toBe(true);
}
