import type { Browser, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { onPhone } from './support/projects.ts';
import { scan } from './support/scan.ts';
import { serverOrigin } from './support/server.ts';

/** A computer in the network of the phone, in the dark theme: the code stays on white. */
async function openComputer(
  browser: Browser,
  path: string,
  like: { readonly locale: string | undefined; readonly extraHTTPHeaders: Record<string, string> | undefined },
): Promise<Page> {
  const { locale = 'zh-CN', extraHTTPHeaders = {} } = like;
  const size = { width: 1440, height: 900 };
  const context = await browser.newContext({ locale, extraHTTPHeaders, colorScheme: 'dark', baseURL: serverOrigin(), viewport: size });
  const page = await context.newPage();
  await page.goto(path);
  await hydrated(page);
  return page;
}

test('signs a computer in by a scan and two taps', onPhone, async ({ page, browser, locale, extraHTTPHeaders, t, signedIn }) => {
  await signedIn();
  await page.goto('/');
  const computer = await openComputer(browser, '/login', { locale, extraHTTPHeaders });
  await computer.getByRole('tab', { name: t('qr.tab') }).click();
  const code = computer.getByRole('img', { name: t('qr.alt') });
  await expect(code).toBeVisible();
  const url = await scan(code);
  expect(url).toMatch(new RegExp(`^${serverOrigin()}/qr#[\\w-]{43}$`));

  const since = Date.now();
  await page.goto(url);
  const question = page.getByRole('group', { name: t('qr.q') });
  await expect(question.getByRole('button')).toHaveCount(3);
  expect(page.url()).not.toContain('#');
  const shown = computer.getByText(/^\d\d$/);
  const number = (await shown.textContent()) ?? '';
  await question.getByRole('button', { name: number }).click();
  await page.getByRole('button', { name: t('qr.allow') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('qr.done') })).toBeVisible();
  await expect(computer).toHaveURL(/account-home$/);
  const took = Date.now() - since;
  test.info().annotations.push({ type: 'took', description: `${took} ms` });
  await computer.context().close();
});
