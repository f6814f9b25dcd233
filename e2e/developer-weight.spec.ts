import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { begin } from './support/developer.ts';
import { expect, test } from './support/fixtures.ts';

/** The scripts and styles that a page loads, by their addresses, with their sizes after compression. */
async function filesOf(page: Page, path: string): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const reads: Promise<void>[] = [];
  const read = async (response: Response): Promise<void> => {
    const { pathname } = new URL(response.url());
    if (/^\/assets\/.*\.(?:js|css)$/.test(pathname)) found.set(pathname, gzipSync(await response.body()).length);
  };
  const note = (response: Response): void => void reads.push(read(response));
  page.on('response', note);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await Promise.all(reads);
  page.off('response', note);
  return found;
}

test('account pages load nothing of the Developer Center, which weighs little', async ({ page, context, t, signedIn }) => {
  await signedIn({ email: true });
  await begin(page, t);
  const home = await filesOf(await context.newPage(), '/');
  const center = await filesOf(await context.newPage(), '/developer');
  expect([...home.keys()].filter((path) => path.includes('developer'))).toEqual([]);
  const own = [...center].filter(([path]) => !home.has(path));
  expect(own.length).toBeGreaterThan(0);
  expect(own.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(47.5 * 1024);
});
