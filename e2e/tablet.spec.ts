import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';

const upright = { width: 820, height: 1180 } as const;

test.use({
  viewport: upright,
  isMobile: false,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/604.1',
});

test('tells a person with an upright tablet to turn it, until the notice is closed', async ({ page, t, signedIn }) => {
  await signedIn();
  await page.goto('/');
  const notice = page.getByRole('status').filter({ hasText: t('sys.rotate') });
  await expect(notice).toBeVisible();
  await page.setViewportSize({ width: upright.height, height: upright.width });
  await expect(notice).toBeHidden();
  await page.setViewportSize(upright);
  await notice.getByRole('button', { name: t('sys.close') }).click();
  await expect(notice).toBeHidden();
  await Promise.all([page.waitForResponse(/browser-banner/), page.reload()]);
  await hydrated(page);
  await expect(notice).toBeHidden();
});

test('tells a visitor too, on the largest tablet', async ({ page, t }) => {
  await page.setViewportSize({ width: 1032, height: 1376 });
  await page.goto('/register');
  await expect(page.getByRole('status').filter({ hasText: t('sys.rotate') })).toBeVisible();
});
